// Trains that are cancelled, cut or have other cars on their day: who is notified, and who keeps which seat.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { LiveLayer } from '@kippu/domain/live/live-train';
import { FeedScenario } from '../../../test/reservation/feed-scenario.ts';
import { KIX, TRAIN_14 } from '../../../test/reservation/seat-client.ts';
import { disruptionTexts } from './disruption-texts.ts';

const TRAIN = TRAIN_14.departureId;
let scenario: FeedScenario;

beforeAll(async () => {
  scenario = await FeedScenario.open();
});
afterAll(() => scenario.close());
beforeEach(() => scenario.reset());

/** A source says something of train 14, and reservations follow. Returns how many were disrupted. */
const say = (layer: Omit<LiveLayer, 'asOf'> | null, source: 'feed' | 'desk' = 'feed') =>
  scenario.say(source, TRAIN, layer);
const book = () => scenario.who.me.book(['p1'], ['4-4A']);

test('a car that comes back brings its seats back before anybody books them', async () => {
  const id = await book();
  expect(await say({ lostCars: [4] })).toBe(1);
  expect((await scenario.detail(id)).disruption?.kind).toBe('seatGone');
  await scenario.sayOnly('feed', TRAIN, null);
  expect(await scenario.who.other.hold(['b1'], ['4-4A'])).toBe('SEAT-0002');
  expect((await scenario.detail(id)).disruption?.kind).toBe('restored');
});

