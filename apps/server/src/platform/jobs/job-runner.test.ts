// The queue: a job exists if its act does, runs at least once, on one process at a time, and is never lost by a service that is down.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { emptyTables } from '../../../test/test-database.ts';
import { openTestDeps, type TestDeps } from '../../../test/app-context.ts';
import { inTransaction } from '../db/database.ts';
import { newJobQueue, type NewJob } from './job-queue.ts';
import { JobRunner, type JobReport, type Outcome } from './job-runner.ts';
import { deleteJobsOf } from './job-store.ts';
import { isDown } from './outage-store.ts';
import { queueState } from './queue-state.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const START = Date.parse('2026-04-01T09:00:00+09:00');
let deps: TestDeps;
let reports: JobReport[];
let ran: unknown[];

beforeAll(async () => {
  deps = await openTestDeps(START);
});
afterAll(() => deps.close());
beforeEach(async () => {
  deps.advance(START - deps.clock());
  await emptyTables(deps.db);
  [reports, ran] = [[], []];
});

const add = (payload: unknown, change: Partial<NewJob> = {}) =>
  inTransaction(deps.db, (trx) =>
    deps.queue.add(trx, { kind: 'mail', topic: 'test', payload, ...change }, deps.clock()),
  );
const DONE: Outcome = { end: 'done' };
/** A process. `service` answers each job; `answers` says whether the service answers without a job. */
function process(
  service: (payload: unknown) => Outcome | Promise<Outcome> = () => DONE,
  { answers = () => true, atOnce = 5 }: { answers?: () => boolean; atOnce?: number } = {},
): JobRunner {
  return new JobRunner(
    {
      ...deps,
      report: (report) => reports.push(report),
      failed: (error) => {
        throw error;
      },
      random: () => 0.5,
    },
    {
      kind: 'mail',
      atOnce,
      run: async ({ payload }) => {
        ran.push(payload);
        return service(payload);
      },
      probe: async () => (answers() ? DONE : { end: 'outage', reason: 'relay ECONNREFUSED' }),
      remains: (payload, expires) => (expires ? null : payload),
    },
  );
}
const fail = () => {
  throw new Error('must not be called');
};
const rows = () => deps.db.selectFrom('job').selectAll().orderBy('queued_at').execute();
const deferred = (): Outcome => ({ end: 'deferred', reason: 'deferred 450' });
const outage = (): Outcome => ({ end: 'outage', reason: 'relay ECONNREFUSED' });

test('a job runs once and leaves nothing behind', async () => {
  await add({ a: 1 });
  await process().drain();
  await process().drain();
  expect(ran).toEqual([{ a: 1 }]);
  expect(await rows()).toEqual([]);
});

test('a job of an act that is rolled back does not exist', async () => {
  const act = inTransaction(deps.db, async (trx) => {
    await deps.queue.add(trx, { kind: 'mail', topic: 'test', payload: 1 }, deps.clock());
    throw new Error('refused');
  });
  await expect(act).rejects.toThrow('refused');
  await process().drain();
  expect(ran).toEqual([]);
});

test('several processes share the jobs, each of which runs once, a few at a time', async () => {
  for (let i = 0; i < 40; i += 1) await add(i);
  let running = 0;
  let most = 0;
  const slow = async (): Promise<Outcome> => {
    running += 1;
    most = Math.max(most, running);
    await deps.db.selectFrom('job_outage').selectAll().execute();
    running -= 1;
    return DONE;
  };
  await Promise.all([1, 2, 3].map(() => process(slow, { atOnce: 4 }).drain()));
  expect(ran.toSorted((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: 40 }, (_, i) => i));
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(12);
});

test('the job of a process that ends while it runs is run again after its lease, by another process', async () => {
  await add('first');
  // It never answers, as if the process had been killed after it sent the mail.
  process(() => new Promise<Outcome>(() => undefined)).fill();
  await expect.poll(() => ran).toEqual(['first']);
  await process().drain();
  deps.advance(2 * MINUTE - 1);
  await process().drain();
  expect(ran).toHaveLength(1);
  deps.advance(1);
  await process().drain();
  expect(ran).toEqual(['first', 'first']);
  expect(await rows()).toEqual([]);
});

