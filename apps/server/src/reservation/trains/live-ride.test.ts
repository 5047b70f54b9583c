// What travellers read of a train that does not run as its timetable says: in the list of trains and of their own reservations.
import { expect, test } from 'vitest';
import type { Reservation } from '@kippu/contract/calls/traveller/seat';
import type { Train } from '@kippu/contract/calls/traveller/train';
import { eachLiveMorning } from '../../../test/reservation/live-morning.ts';
import { KIX, TRAIN_14 } from '../../../test/reservation/seat-client.ts';

const TRAIN = TRAIN_14.departureId;
const MINUTE = 60_000;
const morning = eachLiveMorning();

const listed = async (to = 'kyoto'): Promise<Train | undefined> => {
  const ticketIds = to === 'kyoto' ? 'p1' : 'tennoji';
  const { data } = await morning.client.get('ticketTrainList', {
    ticketIds,
    date: '2026-04-01',
    from: KIX,
    to,
  });
  return (data as Train[]).find(({ departureId }) => departureId === TRAIN);
};
const detail = async (reservationId: string): Promise<Reservation> =>
  (await morning.client.post('loadReserveDetail', { reservationId })).data;

test('nothing is said of a train of which nothing is known', async () => {
  const id = await morning.client.book(['p1'], ['4-4A']);
  for (const shown of [await listed(), await detail(id)]) {
    expect(shown).not.toHaveProperty('live');
    expect(JSON.stringify(shown?.stops)).not.toMatch(/expected|skipped/);
  }
});

test('a late train shows its expected times, its platform and the words of the desk', async () => {
  const id = await morning.client.book(['p1'], ['4-4A']);
  await morning.server.say('feed', TRAIN, { delays: { [KIX]: { depart: 600 } }, platforms: { [KIX]: '9' } });
  morning.deps.advance(MINUTE);
  await morning.server.say('desk', TRAIN, {
    words: { ja: '強風のため遅れています', en: 'Late because of wind' },
  });
  const live = {
    asOf: '2026-04-01 09:00:00',
    isOld: false,
    runs: true,
    hasLeft: false,
    expectedDepartAt: '2026-04-01 10:25:00',
    expectedArriveAt: '2026-04-01 11:45:00',
    words: expect.objectContaining({
      textJp: '強風のため遅れています',
      textEn: 'Late because of wind',
      textKr: 'Late because of wind',
    }) as object,
  };
  for (const shown of [await listed(), await detail(id)]) {
    expect(shown?.live).toEqual(live);
    expect(shown).toMatchObject({ departAt: '2026-04-01 10:15:00', platform: '9' });
    expect(shown?.stops?.at(-1)).toMatchObject({
      arriveAt: '2026-04-01 11:35:00',
      expectedArriveAt: '2026-04-01 11:45:00',
    });
  }
  morning.deps.advance(10 * MINUTE);
  expect((await listed())?.live?.isOld).toBe(true);
});

test('another platform than planned is the platform, and the planned one stands beside it', async () => {
  const ride = { from: 'tennoji', to: 'kyoto' };
  const list = async () => {
    const { data } = await morning.client.get('ticketTrainList', {
      ticketIds: 'p1',
      date: '2026-04-01',
      ...ride,
    });
    return (data as Train[]).find(({ departureId }) => departureId === TRAIN);
  };
  const planned = (await list())?.platform;
  const id = await morning.client.book(['p1'], ['4-4A'], ride);
  await morning.server.say('desk', TRAIN, { platforms: { tennoji: '16' } });
  for (const shown of [await list(), await detail(id)]) {
    expect(shown).toMatchObject({ platform: '16', live: { platformChanged: { planned } } });
    expect(shown?.live).not.toHaveProperty('expectedDepartAt');
  }
  await morning.server.say('desk', TRAIN, { platforms: { tennoji: planned ?? '' } });
  expect((await list())?.live).not.toHaveProperty('platformChanged');
});

test('a cancelled train is listed, cannot be chosen, and says why', async () => {
  const id = await morning.client.book(['p1'], ['4-4A']);
  await morning.server.say('desk', TRAIN, { runs: false });
  const shown = await listed();
  expect(shown).toMatchObject({
    selectable: false,
    reason: 'SEAT-0015',
    live: { runs: false, cut: 'train' },
  });
  expect(shown?.live).not.toHaveProperty('expectedDepartAt');
  expect((await detail(id)).live).toMatchObject({ runs: false, cut: 'train' });
  expect(await morning.client.hold(['p2'], ['4-4B'])).toBe('SEAT-0015');
  const map = await morning.client.get('seatMap', { departureId: TRAIN, from: KIX, to: 'kyoto' });
  expect(map.code).toBe('SEAT-0015');
});

test('a train that leaves out a stop is cut only for those who need the stop', async () => {
  await morning.server.say('feed', TRAIN, { skipped: ['tennoji'] });
  expect(await listed('tennoji')).toMatchObject({
    selectable: false,
    reason: 'SEAT-0016',
    live: { runs: false, cut: 'to' },
  });
  const whole = await listed();
  expect(whole).toMatchObject({ selectable: true, live: { runs: true } });
  expect(whole?.stops.filter(({ skipped }) => skipped).map(({ stationId }) => stationId)).toEqual([
    'tennoji',
  ]);
});

test('a late train stays in the list until it leaves, and its seats can be seen', async () => {
  await morning.server.say('feed', TRAIN, { delays: { [KIX]: { depart: 1800 } } });
  await morning.waitUntil('10:30:00');
  await morning.server.say('feed', TRAIN, { delays: { [KIX]: { depart: 1800 } } });
  expect(await listed()).toMatchObject({ selectable: true });
  const map = { departureId: TRAIN, from: KIX, to: 'kyoto' };
  expect((await morning.client.get('seatMap', map)).code).toBe('OK');
  await morning.server.say('feed', TRAIN, { delays: { [KIX]: { depart: 1800 } }, left: KIX });
  expect(await listed()).toMatchObject({ selectable: false, reason: 'SEAT-0004', live: { hasLeft: true } });
  expect((await morning.client.get('seatMap', map)).code).toBe('SEAT-0004');
});
