// What travellers may do after a newer timetable took their train or their seat.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Reservation } from '@kippu/contract/calls/traveller/seat';
import { FeedScenario } from '../../../test/reservation/feed-scenario.ts';
import { KIX, TRAIN_14 } from '../../../test/reservation/seat-client.ts';

let scenario: FeedScenario;
beforeAll(async () => {
  scenario = await FeedScenario.open();
});
afterAll(() => scenario.close());
beforeEach(() => scenario.reset());

const sold = (seat: string, to: number) => Array.from({ length: to }, (_, leg) => `${seat}/${leg}`);

describe('what the traveller may do', () => {
  const LATER = { ...TRAIN_14, departureId: 'haruka-18@2026-04-01' };
  const move = async (id: string, ticketId: string, ride = LATER) => {
    const holdId = await scenario.who.me.hold([ticketId], ['4-4A'], { ...ride, change: id });
    return scenario.who.me.post('seatChange', { reservationId: id, holdId });
  };

  test('the seat of a cancelled train moves to another train, on a ticket without reservations left, long after departure', async () => {
    const id = await scenario.who.me.book(['in'], ['4-4A']);
    await scenario.start('tripGone');
    await scenario.waitUntil('10:40:00');
    expect(await scenario.listed('upcoming')).toEqual([id]);
    expect(await scenario.listed('past')).toEqual([]);
    expect((await scenario.who.me.get('loadChangeInfo', { reservationId: id })).data).toMatchObject({
      perTicket: [{ ticketId: 'in', left: 1 }],
    });
    const moved = await move(id, 'in');
    expect(moved.data).toMatchObject({ reservationId: id, state: 1, departureId: LATER.departureId });
    expect((moved.data as Reservation).disruption).toBeUndefined();
    expect((await scenario.detail(id)).disruption).toBeUndefined();
    expect(await scenario.kinds()).toEqual(['(cancelled)']);
    expect(await scenario.start('tripGone')).toBe(0);
  });

  test('the reservation can be cancelled, and the ticket gets it back', async () => {
    const id = await scenario.who.me.book(['in'], ['4-4A']);
    await scenario.start('tripGone');
    await scenario.waitUntil('10:40:00');
    expect((await scenario.who.me.post('seatCancel', { reservationId: id })).data).toMatchObject({
      state: 2,
    });
    expect(await scenario.kinds()).toEqual(['(cancelled)']);
    expect(await scenario.who.me.book(['in'], ['4-4A'], LATER)).not.toMatch(/^SEAT/);
  });

  test('a normal booking of another train replaces the lost one, which did not block it', async () => {
    const id = await scenario.who.me.book(['in'], ['4-4A']);
    await scenario.start('tripGone');
    expect((await scenario.who.me.get('loadPlanInfo', { ticketIds: 'in' })).data).toMatchObject({
      perTicket: [{ ticketId: 'in', left: 1 }],
    });
    const booked = await scenario.who.me.book(['in'], ['4-4A'], LATER);
    expect(await scenario.listed('upcoming')).toEqual([booked]);
    expect(await scenario.detail(id)).toMatchObject({ state: 2 });
    expect(await scenario.kinds()).toEqual(['(cancelled)']);
    // When the train is restored, its seat is free.
    expect(await scenario.start('same')).toBe(0);
  });

  test('when one of two passes books the next train in the same hours, the other pass can still choose', async () => {
    const id = await scenario.who.me.book(['p1', 'p2'], ['4-4A', '4-4B']);
    await scenario.start('tripGone');
    const booked = await scenario.who.me.book(['p1'], ['4-4A'], LATER);
    const left = await scenario.detail(id);
    expect([left.state, left.seats.map(({ ticketId }) => ticketId)]).toEqual([1, ['p2']]);
    expect((await move(id, 'p2', { ...LATER, departureId: 'haruka-20@2026-04-01' })).code).toBe('OK');
    expect(await scenario.listed('upcoming')).toEqual([booked, id]);
  });

  test.each(['haruka-60@2026-04-01', 'haruka-4@2026-04-02'])(
    'a pass that lost a train after midnight can book a train of that evening or of that morning: %s',
    async (departureId) => {
      const id = await scenario.who.me.book(['p1'], ['4-4A'], { departureId: 'haruka-62@2026-04-01' });
      await scenario.start('nightGone');
      expect(await scenario.detail(id)).toMatchObject({
        date: '2026-04-02',
        disruption: { kind: 'cancelled' },
      });
      const booked = await scenario.who.me.book(['p1'], ['4-4A'], { departureId });
      expect(await scenario.listed('upcoming')).toEqual([booked]);
      expect((await scenario.detail(id)).state).toBe(2);
    },
  );

  test('a pass books another day or the other direction: the lost train can still be exchanged', async () => {
    const id = await scenario.who.me.book(['p1'], ['4-4A']);
    await scenario.start('tripGone');
    await scenario.who.me.book(['p1'], ['4-4A'], { departureId: 'haruka-18@2026-04-02' });
    await scenario.who.me.book(['p1'], ['4-4A'], {
      departureId: 'haruka-41@2026-04-01',
      from: 'kyoto',
      to: KIX,
    });
    expect(await scenario.detail(id)).toMatchObject({ state: 1, disruption: { kind: 'cancelled' } });
  });

  test('a train that does not run cannot be booked, and a hold on it cannot be saved', async () => {
    const holdId = await scenario.who.me.hold(['p1'], ['4-4A']);
    await scenario.start('dayRemoved');
    expect((await scenario.who.me.post('seatSave', { holdId })).code).toBe('SEAT-0013');
    expect(await scenario.who.me.hold(['p1'], ['4-4A'])).toBe('SEAT-0013');
    const query = { ticketIds: 'p1', date: '2026-04-01', from: KIX, to: 'kyoto' };
    expect((await scenario.who.me.get('ticketTrainList', query)).data).toEqual([]);
    expect(await scenario.who.me.hold(['p1'], ['4-4A'], { departureId: 'haruka-14@2026-04-02' })).not.toMatch(
      /^SEAT/,
    );
  });

  test('a hold on a train whose times changed must be made again', async () => {
    const holdId = await scenario.who.me.hold(['p1'], ['4-4A']);
    await scenario.start('tenLater');
    expect((await scenario.who.me.post('seatSave', { holdId })).code).toBe('SEAT-0008');
  });

  test('a train that now left early can be exchanged until the departure time that was booked', async () => {
    const id = await scenario.who.me.book(['in'], ['4-4A']);
    await scenario.start('hourEarlier');
    await scenario.waitUntil('09:30:00');
    expect(await scenario.detail(id)).toMatchObject({ state: 1, changeableUntil: '2026-04-01 10:15:00' });
    expect(await scenario.listed('upcoming')).toEqual([id]);
    expect((await move(id, 'in')).code).toBe('OK');
  });

  test('that last second counts: listed, moved, cancelled and transferred', async () => {
    const id = await scenario.who.me.book(['in'], ['4-4A']);
    const given = await scenario.who.me.book(['p1'], ['4-5A']);
    const dropped = await scenario.who.me.book(['p2'], ['4-5B']);
    await scenario.start('hourEarlier');
    await scenario.waitUntil('10:15:00');
    expect((await scenario.listed('upcoming')).toSorted()).toEqual([id, given, dropped].toSorted());
    expect(await scenario.listed('past')).toEqual([]);
    expect(await scenario.detail(id)).toMatchObject({ state: 1 });
    await scenario.give('p1', 'given-1');
    expect((await scenario.detail(given, scenario.who.other)).state).toBe(1);
    expect((await scenario.who.me.post('seatCancel', { reservationId: dropped })).data).toMatchObject({
      state: 2,
    });
    expect((await move(id, 'in')).code).toBe('OK');
  });

  test('after that second it is refused', async () => {
    const id = await scenario.who.me.book(['in'], ['4-4A']);
    await scenario.start('hourEarlier');
    await scenario.waitUntil('10:15:01');
    expect(await scenario.detail(id)).toMatchObject({ state: 3 });
    expect((await scenario.who.me.post('seatCancel', { reservationId: id })).code).toBe('SEAT-0004');
  });

  test("a transferred ticket takes its cancelled reservation along, also out of a group's reservation", async () => {
    const alone = await scenario.who.me.book(['p1'], ['4-4A']);
    await scenario.who.me.book(['p2', 'p3'], ['4-5A', '4-5B']);
    await scenario.start('tripGone');
    for (const ticketId of ['p1', 'p2']) await scenario.give(ticketId, `split-${ticketId}`);
    for (const id of [alone, 'split-p2'])
      expect((await scenario.detail(id, scenario.who.other)).disruption?.kind).toBe('cancelled');
    expect((await scenario.listed('upcoming', scenario.who.other)).toSorted()).toEqual(
      [alone, 'split-p2'].toSorted(),
    );
  });
});