test('the service defers one job: it waits longer each time, does not delay others, and is given up after a day', async () => {
  await add('greylisted');
  await add('other');
  const service = (payload: unknown) => (payload === 'other' ? DONE : deferred());
  await process(service).drain();
  expect(new Set(ran)).toEqual(new Set(['greylisted', 'other']));
  expect(await rows()).toHaveLength(1);
  const waits: number[] = [];
  for (;;) {
    const [job] = await rows();
    if (!job || job.dead_at) break;
    waits.push(job.run_at.getTime() - deps.clock());
    deps.advance(job.run_at.getTime() - deps.clock());
    await process(service).drain();
  }
  expect(waits.slice(0, 4)).toEqual([30 * SECOND, MINUTE, 2 * MINUTE, 4 * MINUTE]);
  expect(Math.max(...waits)).toBe(4 * HOUR);
  const days = waits.reduce((sum, wait) => sum + wait, 0) / (24 * HOUR);
  expect(days).toBeGreaterThan(0.8);
  expect(days).toBeLessThan(1.2);
  expect((await rows())[0]).toMatchObject({ reason: 'deferred 450' });
  expect(reports.at(-1)).toEqual({ event: 'buried', kind: 'mail', topic: 'test', reason: 'deferred 450' });
});

test('a refusal for ever makes a dead letter at once', async () => {
  await add('gone');
  await process(() => ({ end: 'refused', reason: 'refused 550' })).drain();
  deps.advance(30 * HOUR);
  await process().drain();
  expect(ran).toEqual(['gone']);
  expect(await queueState(deps.db, deps.clock())).toEqual([
    { kind: 'mail', waiting: 0, oldestSeconds: 0, dead: 1, outageSeconds: 0 },
  ]);
});

test('a dead letter of a job that would have expired keeps none of its content', async () => {
  await add('code 123456', { expiresAt: START + 5 * MINUTE });
  await process(() => ({ end: 'refused', reason: 'refused 550' })).drain();
  const [job] = await rows();
  expect(deps.queue.open(job?.job_id ?? '', job?.payload ?? '')).toBeNull();
});

test('a handler with a fault loses nothing', async () => {
  await add('odd');
  const errors: unknown[] = [];
  const faulty = new JobRunner(
    { ...deps, report: () => undefined, failed: (error) => errors.push(error) },
    {
      kind: 'mail',
      atOnce: 1,
      run: () => Promise.reject(new Error('a fault')),
      probe: async () => DONE,
      remains: () => null,
    },
  );
  await faulty.drain();
  expect(errors).toEqual([new Error('a fault')]);
  deps.advance(HOUR);
  await process().drain();
  expect(ran).toEqual(['odd']);
});

describe('a service that is down', () => {
  test('is tried by one process once a minute at most, and loses no job and no try', async () => {
    for (let i = 0; i < 20; i += 1) await add(i);
    const processes = [process(outage), process(outage)];
    const all = () => Promise.all(processes.map((each) => each.drain()));
    await all();
    expect(ran.length).toBeLessThanOrEqual(10);
    ran.length = 0;
    for (let poll = 0; poll < 20 * 6; poll += 1) {
      deps.advance(10 * SECOND);
      await all();
    }
    expect(ran.length).toBeGreaterThan(15);
    expect(ran.length).toBeLessThan(30);
    expect(await isDown(deps.db, 'mail', deps.clock())).toBe(true);
    expect(reports).toEqual([{ event: 'outage', kind: 'mail', reason: 'relay ECONNREFUSED' }]);
    ran.length = 0;
    deps.advance(MINUTE + 30 * SECOND);
    await process().drain();
    expect(new Set(ran).size).toBe(20);
    expect(await rows()).toEqual([]);
    expect(await isDown(deps.db, 'mail', deps.clock())).toBe(false);
    expect(reports.at(-1)).toEqual({ event: 'outageOver', kind: 'mail' });
  });

  test('is found working again without a job', async () => {
    await add('a', { expiresAt: START + MINUTE });
    let up = false;
    const one = process(outage, { answers: () => up });
    await one.drain();
    for (let i = 0; i < 10; i += 1) {
      deps.advance(30 * SECOND);
      await one.sweep();
      await one.drain();
    }
    expect(await rows()).toEqual([]);
    expect(await isDown(deps.db, 'mail', deps.clock())).toBe(true);
    up = true;
    deps.advance(2 * MINUTE);
    await one.drain();
    expect(await isDown(deps.db, 'mail', deps.clock())).toBe(false);
  });

  test('counts as down from the second failure on, and not for longer than somebody tries it', async () => {
    await add('a');
    await process(outage).drain();
    expect(await isDown(deps.db, 'mail', deps.clock())).toBe(false);
    deps.advance(10 * SECOND);
    await process(outage).drain();
    expect(await isDown(deps.db, 'mail', deps.clock())).toBe(true);
    expect(await queueState(deps.db, deps.clock())).toEqual([
      { kind: 'mail', waiting: 1, oldestSeconds: 10, dead: 0, outageSeconds: 10 },
    ]);
    deps.advance(6 * MINUTE);
    expect(await isDown(deps.db, 'mail', deps.clock())).toBe(false);
  });
});

