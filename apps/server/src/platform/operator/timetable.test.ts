// A booking that needs a newer timetable than this process serves.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onNewestTimetable, TimetableChangedError, type Edition, type Timetable } from './timetable.ts';

/** What a booking may wait, so that its call is answered within three seconds. */
const LIMIT_MS = 2_000;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A timetable whose newer edition, number 2, takes `ms` to read. */
function newerAfter(ms: number): Timetable {
  let generation = 1;
  return {
    get current() {
      return { generation } as Edition;
    },
    refresh: () =>
      new Promise((resolve) => {
        setTimeout(() => {
          generation = 2;
          resolve();
        }, ms);
      }),
  };
}
const booking = async ({ generation }: Edition) => {
  if (generation < 2) throw new TimetableChangedError();
  return 'booked';
};

test('it waits until the newer timetable is read', async () => {
  const booked = onNewestTimetable(newerAfter(1_000), booking);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await booked).toBe('booked');
  expect(vi.getTimerCount()).toBe(0);
});

test('it is refused in time, to be sent again, if the reading takes longer', async () => {
  const timetable = newerAfter(10_000);
  const refused = onNewestTimetable(timetable, booking).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(LIMIT_MS);
  expect(await Promise.race([refused, 'still waiting'])).toMatchObject({
    code: 'REQ-0010',
    retryAfter: expect.any(Number),
  });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await onNewestTimetable(timetable, booking)).toBe('booked');
});
