import { describe, expect, test } from 'vitest';
import { lateMailsOf, newsOfRide, type RideNews, type RideState } from './ride-news.ts';

const ON_TIME: RideState = { runs: true, departAt: 1_000_000, minutesLate: 0, platform: '30', seatsGone: [] };
/** Notifies a traveller of each state in turn. Returns the news of each. */
function newsOf(...states: readonly Partial<RideState>[]): (RideNews | undefined)[] {
  let known = ON_TIME;
  return states.map((state) => {
    const found = newsOfRide(known, { ...ON_TIME, ...state });
    ({ known } = found);
    return found.news;
  });
}
const late = (...minutes: readonly number[]) => newsOf(...minutes.map((minutesLate) => ({ minutesLate })));

describe('a delay', () => {
  test('is news when it reaches five minutes, each five further, and when it is over', () => {
    expect(late(4, 5, 6, 9, 10, 10, 14, 6, 5, 2, 1, 0)).toEqual([
      undefined,
      'late',
      undefined,
      undefined,
      'late',
      undefined,
      undefined,
      undefined,
      'late',
      undefined,
      'onTime',
      undefined,
    ]);
  });
  test('that was never news is not over', () => {
    expect(late(3, 4, 0, -1)).toEqual([undefined, undefined, undefined, undefined]);
  });
  test('that grows in small steps is news', () => {
    expect(late(1, 2, 3, 4, 5)).toEqual([undefined, undefined, undefined, undefined, 'late']);
  });
  test('that is not known any more is not over', () => {
    expect(
      newsOf({ minutesLate: 10 }, { minutesLate: null }, { minutesLate: 11 }, { minutesLate: 0 }),
    ).toEqual(['late', undefined, undefined, 'onTime']);
  });
  test('is news after another change that was news meanwhile', () => {
    expect(newsOf({ minutesLate: 3, platform: '12' }, { minutesLate: 5, platform: '12' })).toEqual([
      'platform',
      'late',
    ]);
  });
});

test('a train is cancelled once, whatever else is said of it, and restored once', () => {
  const states = [{ runs: false }, { runs: false, minutesLate: 20 }, {}, {}, { runs: false }];
  expect(newsOf(...states)).toEqual(['cancelled', undefined, 'restored', undefined, 'cancelled']);
});

test('a seat is lost once, and another one again', () => {
  const [one, two] = ['4-1A', '4-1B'];
  const states = [{ seatsGone: [one] }, { seatsGone: [one] }, { seatsGone: [one, two] }, {}];
  expect(newsOf(...states)).toEqual(['seatGone', undefined, 'seatGone', undefined]);
});

test('another platform is news, also after a time in which none was known', () => {
  const states = [{ platform: '12' }, { platform: '12' }, { platform: null }, { platform: '30' }];
  expect(newsOf(...states)).toEqual(['platform', undefined, undefined, 'platform']);
});

test('a platform that only becomes known is no news; another one after it is', () => {
  const unknown = { ...ON_TIME, platform: null };
  const known = newsOfRide(unknown, ON_TIME);
  expect(known.news).toBeUndefined();
  expect(newsOfRide(known.known, { ...ON_TIME, platform: '1' }).news).toBe('platform');
});

test('the most urgent of several changes is the news', () => {
  expect(
    newsOf({ seatsGone: ['4-1A'], platform: '12', minutesLate: 20 }, { departAt: 2_000_000, platform: '1' }),
  ).toEqual(['seatGone', 'retimed']);
});

test('a mail is worth a quarter of an hour', () => {
  expect([-3, 0, 14, 15, 29, 30, 100].map(lateMailsOf)).toEqual([0, 0, 0, 1, 1, 2, 6]);
});
