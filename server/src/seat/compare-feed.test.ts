// What a newer timetable does to reserved seats.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Reservation } from '@kippu/contract/seat';
import type { Feed } from './feed-fixture.ts';
import { FeedStage } from './feed-stage.ts';

let stage: FeedStage;
beforeAll(async () => {
  stage = await FeedStage.open();
});
afterAll(() => stage.close());
beforeEach(() => stage.reset());

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
    const id = await stage.who.me.book(['in'], ['4-4A']);
    expect(await stage.start(feed)).toBe(kind === null ? 0 : 1);
    const seen = await stage.detail(id);
    expect({ ...seen, trainNameEn: seen.trainNameEn.toUpperCase() }).toMatchObject({ state: 1, ...shown });
    expect(seen.disruption?.kind ?? null).toBe(kind);
    if (kind)
      expect(seen.disruption).toMatchObject({
        bookedDepartAt: BOOKED.departAt,
        bookedArriveAt: BOOKED.arriveAt,
      });
    expect(await stage.legs()).toEqual(seats);
    // A second start has nothing to tell.
    expect(await stage.start(feed)).toBe(0);
    expect(await stage.kinds()).toEqual(kind ? [kind] : []);
  });

  test('a stop that is no longer served cancels the ride that began there, and no other', async () => {
    const long = await stage.who.me.book(['p1'], ['4-4A']);
    const short = await stage.who.me.book(['p2'], ['4-5A'], { from: 'tennoji' });
    expect(await stage.start('noTennoji')).toBe(1);
    expect((await stage.detail(long)).disruption).toBeUndefined();
    expect((await stage.detail(short)).disruption?.kind).toBe('cancelled');
    expect(await stage.legs()).toEqual(sold('4-4A', 3));
  });

  test('seats that touch at a stop stay apart when the stops are numbered anew', async () => {
    await stage.who.me.book(['p1'], ['4-4A'], { to: 'osaka' });
    await stage.who.other.book(['b1'], ['4-4A'], { from: 'osaka' });
    expect(await stage.start('noTennoji')).toBe(0);
    expect(await stage.legs()).toEqual(sold('4-4A', 3));
  });

  test('two accounts on one train: both are told', async () => {
    await stage.who.me.book(['p1'], ['4-4A']);
    const theirs = await stage.who.other.book(['b1'], ['4-4B']);
    expect(await stage.start('tripGone')).toBe(2);
    expect((await stage.detail(theirs, stage.who.other)).disruption?.kind).toBe('cancelled');
    expect((await stage.who.me.post('loadReserveDetail', { reservationId: theirs })).code).toBe('SEAT-0001');
  });

  test('what is over is left alone: departed, and cancelled before', async () => {
    await stage.who.me.book(['p1'], ['4-4A']);
    const dropped = await stage.who.me.book(['p2'], ['4-4B'], { departureId: 'haruka-14@2026-04-02' });
    await stage.who.me.post('seatCancel', { reservationId: dropped });
    await stage.waitUntil('10:15:00');
    expect(await stage.start('tripGone')).toBe(0);
    expect(await stage.kinds()).toEqual([]);
    // What was called so still is.
    expect((await stage.detail(dropped)).trainNo).toBe('14');
  });

  test('changed twice, then as booked: each is told, and the booking is what it is compared with', async () => {
    const id = await stage.who.me.book(['in'], ['4-4A']);
    expect([
      await stage.start('tenLater'),
      await stage.start('fiveLater'),
      await stage.start('same'),
    ]).toEqual([1, 1, 1]);
    expect(await stage.kinds()).toEqual(['(retimed)', '(retimed)', 'restored']);
    expect(await stage.detail(id)).toMatchObject({
      departAt: BOOKED.departAt,
      disruption: { kind: 'restored', bookedDepartAt: BOOKED.departAt },
    });
  });

  test('cancelled and put back: the seat is the traveller’s again', async () => {
    const id = await stage.who.me.book(['in'], ['4-4A']);
    await stage.start('tripGone');
    expect(await stage.start('same')).toBe(1);
    expect((await stage.detail(id)).disruption?.kind).toBe('restored');
    expect(await stage.legs()).toEqual(sold('4-4A', 4));
    expect(await stage.who.other.hold(['b1'], ['4-4A'])).toBe('SEAT-0002');
  });

  test('put back when somebody else has the seat: it is gone, and theirs stays', async () => {
    const id = await stage.who.me.book(['in'], ['4-4A'], { from: 'tennoji' });
    await stage.start('noTennoji');
    await stage.who.other.book(['b1'], ['4-4A']);
    await stage.start('same');
    expect((await stage.detail(id)).disruption?.kind).toBe('seatGone');
    expect(await stage.legs()).toEqual(sold('4-4A', 4));
  });
});
