// When the mails of the evening before are due where clocks change: the hour is the clock's, and the day of the trips has 23 or 25 hours.
import { theRules } from '@kippu/domain/rules';
import { setZone } from '@kippu/domain/time/zone';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { queueEveMails } from './eve-mails.ts';

interface Due {
  readonly day: string;
  readonly from: number;
  readonly to: number;
  readonly bookedBefore: number;
}
const claimed = vi.hoisted(() => vi.fn<(trx: unknown, due: Due) => Promise<readonly never[]>>());
vi.mock('./eve-store.ts', () => ({ claimTrips: claimed }));
vi.mock('../../platform/db/database.ts', () => ({
  inTransaction: (_db: unknown, work: (trx: unknown) => unknown) => work({}),
}));

const HOUR_MS = 3_600_000;
const JAPAN = { rules: { ...theRules() } };
beforeAll(() => {
  setZone('Europe/Zurich');
  Object.assign(theRules(), { eveMailHour: 18 });
});
afterAll(() => {
  setZone('Asia/Tokyo');
  Object.assign(theRules(), JAPAN.rules);
});
beforeEach(() => claimed.mockReset().mockResolvedValue([]));

/** Looks for due mails at a moment. Returns the window that is asked for; undefined if it is too early. */
async function dueAt(moment: string): Promise<Due | undefined> {
  const deps = { db: {}, clock: () => Date.parse(moment), queue: { addAll: vi.fn(), wake: vi.fn() } };
  await queueEveMails(deps as unknown as Parameters<typeof queueEveMails>[0]);
  return claimed.mock.calls[0]?.[1];
}

test.each([
  ['before the day of 23 hours', '2026-03-28T17:00:00Z', '2026-03-29', 23],
  ['on the day of 23 hours', '2026-03-29T16:00:00Z', '2026-03-30', 24],
  ['before the day of 25 hours', '2026-10-24T16:00:00Z', '2026-10-25', 25],
  ['on the day of 25 hours', '2026-10-25T17:00:00Z', '2026-10-26', 24],
])('%s, mails are due from 18:00 of the clock, of the whole next day', async (_name, at, day, hours) => {
  expect(await dueAt(new Date(Date.parse(at) - 1000).toISOString())).toBeUndefined();
  const due = await dueAt(at);
  expect(due).toMatchObject({ day, bookedBefore: Date.parse(at) });
  expect(due && (due.to - due.from) / HOUR_MS).toBe(hours);
});
