// While the device cannot write, nothing is lost, written twice, or overwritten by older data.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Journal } from './journal.ts';

let full: boolean;
let disk: string[];
let changes: number;
let journal: Journal;

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
  [full, disk, changes] = [false, [], 0];
  journal = new Journal(() => (changes += 1));
});
afterEach(() => vi.restoreAllMocks());

const writing = (text: string) => async () => {
  if (full) throw new Error('disk full');
  disk.push(text);
};
/** A write that ends when the test decides. */
function slow(text: string) {
  let [end, fail] = [() => {}, (_error: Error) => {}];
  const ended = new Promise<void>((resolve, reject) => ([end, fail] = [resolve, reject]));
  return {
    work: vi.fn(async () => {
      await ended;
      disk.push(text);
    }),
    end: () => end(),
    fail: () => fail(new Error('disk full')),
  };
}
/** The journal of a device that has just become full, with these writes still waiting. */
async function failing(...names: readonly string[]): Promise<void> {
  full = true;
  for (const name of names) {
    journal.write(name, writing(name));
    await journal.settled();
  }
  expect(journal.failing).toBe(true);
}

test('a working write runs at once, without a notification', async () => {
  journal.write('a', writing('a'));
  expect(journal.unwritten).toBe(true);
  await journal.settled();
  await journal.retry();
  expect([journal.unwritten, journal.failing, disk, changes]).toEqual([false, false, ['a'], 0]);
});

test('settled waits for the writes in progress', async () => {
  const write = slow('a');
  journal.write('a', write.work);
  let isSettled = false;
  const settled = journal.settled().then(() => (isSettled = true));
  await Promise.resolve();
  expect(isSettled).toBe(false);
  write.end();
  await settled;
  expect([disk, journal.unwritten]).toEqual([['a'], false]);
});

test('while writing fails all writes wait in order, only the last of each name, with one notification', async () => {
  await failing('passage 1');
  full = false;
  journal.write('passage 2', writing('passage 2'));
  journal.write('count', writing('count 1'));
  journal.write('count', writing('count 2'));
  await journal.settled();
  expect([disk, journal.unwritten]).toEqual([[], true]);
  await journal.retry();
  expect(disk).toEqual(['passage 1', 'passage 2', 'count 2']);
  expect([journal.failing, journal.unwritten, changes]).toEqual([false, false, 2]);
});

test('a failure is reported once, however many writes fail and however often they are retried', async () => {
  const [one, other] = [slow('1'), slow('2')];
  full = true;
  journal.write('1', one.work);
  journal.write('2', other.work);
  one.fail();
  other.fail();
  await journal.settled();
  await journal.retry();
  expect([changes, journal.failing]).toEqual([1, true]);
  expect(console.error).toHaveBeenCalledOnce();
});

test('a retry that fails keeps what it could not write, and the next retry continues there', async () => {
  await failing('1');
  journal.write('2', writing('2'));
  await journal.retry();
  expect([disk, journal.failing]).toEqual([[], true]);
  full = false;
  await journal.retry();
  expect(disk).toEqual(['1', '2']);
});

test('two retries at once write nothing twice', async () => {
  await failing('1');
  const write = slow('2');
  journal.write('2', write.work);
  full = false;
  const first = journal.retry();
  await journal.retry();
  write.end();
  await first;
  expect(write.work).toHaveBeenCalledOnce();
  expect(disk).toEqual(['1', '2']);
});

test('a write that arrives during a retry is written too', async () => {
  await failing('1');
  const write = slow('count 1');
  journal.write('count', write.work);
  full = false;
  const retried = journal.retry();
  await vi.waitFor(() => expect(write.work).toHaveBeenCalled(), { timeout: 20_000 });
  journal.write('count', writing('count 2'));
  write.end();
  await retried;
  expect(disk).toEqual(['1', 'count 1', 'count 2']);
});

test('a write that fails late replaces no newer one that waits', async () => {
  const [other, late] = [slow('1'), slow('tries 1')];
  journal.write('1', other.work);
  journal.write('tries', late.work);
  other.fail();
  await vi.waitFor(() => expect(journal.failing).toBe(true), { timeout: 20_000 });
  journal.write('tries', writing('tries 2'));
  late.fail();
  await journal.settled();
  other.work.mockImplementation(writing('1'));
  late.work.mockImplementation(writing('tries 1'));
  await journal.retry();
  expect(disk).toEqual(['1', 'tries 2']);
});

test.each(['fails too', 'has been written'])(
  'of two writes of one name the older, which fails, is forgotten when the newer %s',
  async (how) => {
    const [older, newer] = [slow('tries 1'), slow('tries 2')];
    journal.write('tries', older.work);
    journal.write('tries', newer.work);
    if (how === 'has been written') newer.end();
    await Promise.resolve();
    older.fail();
    newer.fail();
    await journal.settled();
    expect(journal.failing).toBe(true);
    older.work.mockImplementation(writing('tries 1'));
    newer.work.mockImplementation(writing('tries 2'));
    await journal.retry();
    expect([disk, journal.unwritten]).toEqual([['tries 2'], false]);
  },
);

test('a failed write is kept, also when an earlier write of its name succeeded', async () => {
  const again = writing('count');
  journal.write('count', again);
  await journal.settled();
  full = true;
  journal.write('count', again);
  await journal.settled();
  full = false;
  await journal.retry();
  expect(disk).toEqual(['count', 'count']);
});

test('a write that fails after an older one of its name was written is kept', async () => {
  const [older, newer] = [slow('tries 1'), slow('tries 2')];
  journal.write('tries', older.work);
  journal.write('tries', newer.work);
  older.end();
  await vi.waitFor(() => expect(disk).toEqual(['tries 1']), { timeout: 20_000 });
  newer.fail();
  await journal.settled();
  newer.work.mockImplementation(writing('tries 2'));
  await journal.retry();
  expect(disk).toEqual(['tries 1', 'tries 2']);
});
