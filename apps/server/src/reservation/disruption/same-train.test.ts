// A train that runs under another trip id with the same number, day and stops is the same train: its reservations stay on it.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { FeedScenario } from '../../../test/reservation/feed-scenario.ts';
import { TRAIN_14 } from '../../../test/reservation/seat-client.ts';

let scenario: FeedScenario;
beforeAll(async () => {
  scenario = await FeedScenario.open();
});
afterAll(() => scenario.close());
beforeEach(() => scenario.reset());

const LEGS = [0, 1, 2, 3].map((leg) => `4-4A/${leg}`);
const NONE = { cancelled: 0, retimed: 0, seatGone: 0, restored: 0 };

test('a train taken out for the day and put in 25 minutes later is retimed, not cancelled, and keeps the seat', async () => {
  const id = await scenario.who.me.book(['in'], ['4-4A']);
  expect((await scenario.preview('retimedForADay')).reservations).toEqual({ ...NONE, retimed: 1 });
  expect(await scenario.start('retimedForADay')).toBe(1);
  expect(await scenario.detail(id)).toMatchObject({
    state: 1,
    departureId: TRAIN_14.departureId,
    trainNo: '14',
    departAt: '2026-04-01 10:40:00',
    disruption: { kind: 'retimed', bookedDepartAt: '2026-04-01 10:15:00' },
  });
  expect((await scenario.detail(id)).stops).toHaveLength(5);
  expect(await scenario.legs()).toEqual(LEGS);
  expect(await scenario.kinds()).toEqual(['retimed']);
});

test('new bookings are on the same departure, whichever id they name, and a seat is sold once', async () => {
  await scenario.who.me.book(['in'], ['4-4A']);
  await scenario.start('retimedForADay');
  const query = { ticketIds: 'p1', date: '2026-04-01', from: TRAIN_14.from, to: TRAIN_14.to };
  const { data } = await scenario.who.me.get('ticketTrainList', query);
  const listed = data as { departureId: string; trainNo: string; departAt: string }[];
  expect(listed.filter(({ trainNo }) => trainNo === '14')).toMatchObject([
    { departureId: TRAIN_14.departureId, departAt: '2026-04-01 10:40:00' },
  ]);
  const special = { departureId: 'haruka-14-special@2026-04-01' };
  expect(await scenario.who.other.hold(['b1'], ['4-4A'], special)).toBe('SEAT-0002');
  const theirs = await scenario.who.other.book(['b1'], ['4-4B'], special);
  expect(await scenario.detail(theirs, scenario.who.other)).toMatchObject({
    departureId: TRAIN_14.departureId,
  });
});

test('replaced again, and then as booked: still the same train', async () => {
  const id = await scenario.who.me.book(['in'], ['4-4A']);
  await scenario.start('retimedForADay');
  expect(await scenario.start('retimedAgain')).toBe(1);
  expect(await scenario.detail(id)).toMatchObject({ departAt: '2026-04-01 10:45:00', trainNo: '14' });
  expect(await scenario.start('same')).toBe(1);
  expect((await scenario.detail(id)).disruption?.kind).toBe('restored');
  expect(await scenario.legs()).toEqual(LEGS);
  expect(await scenario.kinds()).toEqual(['(retimed)', '(retimed)', 'restored']);
});

test('an edition that numbers all its trips anew notifies nobody', async () => {
  const id = await scenario.who.me.book(['in'], ['4-4A']);
  const tomorrow = await scenario.who.me.book(['p1'], ['4-4A'], { departureId: 'haruka-18@2026-04-02' });
  expect(await scenario.start('renumbered')).toBe(0);
  for (const each of [id, tomorrow]) expect((await scenario.detail(each)).disruption).toBeUndefined();
  expect((await scenario.detail(id)).stops).toHaveLength(5);
  expect(await scenario.who.other.hold(['b1'], ['4-4A'])).toBe('SEAT-0002');
  // The numbers change back.
  expect(await scenario.start('same')).toBe(0);
  expect(await scenario.kinds()).toEqual([]);
});

test('a train with the same number and other stops is another train', async () => {
  const id = await scenario.who.me.book(['in'], ['4-4A']);
  expect(await scenario.start('otherStopsForADay')).toBe(1);
  expect((await scenario.detail(id)).disruption?.kind).toBe('cancelled');
  expect(await scenario.legs()).toEqual([]);
});
