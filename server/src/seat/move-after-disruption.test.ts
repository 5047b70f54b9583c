// What travellers may do after a newer timetable took their train or their seat.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Reservation } from '@kippu/contract/seat';
import { FeedStage } from './feed-stage.ts';
import { KIX, TRAIN_14 } from './seat-caller.ts';

let stage: FeedStage;
beforeAll(async () => {
  stage = await FeedStage.open();
});
afterAll(() => stage.close());
beforeEach(() => stage.reset());

const sold = (seat: string, to: number) => Array.from({ length: to }, (_, leg) => `${seat}/${leg}`);

describe('what the traveller may do', () => {
  const LATER = { ...TRAIN_14, departureId: 'haruka-18@2026-04-01' };
  const move = async (id: string, ticketId: string, ride = LATER) => {
    const holdId = await stage.who.me.hold([ticketId], ['4-4A'], { ...ride, change: id });
    return stage.who.me.post('seatChange', { reservationId: id, holdId });
  };

  test('a cancelled train’s seat moves to another, on a ticket that has no reservation left, long after departure', async () => {
    const id = await stage.who.me.book(['in'], ['4-4A']);
    await stage.start('tripGone');
    await stage.waitUntil('10:40:00');
    expect(await stage.listed('upcoming')).toEqual([id]);
    expect(await stage.listed('past')).toEqual([]);
    expect((await stage.who.me.get('loadChangeInfo', { reservationId: id })).data).toMatchObject({
      perTicket: [{ ticketId: 'in', left: 1 }],
    });
    const moved = await move(id, 'in');
    expect(moved.data).toMatchObject({ reservationId: id, state: 1, departureId: LATER.departureId });
    expect((moved.data as Reservation).disruption).toBeUndefined();
    expect((await stage.detail(id)).disruption).toBeUndefined();
    expect(await stage.kinds()).toEqual(['(cancelled)']);
    expect(await stage.start('tripGone')).toBe(0);
  });

  test('or is cancelled, and the reservation comes back to the ticket', async () => {
    const id = await stage.who.me.book(['in'], ['4-4A']);
    await stage.start('tripGone');
    await stage.waitUntil('10:40:00');
    expect((await stage.who.me.post('seatCancel', { reservationId: id })).data).toMatchObject({ state: 2 });
    expect(await stage.kinds()).toEqual(['(cancelled)']);
    expect(await stage.who.me.book(['in'], ['4-4A'], LATER)).not.toMatch(/^SEAT/);
  });

  test('or books another train the plain way: it stands in for the lost one, whose ticket it did not keep', async () => {
    const id = await stage.who.me.book(['in'], ['4-4A']);
    await stage.start('tripGone');
    expect((await stage.who.me.get('loadPlanInfo', { ticketIds: 'in' })).data).toMatchObject({
      perTicket: [{ ticketId: 'in', left: 1 }],
    });
    const booked = await stage.who.me.book(['in'], ['4-4A'], LATER);
    expect(await stage.listed('upcoming')).toEqual([booked]);
    expect(await stage.detail(id)).toMatchObject({ state: 2 });
    expect(await stage.kinds()).toEqual(['(cancelled)']);
    // The train that comes back finds nobody waiting for it.
    expect(await stage.start('same')).toBe(0);
  });

  test('of two on passes one books the next train, in the same hours: the other still has the choice', async () => {
    const id = await stage.who.me.book(['p1', 'p2'], ['4-4A', '4-4B']);
    await stage.start('tripGone');
    const booked = await stage.who.me.book(['p1'], ['4-4A'], LATER);
    const left = await stage.detail(id);
    expect([left.state, left.seats.map(({ ticketId }) => ticketId)]).toEqual([1, ['p2']]);
    expect((await move(id, 'p2', { ...LATER, departureId: 'haruka-20@2026-04-01' })).code).toBe('OK');
    expect(await stage.listed('upcoming')).toEqual([booked, id]);
  });

  test.each(['haruka-60@2026-04-01', 'haruka-4@2026-04-02'])(
    'of a lost train past midnight a pass is free with a train of that evening or of that morning: %s',
    async (departureId) => {
      const id = await stage.who.me.book(['p1'], ['4-4A'], { departureId: 'haruka-62@2026-04-01' });
      await stage.start('nightGone');
      expect(await stage.detail(id)).toMatchObject({ date: '2026-04-02', disruption: { kind: 'cancelled' } });
      const booked = await stage.who.me.book(['p1'], ['4-4A'], { departureId });
      expect(await stage.listed('upcoming')).toEqual([booked]);
      expect((await stage.detail(id)).state).toBe(2);
    },
  );

  test('a pass books another day or the other way: the lost train still waits for its choice', async () => {
    const id = await stage.who.me.book(['p1'], ['4-4A']);
    await stage.start('tripGone');
    await stage.who.me.book(['p1'], ['4-4A'], { departureId: 'haruka-18@2026-04-02' });
    await stage.who.me.book(['p1'], ['4-4A'], {
      departureId: 'haruka-41@2026-04-01',
      from: 'kyoto',
      to: KIX,
    });
    expect(await stage.detail(id)).toMatchObject({ state: 1, disruption: { kind: 'cancelled' } });
  });

  test('nobody books what does not run, nor saves a hold on it', async () => {
    const holdId = await stage.who.me.hold(['p1'], ['4-4A']);
    await stage.start('dayRemoved');
    expect((await stage.who.me.post('seatSave', { holdId })).code).toBe('SEAT-0013');
    expect(await stage.who.me.hold(['p1'], ['4-4A'])).toBe('SEAT-0013');
    const query = { ticketIds: 'p1', date: '2026-04-01', from: KIX, to: 'kyoto' };
    expect((await stage.who.me.get('ticketTrainList', query)).data).toEqual([]);
    expect(await stage.who.me.hold(['p1'], ['4-4A'], { departureId: 'haruka-14@2026-04-02' })).not.toMatch(
      /^SEAT/,
    );
  });

  test('a hold on a train whose times changed has to be made anew', async () => {
    const holdId = await stage.who.me.hold(['p1'], ['4-4A']);
    await stage.start('tenLater');
    expect((await stage.who.me.post('seatSave', { holdId })).code).toBe('SEAT-0008');
  });

  test('an earlier train that has left may be moved until it was to leave when booked', async () => {
    const id = await stage.who.me.book(['in'], ['4-4A']);
    await stage.start('hourEarlier');
    await stage.waitUntil('09:30:00');
    expect(await stage.detail(id)).toMatchObject({ state: 1, changeableUntil: '2026-04-01 10:15:00' });
    expect(await stage.listed('upcoming')).toEqual([id]);
    expect((await move(id, 'in')).code).toBe('OK');
  });

  test('and no longer after that', async () => {
    const id = await stage.who.me.book(['in'], ['4-4A']);
    await stage.start('hourEarlier');
    await stage.waitUntil('10:15:01');
    expect(await stage.detail(id)).toMatchObject({ state: 3 });
    expect(await stage.listed('past')).toEqual([id]);
    expect((await stage.who.me.post('seatCancel', { reservationId: id })).code).toBe('SEAT-0004');
  });

  test('a transferred ticket takes the cancelled reservation along, one of a group too', async () => {
    const alone = await stage.who.me.book(['p1'], ['4-4A']);
    await stage.who.me.book(['p2', 'p3'], ['4-5A', '4-5B']);
    await stage.start('tripGone');
    for (const ticketId of ['p1', 'p2']) await stage.give(ticketId, `split-${ticketId}`);
    for (const id of [alone, 'split-p2'])
      expect((await stage.detail(id, stage.who.other)).disruption?.kind).toBe('cancelled');
    expect((await stage.listed('upcoming', stage.who.other)).toSorted()).toEqual(
      [alone, 'split-p2'].toSorted(),
    );
  });
});