test('a mail that its receiver defers makes the queue no older, unless nobody tries it when it is due', async () => {
  await add('full mailbox');
  deps.advance(5 * SECOND);
  const oldest = async () => (await queueState(deps.db, deps.clock()))[0]?.oldestSeconds;
  expect(await oldest()).toBe(5);
  await process(deferred).drain();
  deps.advance(30 * SECOND);
  await process(deferred).drain();
  expect(await rows()).toMatchObject([{ attempts: 2, dead_at: null }]);
  deps.advance(50 * SECOND);
  expect(await oldest()).toBe(0);
  deps.advance(20 * MINUTE);
  expect(await oldest()).toBeGreaterThan(19 * 60);
});

test('a job that expires comes first, and is dropped when it has expired', async () => {
  await add('bulk');
  await add('code', { expiresAt: START + 5 * MINUTE });
  await process(() => DONE, { atOnce: 1 }).drain();
  expect(ran).toEqual(['code', 'bulk']);
  await add('late', { expiresAt: START + 5 * MINUTE });
  deps.advance(5 * MINUTE);
  await process().drain();
  expect(ran).toHaveLength(2);
  await process().sweep();
  expect(await rows()).toEqual([]);
});

test('a newer job with the same key replaces the one that waits', async () => {
  await add('old', { key: 'k' });
  await add('new', { key: 'k' });
  await add('other', { key: 'j' });
  await process().drain();
  expect(ran.toSorted()).toEqual(['new', 'other']);
});

test('what waits for a deleted account is deleted', async () => {
  await add('his', { accountId: 'a' });
  await add('hers', { accountId: 'b' });
  await add('nobody’s');
  await inTransaction(deps.db, (trx) => deleteJobsOf(trx, 'a'));
  await process().drain();
  expect(ran.toSorted()).toEqual(['hers', 'nobody’s']);
});

test('a payload is encrypted and belongs to its job; one that nobody can read any more becomes a dead letter', async () => {
  await add({ to: 'hanako@example.jp', text: 'code 123456' });
  const [job] = await rows();
  expect(JSON.stringify(job)).not.toMatch(/hanako|123456|aGFuYWtv/);
  expect(() => deps.queue.open('another job', job?.payload ?? '')).toThrow();
  const other = newJobQueue({ mac: () => '0'.repeat(64) });
  expect(() => other.open(job?.job_id ?? '', job?.payload ?? '')).toThrow();
  await deps.db
    .updateTable('job')
    .set({ payload: other.seal('x', 1) })
    .execute();
  await process().drain();
  expect((await rows())[0]).toMatchObject({ dead_at: null });
  for (let tries = 0; tries < 40 && (await rows())[0]?.dead_at === null; tries += 1) {
    deps.advance(HOUR);
    await process().drain();
  }
  expect(ran).toEqual([]);
  expect((await rows())[0]).toMatchObject({ reason: 'unreadable' });
});

test('a process without the key of a job leaves it to the others', async () => {
  await add('mail');
  const late = process();
  const queue = newJobQueue({ mac: () => '0'.repeat(64) });
  await new JobRunner(
    { ...deps, queue, report: (report) => reports.push(report), failed: fail, random: () => 0.5 },
    { kind: 'mail', atOnce: 5, run: fail, probe: fail, remains: fail },
  ).drain();
  expect(reports).toMatchObject([{ event: 'deferred', reason: 'unreadable' }]);
  deps.advance(MINUTE);
  await late.drain();
  expect(ran).toEqual(['mail']);
  expect(await rows()).toEqual([]);
});
