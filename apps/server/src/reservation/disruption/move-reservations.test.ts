// What a newer timetable does to reserved seats.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Reservation } from '@kippu/contract/calls/traveller/seat';
import type { Feed } from '../../../test/reservation/feed.ts';
import { FeedScenario } from '../../../test/reservation/feed-scenario.ts';

let scenario: FeedScenario;
beforeAll(async () => {
  scenario = await FeedScenario.open();
});
afterAll(() => scenario.close());
beforeEach(() => scenario.reset());

const sold = (seat: string, to: number) => Array.from({ length: to }, (_, leg) => `${seat}/${leg}`);

describe('what a newer timetable does to a reservation from the airport to Kyoto in 4-4A', () => {
  const BOOKED = { departAt: '2026-04-01 10:15:00', arriveAt: '2026-04-01 11:35:00' };
  test.each<[Feed, string | null, Partial<Reservation>, string[]]>([
    ['same', null, BOOKED, sold('4-4A', 4)],
    ['tripGone', 'cancelled', { ...BOOKED, trainNo: '14', trainNameEn: 'HARUKA' }, []],
    ['dayRemoved', 'cancelled', BOOKED, []],
    ['tenLater', 'retimed', { ...BOOKED, departAt: '2026-04-01 10:25:00' }, sold('4-4A', 4)],
    ['noTennoji', null, BOOKED, sold('4-4A', 3)],
    ['tennojiLonger', null, BOOKED, sold('4-4A', 4)],
    ['noCarFour', 'seatGone', BOOKED, []],
  ])('%s: %s', async (feed, kind, shown, seats) => {
    const id = await scenario.who.me.book(['in'], ['4-4A']);
    expect(await scenario.start(feed)).toBe(kind === null ? 0 : 1);
    const seen = await scenario.detail(id);
    expect({ ...seen, trainNameEn: seen.trainNameEn.toUpperCase() }).toMatchObject({ state: 1, ...shown });
    expect(seen.disruption?.kind ?? null).toBe(kind);
    if (kind)
      expect(seen.disruption).toMatchObject({
        bookedDepartAt: BOOKED.departAt,
        bookedArriveAt: BOOKED.arriveAt,
      });
    expect(await scenario.legs()).toEqual(seats);
    // A second start records nothing.
    expect(await scenario.start(feed)).toBe(0);
    expect(await scenario.kinds()).toEqual(kind ? [kind] : []);
  });

  test('a stop that is no longer served cancels the rides that begin there, and no others', async () => {
    const long = await scenario.who.me.book(['p1'], ['4-4A']);
    const short = await scenario.who.me.book(['p2'], ['4-5A'], { from: 'tennoji' });
    expect(await scenario.start('noTennoji')).toBe(1);
    expect((await scenario.detail(long)).disruption).toBeUndefined();
    expect((await scenario.detail(short)).disruption?.kind).toBe('cancelled');
    expect(await scenario.legs()).toEqual(sold('4-4A', 3));
  });

  test('seats of rides that meet at a stop stay separate when the stops are renumbered', async () => {
    await scenario.who.me.book(['p1'], ['4-4A'], { to: 'osaka' });
    await scenario.who.other.book(['b1'], ['4-4A'], { from: 'osaka' });
    expect(await scenario.start('noTennoji')).toBe(0);
    expect(await scenario.legs()).toEqual(sold('4-4A', 3));
  });

  test('two accounts on one train are both notified', async () => {
    await scenario.who.me.book(['p1'], ['4-4A']);
    const theirs = await scenario.who.other.book(['b1'], ['4-4B']);
    expect(await scenario.start('tripGone')).toBe(2);
    expect((await scenario.detail(theirs, scenario.who.other)).disruption?.kind).toBe('cancelled');
    expect((await scenario.who.me.post('loadReserveDetail', { reservationId: theirs })).code).toBe(
      'SEAT-0001',
    );
  });

  test('departed and cancelled reservations are left unchanged', async () => {
    await scenario.who.me.book(['p1'], ['4-4A']);
    const dropped = await scenario.who.me.book(['p2'], ['4-4B'], { departureId: 'haruka-14@2026-04-02' });
    await scenario.who.me.post('seatCancel', { reservationId: dropped });
    await scenario.waitUntil('10:15:00');
    expect(await scenario.start('tripGone')).toBe(0);
    expect(await scenario.kinds()).toEqual([]);
    // A removed train keeps its name.
    expect((await scenario.detail(dropped)).trainNo).toBe('14');
  });

  test('changed twice, then as booked: each change is recorded and compared with the booking', async () => {
    const id = await scenario.who.me.book(['in'], ['4-4A']);
    expect([
      await scenario.start('tenLater'),
      await scenario.start('fiveLater'),
      await scenario.start('same'),
    ]).toEqual([1, 1, 1]);
    expect(await scenario.kinds()).toEqual(['(retimed)', '(retimed)', 'restored']);
    expect(await scenario.detail(id)).toMatchObject({
      departAt: BOOKED.departAt,
      disruption: { kind: 'restored', bookedDepartAt: BOOKED.departAt },
    });
  });

  test('cancelled and put back: the traveller has the seat again', async () => {
    const id = await scenario.who.me.book(['in'], ['4-4A']);
    await scenario.start('tripGone');
    expect(await scenario.start('same')).toBe(1);
    expect((await scenario.detail(id)).disruption?.kind).toBe('restored');
    expect(await scenario.legs()).toEqual(sold('4-4A', 4));
    expect(await scenario.who.other.hold(['b1'], ['4-4A'])).toBe('SEAT-0002');
  });

  test.each([
    [1, 'restored'],
    [2, 'cancelled'],
  ])('put back when a pass of two reservations has %i other: it is %s', async (others, kind) => {
    const { me } = scenario.who;
    const id = await me.book(['p1'], ['4-4A']);
    await scenario.start('tripGone');
    for (const date of ['2026-04-02', '2026-04-03'].slice(0, others))
      await me.book(['p1'], ['4-5A'], { departureId: `haruka-16@${date}` });
    expect(await scenario.start('same')).toBe(kind === 'restored' ? 1 : 0);
    expect((await scenario.detail(id)).disruption?.kind).toBe(kind);
    const seats = (await scenario.legs()).filter((leg) => leg.startsWith('4-4A'));
    expect(seats).toEqual(kind === 'restored' ? sold('4-4A', 4) : []);
    // A later timetable does not count it either.
    expect(await scenario.start('tenLater')).toBe(kind === 'restored' ? 1 : 0);
  });

  test('two reservations of a pass are put back while it has one reservation left: the earlier one returns', async () => {
    const { me } = scenario.who;
    const first = await me.book(['p1'], ['4-4A']);
    const second = await me.book(['p1'], ['4-4A'], { departureId: 'haruka-14@2026-04-02' });
    await scenario.start('tripGone');
    await me.book(['p1'], ['4-5A'], { departureId: 'haruka-16@2026-04-03' });
    expect(await scenario.start('same')).toBe(1);
    expect((await scenario.detail(first)).disruption?.kind).toBe('restored');
    expect((await scenario.detail(second)).disruption?.kind).toBe('cancelled');
  });

  test('put back when another traveller has the seat: it is lost, and the other traveller keeps it', async () => {
    const id = await scenario.who.me.book(['in'], ['4-4A'], { from: 'tennoji' });
    await scenario.start('noTennoji');
    await scenario.who.other.book(['b1'], ['4-4A']);
    await scenario.start('same');
    expect((await scenario.detail(id)).disruption?.kind).toBe('seatGone');
    expect(await scenario.legs()).toEqual(sold('4-4A', 4));
  });
});
