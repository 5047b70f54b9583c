// Slow calls of one account run one after the other, and few may wait.
import { expect, test } from 'vitest';
import { DatabaseUnavailable } from '../db/connect/outage.ts';
import { AppError } from '../wire/app-error.ts';
import { OneAtATime } from './one-at-a-time.ts';

test('work of one name runs in order, and that of another name does not wait', async () => {
  const calls = new OneAtATime();
  const done: string[] = [];
  let endFirst: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    endFirst = resolve;
  });
  const first = calls.run('a', async () => {
    await held;
    done.push('first');
    throw new Error('failed');
  });
  const second = calls.run('a', async () => void done.push('second'));
  await calls.run('b', async () => void done.push('other'));
  endFirst();
  await expect(first).rejects.toThrow('failed');
  await second;
  expect(done).toEqual(['other', 'first', 'second']);
});

test('calls behind one that waited in vain for the database fail with it; a later call is tried', async () => {
  const calls = new OneAtATime();
  let tries = 0;
  const tried = async () => void (tries += 1);
  const silent = new DatabaseUnavailable('silent', 'no answer');
  const waiting = [() => Promise.reject(silent), tried, tried].map((work) => calls.run('a', work));
  expect(await Promise.allSettled(waiting)).toEqual(
    [1, 2, 3].map(() => ({ status: 'rejected', reason: silent })),
  );
  expect(tries).toBe(0);
  await calls.run('a', tried);
  const locked = calls.run('a', () => Promise.reject(new DatabaseUnavailable('locked', 'a train')));
  const other = calls.run('a', tried);
  await expect(locked).rejects.toThrow('a train');
  await other;
  expect(tries).toBe(2);
});

test('a fourth call is refused at once, and admitted when the others have ended', async () => {
  const calls = new OneAtATime();
  let end: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    end = resolve;
  });
  const three = [1, 2, 3].map(() => calls.run('a', () => held));
  const fourth = await calls.run('a', () => held).catch((error: unknown) => error);
  expect(fourth).toBeInstanceOf(AppError);
  expect((fourth as AppError).code).toBe('REQ-0004');
  expect((fourth as AppError).retryAfter).toBeGreaterThan(0);
  end();
  await Promise.all(three);
  expect(await calls.run('a', async () => 'in')).toBe('in');
});
