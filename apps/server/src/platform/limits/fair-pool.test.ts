// The pool for slow work: limited, and fair to callers that ask for little.
import { expect, test } from 'vitest';
import { AppError } from '../wire/app-error.ts';
import { FairPool, type RunTask } from './fair-pool.ts';

const SIZE = { running: 1, callers: 4, callersOfOne: 2, retryAfter: 3 };

/** A task that ends when `end` is called. */
function heldTask() {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { end, task: () => ended };
}

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'OK',
    (error: unknown) => (error instanceof AppError ? [error.code, error.status, error.retryAfter] : error),
  );

test('a caller beyond the pool’s limit, or beyond its name’s, is refused at once', async () => {
  const pool = new FairPool(SIZE);
  const { end, task } = heldTask();
  const callers = ['a', 'b', 'c', 'd'].map((name) => pool.enter(name, (run) => run(task)));
  expect(await refusal(pool.enter('e', (run) => run(task)))).toEqual(['REQ-0008', 429, 3]);
  end();
  await Promise.all(callers);
  const again = heldTask();
  const own = [1, 2].map(() => pool.enter('a', (run) => run(again.task)));
  expect(await refusal(pool.enter('a', (run) => run(again.task)))).toEqual(['REQ-0008', 429, 3]);
  const other = pool.enter('b', (run) => run(again.task));
  again.end();
  await Promise.all([...own, other]);
});

test('a name with many tasks runs one of them before the single task of another', async () => {
  const pool = new FairPool(SIZE);
  const done: string[] = [];
  const tasks = (name: string, count: number) => async (run: RunTask) => {
    for (let i = 1; i <= count; i += 1)
      await run(async () => {
        done.push(`${name}${i}`);
      });
  };
  const both = async (run: RunTask) => {
    await Promise.all([tasks('long', 5)(run), tasks('LONG', 5)(run)]);
  };
  await Promise.all([pool.enter('a', both), pool.enter('b', tasks('short', 1))]);
  expect(done).toHaveLength(11);
  expect(done.indexOf('short1')).toBeLessThanOrEqual(2);
});

test('a full pool admits a caller of a small group in place of the largest group’s last one', async () => {
  const pool = new FairPool(SIZE);
  const { end, task } = heldTask();
  const ask = (name: string, group?: string) =>
    refusal(pool.enter(name, (run) => run(task), group).then(() => 'OK'));
  // One network with an address of its own for each call.
  const crowd = ['1', '2', '3', '4'].map((name) => ask(name, 'network'));
  expect(await ask('5', 'network')).toEqual(['REQ-0008', 429, 3]);
  const small = ['a', 'b', 'c'].map((name) => ask(name));
  expect(await Promise.all(crowd.slice(1))).toEqual(Array(3).fill(['REQ-0008', 429, 3]));
  // One caller of each group is left: nobody is pushed out by an equal.
  expect(await ask('d')).toEqual(['REQ-0008', 429, 3]);
  end();
  expect(await Promise.all([...crowd.slice(0, 1), ...small])).toEqual(Array(4).fill('OK'));
  expect(await Promise.all(['d', 'e', 'f', 'g'].map((name) => ask(name)))).toEqual(Array(4).fill('OK'));
});

test('a group’s many names wait behind the single task of another group', async () => {
  const pool = new FairPool({ ...SIZE, callers: 40 }, () => 0);
  const done: string[] = [];
  const ask = (name: string, group?: string) =>
    pool.enter(name, (run) => run(async () => void done.push(name)), group);
  await Promise.all([...Array.from({ length: 30 }, (_, i) => ask(`n${i}`, 'network')), ask('single')]);
  expect(done.indexOf('single')).toBeLessThanOrEqual(2);
  expect(done).toHaveLength(31);
});

test('the number of running tasks is limited, and a failed task frees its place', async () => {
  const pool = new FairPool({ ...SIZE, running: 2 });
  let [running, maxRunning] = [0, 0];
  const task = async () => {
    running += 1;
    maxRunning = Math.max(maxRunning, running);
    await new Promise<void>((next) => setImmediate(next));
    running -= 1;
    throw new Error('failed');
  };
  const codes = await Promise.allSettled(
    ['a', 'b', 'c', 'd'].map((name) => pool.enter(name, (run) => run(task))),
  );
  expect(codes.map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
  expect(maxRunning).toBe(2);
  expect(await pool.enter('a', (run) => run(async () => 5))).toBe(5);
});

test('a name with few recent tasks is next, and nobody waits for ever', async () => {
  const pool = new FairPool({ ...SIZE, callers: 40, callersOfOne: 40 }, () => 0);
  const done: string[] = [];
  const ask = (name: string) => pool.enter(name, (run) => run(async () => void done.push(name)));
  // Three names have had many tasks and ask for more; then a new name comes.
  for (let i = 0; i < 4; i += 1) await Promise.all(['a', 'b', 'c'].map(ask));
  done.length = 0;
  const all = [
    ...Array.from({ length: 5 }, () => ['a', 'b', 'c'])
      .flat()
      .map(ask),
    ask('new'),
  ];
  await Promise.all(all);
  expect(done).toHaveLength(16);
  expect(done.indexOf('new')).toBeLessThanOrEqual(2);
  // The reverse: a name with many tasks is served among many new names.
  done.length = 0;
  await Promise.all([ask('x0'), ask('a'), ...Array.from({ length: 20 }, (_, i) => ask(`y${i}`))]);
  expect(done.indexOf('a')).toBeLessThanOrEqual(5);
});