describe('a group in two cars', () => {
  test('when one seat of a group in two cars is gone, only that seat is lost, and the other stays reserved', async () => {
    const id = await scenario.who.me.book(['p1', 'p2'], ['4-4A', '3-5A']);
    expect(await scenario.start('noCarFour')).toBe(1);
    expect((await scenario.detail(id)).disruption).toMatchObject({ kind: 'seatGone', seatsGone: ['4-4A'] });
    expect(await scenario.legs()).toEqual(sold('3-5A', 4));
    expect(await scenario.who.other.hold(['b1'], ['3-5A'])).toBe('SEAT-0002');
    // Notified once, and again when the other seat goes too.
    expect(await scenario.start('noCarFour')).toBe(0);
    expect(await scenario.start('noCarsThreeAndFour')).toBe(1);
    expect((await scenario.detail(id)).disruption).toMatchObject({ seatsGone: ['3-5A', '4-4A'] });
  });

  test('the group moves together: one keeps its seat, the other gets a new one', async () => {
    const id = await scenario.who.me.book(['p1', 'p2'], ['4-4A', '3-5A']);
    await scenario.start('noCarFour');
    const half = await scenario.who.me.post('seatHold', {
      ...TRAIN_14,
      ticketIds: ['p1'],
      seats: ['3-6A'],
      change: id,
    });
    expect(half.code).toBe('SEAT-0007');
    const holdId = await scenario.who.me.hold(['p1', 'p2'], ['3-5B', '3-5A'], { change: id });
    const { data } = await scenario.who.me.post('seatChange', { reservationId: id, holdId });
    const moved = data as Reservation;
    expect(moved.disruption).toBeUndefined();
    expect(moved.seats.map(({ ticketId, seatInfo }) => [ticketId, seatInfo])).toEqual([
      ['p2', '3-5A'],
      ['p1', '3-5B'],
    ]);
    expect(await scenario.legs()).toEqual([...sold('3-5A', 4), ...sold('3-5B', 4)]);
    expect(await scenario.start('noCarFour')).toBe(0);
  });

  test.each([
    ['p1', 'split', 'seatGone', undefined],
    ['p2', 'split', undefined, 'seatGone'],
  ])(
    '%s of that group transferred: only the owner of the lost seat is notified',
    async (ticketId, newId, theirs, mine) => {
      const id = await scenario.who.me.book(['p1', 'p2'], ['4-4A', '3-5A']);
      await scenario.start('noCarFour');
      await scenario.give(ticketId, newId);
      expect((await scenario.detail(newId, scenario.who.other)).disruption?.kind).toBe(theirs);
      expect((await scenario.detail(id)).disruption?.kind).toBe(mine);
    },
  );

  test.each([
    [['p1'], undefined, ['3-5A', '3-5B']],
    [['p2'], 'seatGone', ['3-5B']],
    [['p1', 'p2'], undefined, ['3-5B']],
    [['p2', 'p3'], 'seatGone', []],
  ])(
    '%j of a group of three, p1 without a seat, cancel theirs: the others are notified of %s',
    async (ticketIds, kind, kept) => {
      const id = await scenario.who.me.book(['p1', 'p2', 'p3'], ['4-4A', '3-5A', '3-5B']);
      await scenario.start('noCarFour');
      expect((await scenario.who.me.post('seatCancel', { reservationId: id, ticketIds })).data).toMatchObject(
        { state: 2 },
      );
      expect((await scenario.detail(id)).disruption?.kind).toBe(kind);
      expect(await scenario.legs()).toEqual(kept.flatMap((seat) => sold(seat, 4)));
    },
  );
});