describe('a group in two cars', () => {
  test('of a group in two cars one seat is gone: it alone, and the other is still nobody else’s', async () => {
    const id = await stage.who.me.book(['p1', 'p2'], ['4-4A', '3-5A']);
    expect(await stage.start('noCarFour')).toBe(1);
    expect((await stage.detail(id)).disruption).toMatchObject({ kind: 'seatGone', seatsGone: ['4-4A'] });
    expect(await stage.legs()).toEqual(sold('3-5A', 4));
    expect(await stage.who.other.hold(['b1'], ['3-5A'])).toBe('SEAT-0002');
    // Told once, and again when the other goes too.
    expect(await stage.start('noCarFour')).toBe(0);
    expect(await stage.start('noCarsThreeAndFour')).toBe(1);
    expect((await stage.detail(id)).disruption).toMatchObject({ seatsGone: ['3-5A', '4-4A'] });
  });

  test('that group moves whole: one keeps its seat, the other has a new one', async () => {
    const id = await stage.who.me.book(['p1', 'p2'], ['4-4A', '3-5A']);
    await stage.start('noCarFour');
    const half = await stage.who.me.post('seatHold', {
      ...TRAIN_14,
      ticketIds: ['p1'],
      seats: ['3-6A'],
      change: id,
    });
    expect(half.code).toBe('SEAT-0007');
    const holdId = await stage.who.me.hold(['p1', 'p2'], ['3-5B', '3-5A'], { change: id });
    const { data } = await stage.who.me.post('seatChange', { reservationId: id, holdId });
    const moved = data as Reservation;
    expect(moved.disruption).toBeUndefined();
    expect(moved.seats.map(({ ticketId, seatInfo }) => [ticketId, seatInfo])).toEqual([
      ['p2', '3-5A'],
      ['p1', '3-5B'],
    ]);
    expect(await stage.legs()).toEqual([...sold('3-5A', 4), ...sold('3-5B', 4)]);
    expect(await stage.start('noCarFour')).toBe(0);
  });

  test.each([
    ['p1', 'split', 'seatGone', undefined],
    ['p2', 'split', undefined, 'seatGone'],
  ])(
    '%s of that group given away: only who has no seat is told so',
    async (ticketId, newId, theirs, mine) => {
      const id = await stage.who.me.book(['p1', 'p2'], ['4-4A', '3-5A']);
      await stage.start('noCarFour');
      await stage.give(ticketId, newId);
      expect((await stage.detail(newId, stage.who.other)).disruption?.kind).toBe(theirs);
      expect((await stage.detail(id)).disruption?.kind).toBe(mine);
    },
  );

  test.each([
    [['p1'], undefined, ['3-5A', '3-5B']],
    [['p2'], 'seatGone', ['3-5B']],
    [['p1', 'p2'], undefined, ['3-5B']],
    [['p2', 'p3'], 'seatGone', []],
  ])(
    '%j of a group of three, p1 without a seat, cancel theirs: the rest is told %s',
    async (ticketIds, told, kept) => {
      const id = await stage.who.me.book(['p1', 'p2', 'p3'], ['4-4A', '3-5A', '3-5B']);
      await stage.start('noCarFour');
      expect((await stage.who.me.post('seatCancel', { reservationId: id, ticketIds })).data).toMatchObject({
        state: 2,
      });
      expect((await stage.detail(id)).disruption?.kind).toBe(told);
      expect(await stage.legs()).toEqual(kept.flatMap((seat) => sold(seat, 4)));
    },
  );
});