describe('a cancelled train', () => {
  test('is notified once, keeps the seat, and lets its traveller move for free', async () => {
    const id = await book();
    const legs = await scenario.legs();
    expect(await say({ runs: false })).toBe(1);
    expect(await say({ runs: false, words: { en: 'Storm' } })).toBe(0);
    expect(await scenario.kinds()).toEqual(['cancelled']);
    expect(await scenario.legs()).toEqual(legs);
    expect(await scenario.detail(id)).toMatchObject({
      state: 1,
      disruption: { kind: 'cancelled' },
      changeableUntil: '2026-04-08 10:15:00',
    });
    await scenario.waitUntil('11:00:00');
    expect(await scenario.listed('upcoming')).toEqual([id]);
    const { me } = scenario.who;
    const later = { departureId: 'haruka-18@2026-04-01', change: id };
    const holdId = await me.hold(['p1'], ['4-4A'], later);
    expect((await me.post('seatChange', { reservationId: id, holdId })).code).toBe('OK');
    expect(await scenario.kinds()).toEqual(['(cancelled)']);
  });

  describe('of a ticket in use', () => {
    beforeEach(() =>
      scenario.deps.db
        .updateTable('ticket')
        .set({ status: 'inUse', abt_expire_date: new Date('2026-04-01T23:59:59+09:00') })
        .where('ticket_id', '=', 'p1')
        .execute(),
    );

    test('may be moved until the ticket ends, as the reservation and the mail say', async () => {
      const id = await book();
      await say({ runs: false });
      const seen = await scenario.detail(id);
      expect(seen.changeableUntil).toBe('2026-04-01 23:59:59');
      expect(seen.disruption).not.toHaveProperty('noTrainLeft');
      if (!seen.disruption) throw new Error('no disruption');
      expect(disruptionTexts(seen, seen.disruption, 'en').next).toContain('until Wed 1 April 2026, 23:59;');
      await scenario.waitUntil('24:00:00');
      expect([await scenario.listed('upcoming'), await scenario.listed('past')]).toEqual([[], [id]]);
      expect((await scenario.detail(id)).state).toBe(3);
    });

    test('says to ask the staff where no later train is left', async () => {
      const id = await book();
      await say({ runs: false });
      await scenario.waitUntil('23:30:00');
      const seen = await scenario.detail(id);
      expect(seen).toMatchObject({ state: 1, disruption: { kind: 'cancelled', noTrainLeft: true } });
      if (!seen.disruption) throw new Error('no disruption');
      const { title, next } = disruptionTexts(seen, seen.disruption, 'en');
      expect(next).toMatch(/ask the station staff today\.$/);
      expect(title).toBe('HARUKA 14 is cancelled');
    });
  });

  test('that had left by the timetable and runs after all lets a chosen seat on another train be taken', async () => {
    const id = await book();
    await scenario.waitUntil('10:20:00');
    await say({ runs: false });
    const { me } = scenario.who;
    const later = { departureId: 'haruka-18@2026-04-01', change: id };
    const holdId = await me.hold(['p1'], ['4-4A'], later);
    await say(null);
    expect((await scenario.detail(id)).disruption?.kind).toBe('restored');
    expect((await me.post('seatChange', { reservationId: id, holdId })).code).toBe('OK');
  });

  test('comes back as it was', async () => {
    const id = await book();
    const before = await scenario.detail(id);
    await say({ runs: false });
    expect(await say(null)).toBe(1);
    const { disruption, ...after } = await scenario.detail(id);
    expect(disruption?.kind).toBe('restored');
    expect(after).toEqual(before);
    expect(await scenario.kinds()).toEqual(['(cancelled)', 'restored']);
    expect(await say({ delays: { [KIX]: { depart: 600 } } })).toBe(0);
  });

  test('is notified also when it was late and its planned time is over', async () => {
    await book();
    await say({ delays: { [KIX]: { depart: 5400 } } });
    await scenario.waitUntil('11:40:00');
    expect(await say({ runs: false })).toBe(1);
  });

  test('lets its ticket book another train instead, which frees the seat', async () => {
    await book();
    await say({ runs: false });
    const { me } = scenario.who;
    expect(await me.book(['p1'], ['4-4A'], { departureId: 'haruka-18@2026-04-01' })).toMatch(
      /^[0-9a-f-]{36}$/,
    );
    expect(await say(null)).toBe(0);
    expect(await me.book(['p2'], ['4-4A'])).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('that runs again says that its seat was given up for other trains, and is not moved any more', async () => {
    const { me } = scenario.who;
    const id = await book();
    await say({ runs: false });
    for (const day of ['2026-04-02', '2026-04-03'])
      expect(await me.book(['p1'], ['4-4A'], { departureId: `haruka-14@${day}` })).toMatch(/^[0-9a-f-]{36}$/);
    expect(await say(null)).toBe(0);
    const seen = await scenario.detail(id);
    expect(seen).toMatchObject({
      changeableUntil: '2026-04-01 10:10:00',
      disruption: { kind: 'cancelled', givenUp: true },
    });
    if (!seen.disruption) throw new Error('no disruption');
    expect(disruptionTexts(seen, seen.disruption, 'en').title).toContain('runs again, without your seat');
    const unmailed = scenario.deps.db
      .selectFrom('disruption')
      .select('mailed_at')
      .where('reservation_id', '=', id);
    expect(await unmailed.execute()).toEqual([{ mailed_at: null }]);
    await scenario.waitUntil('11:40:00');
    expect(await scenario.listed('past')).toContain(id);
    expect((await scenario.who.me.post('seatCancel', { reservationId: id })).code).toBe('SEAT-0004');
  });

  test('is booked by nobody, and its seats by nobody else after it runs again', async () => {
    await book();
    await say({ runs: false });
    expect(await scenario.who.other.book(['b1'], ['4-4A'])).toBe('SEAT-0008');
    expect(await scenario.who.other.hold(['b1'], ['4-4A'])).toBe('SEAT-0015');
    await say(null);
    expect(await scenario.who.other.hold(['b1'], ['4-4A'])).toBe('SEAT-0002');
  });

  test('is restored by the desk although the feed goes on, and cut again when the desk undoes it', async () => {
    await book();
    await say({ runs: false });
    expect(await say({ runs: true }, 'desk')).toBe(1);
    expect(await say({ runs: false, delays: { [KIX]: null } })).toBe(0);
    expect(await say(null, 'desk')).toBe(1);
    expect(await scenario.kinds()).toEqual(['(cancelled)', '(restored)', 'cancelled']);
  });
});

test('a stop that is left out concerns those who board or leave there', async () => {
  const me = await scenario.who.me.book(['tennoji'], ['4-4A'], { to: 'tennoji' });
  const through = await scenario.who.other.book(['b1'], ['4-4B']);
  expect(await say({ skipped: ['tennoji'] })).toBe(1);
  expect(await scenario.detail(me)).toMatchObject({ disruption: { kind: 'cancelled' }, live: { cut: 'to' } });
  expect(await scenario.detail(through, scenario.who.other)).not.toHaveProperty('disruption');
});

test('a car that is missing takes its seats away, and brings them back', async () => {
  const id = await book();
  expect(await say({ lostCars: [4] })).toBe(1);
  expect(await scenario.detail(id)).toMatchObject({ disruption: { kind: 'seatGone', seatsGone: ['4-4A'] } });
  expect(await scenario.legs()).toEqual([]);
  expect(await say(null)).toBe(1);
  expect(await scenario.detail(id)).toMatchObject({ disruption: { kind: 'restored' } });
  expect(await scenario.legs()).not.toEqual([]);
});

test('a delay and another platform disrupt nothing', async () => {
  await book();
  expect(await say({ delays: { [KIX]: { depart: 3600 } }, platforms: { tennoji: '1' } })).toBe(0);
  expect(await scenario.kinds()).toEqual([]);
});

describe('with a newer timetable meanwhile', () => {
  test('a cancelled train is notified with its new time when it runs again', async () => {
    const id = await book();
    await say({ runs: false });
    expect(await scenario.start('tenLater')).toBe(0);
    expect(await scenario.kinds()).toEqual(['cancelled']);
    expect(await scenario.legs()).toHaveLength(4);
    expect(await say(null)).toBe(1);
    expect(await scenario.detail(id)).toMatchObject({
      departAt: '2026-04-01 10:25:00',
      disruption: { kind: 'retimed', bookedDepartAt: '2026-04-01 10:15:00' },
    });
  });

  test('a stop fewer moves the kept legs too', async () => {
    const id = await book();
    const legs = await scenario.legs();
    await say({ runs: false });
    expect(await scenario.start('noTennoji')).toBe(0);
    expect(await scenario.legs()).toHaveLength(legs.length - 1);
    expect(await say(null)).toBe(1);
    expect(await scenario.detail(id)).toMatchObject({ disruption: { kind: 'restored' } });
  });

  test('a train that the timetable drops too is notified only once, and comes back with both', async () => {
    const id = await book();
    await say({ runs: false });
    expect(await scenario.start('tripGone')).toBe(0);
    expect(await say(null)).toBe(0);
    expect(await scenario.kinds()).toEqual(['cancelled']);
    expect(await scenario.start('same')).toBe(1);
    expect(await scenario.detail(id)).toMatchObject({ disruption: { kind: 'restored' } });
    expect(await scenario.legs()).toHaveLength(4);
  });
});

test('a process that ends before it has moved the reservations loses nothing', async () => {
  await book();
  await scenario.sayOnly('feed', TRAIN, { runs: false });
  expect(await scenario.kinds()).toEqual([]);
  expect(await scenario.moveLive()).toBe(1);
  expect(await scenario.moveLive()).toBe(0);
});

test('a booking that commits after the reservations followed is found by the second look', async () => {
  await say({ runs: false });
  await book();
  const { db } = scenario.deps;
  await say({ runs: true });
  const id = await book();
  await db.updateTable('live_train').set({ move_from: null, moves_left: 0 }).execute();
  await say({ runs: false });
  await db.deleteFrom('disruption').execute();
  expect(await scenario.moveLive()).toBe(0);
  scenario.deps.advance(31_000);
  expect(await scenario.moveLive()).toBe(1);
  expect(await scenario.detail(id)).toMatchObject({ disruption: { kind: 'cancelled' } });
  scenario.deps.advance(31_000);
  expect(await scenario.moveLive()).toBe(0);
});
