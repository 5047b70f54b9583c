// The event `live` on open code screens: who gets it when trains change, and by how many queries.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PassageStreams } from './passage-streams.ts';

let version: number;
let streams: PassageStreams;
/** Ends the pauses between polls. */
let pauses: (() => void)[];
const listTouched = vi.fn(async (accountIds: readonly string[]) =>
  accountIds.filter((id) => id !== 'untouched'),
);

beforeEach(() => {
  pauses = [];
  version = 4;
  listTouched.mockClear();
  streams = new PassageStreams({
    maxOpen: 3,
    monotonicNow: () => 0,
    pause: () => new Promise((resolve) => pauses.push(resolve)),
    listPassed: async () => [],
    listLive: async (sessionIds) => new Set(sessionIds),
    liveVersion: () => version,
    listTouched,
    report: (error) => {
      throw error;
    },
  });
});
afterEach(() => {
  streams.endAll();
  for (const end of pauses) end();
});

const open = (accountId: string) => {
  const written: string[] = [];
  const watch = { accountId, sessionId: accountId, ticketId: `t-${accountId}`, after: '7' };
  streams.add(watch, { write: (text) => written.push(text), end: () => undefined });
  return () => written.filter((text) => text.includes('event: live'));
};
/** Lets the streams poll once more, and waits until they pause again. */
const nextPoll = async () => {
  await vi.waitFor(() => expect(pauses).toHaveLength(1));
  pauses.pop()?.();
  await vi.waitFor(() => expect(pauses).toHaveLength(1));
};

test('goes to the accounts whose trains changed, once, by one query for all', async () => {
  const [mine, alsoMine, other] = [open('a'), open('a'), open('untouched')];
  await nextPoll();
  expect(listTouched).not.toHaveBeenCalled();
  version = 6;
  await nextPoll();
  expect(listTouched.mock.calls).toEqual([[['a', 'untouched'], 4]]);
  expect([mine(), alsoMine(), other()]).toEqual([
    ['id: 7\nevent: live\ndata: {}\n\n'],
    ['id: 7\nevent: live\ndata: {}\n\n'],
    [],
  ]);
  await nextPoll();
  expect(listTouched).toHaveBeenCalledTimes(1);
});

test('is not sent for changes before the stream was opened', async () => {
  version = 9;
  const mine = open('a');
  await nextPoll();
  expect(mine()).toEqual([]);
});

test('no more streams are opened than the process keeps, until one has ended', () => {
  const add = (accountId: string) =>
    streams.add(
      { accountId, sessionId: accountId, ticketId: 't', after: '0' },
      { write: () => undefined, end: () => undefined },
    );
  const [first] = [add('a'), add('b'), add('c')];
  expect(streams.size).toBe(3);
  expect(add('d')).toBe(false);
  if (first) first();
  expect(add('d')).not.toBe(false);
});
