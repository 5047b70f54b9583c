// Trains that a feed adds: the desk gives them cars, seats are reserved, the desk takes the cars away, the feed goes on.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import fc from 'fast-check';
import type { ChangeEffects } from '@kippu/contract/calls/desk/live';
import type { Train } from '@kippu/contract/calls/traveller/train';
import { openTestDeps, readOperator, type TestDeps } from '../../../test/app-context.ts';
import { storeAlerts } from '../../../test/live/stored-alerts.ts';
import { LiveServer } from '../../../test/reservation/live-server.ts';
import { newerFeed } from '../../../test/reservation/feed.ts';
import { KIX, seatClient, seedSeats, type SeatClient } from '../../../test/reservation/seat-client.ts';
import { addStaff, asking, emailOf, tryToSignIn, type AskDesk } from '../../../test/staff.ts';
import { emptyTables } from '../../../test/test-database.ts';
import { replaceExtraTrains } from '../../live/extra/extra-store.ts';
import type { ExtraTrain } from '../../live/extra/read-extra.ts';
import { findDeparture } from '../../reservation/timetable/departure.ts';
import { readRealtime } from '../../live/feed/read-realtime.ts';
import { feedOf, FADES_MS, update } from '../../../test/live/small-railway.ts';
import { inTransaction } from '../../platform/db/database.ts';

const DAY = '2026-04-01';
const START = Date.parse(`${DAY}T09:00:00+09:00`);
const at = (time: string) => Date.parse(`${DAY}T${time}:00+09:00`);
const EXTRA: ExtraTrain = {
  tripId: 'extra-1',
  serviceDate: DAY,
  routeId: 'HARUKA',
  trainNo: '',
  stops: [
    { stationId: KIX, arriveAt: at('10:20'), departAt: at('10:20'), platform: '3' },
    { stationId: 'tennoji', arriveAt: at('10:50'), departAt: at('10:51') },
    { stationId: 'kyoto', arriveAt: at('11:40'), departAt: at('11:40') },
  ],
};

let deps: TestDeps;
let server: LiveServer;
let desk: AskDesk;
let client: SeatClient;
let formation: string;

beforeAll(async () => {
  deps = await openTestDeps(START);
});
afterAll(() => deps.close());
beforeEach(begin);
afterEach(() => server.close());

async function begin(): Promise<void> {
  deps.advance(START - deps.clock());
  await emptyTables(deps.db);
  await seedSeats(deps.db, deps.operator, START);
  server = await LiveServer.open(deps);
  const staffApp = { ...deps, deps, app: server.app };
  await addStaff(deps, 'editor');
  const { token } = (await tryToSignIn(staffApp, emailOf('editor'))).json().data;
  desk = asking(server, token);
  client = await seatClient(server.app, deps.db, 'a0', START);
  await feedAdds(EXTRA);
  const day = await dayOf();
  formation = day.formations.find(({ cars }: { cars: number[] }) => cars.includes(4)).formationId;
}

/** The feed's newest reading. */
async function feedAdds(...trains: ExtraTrain[]): Promise<void> {
  await storeAlerts(deps.db, [], deps.clock());
  await inTransaction(deps.db, (trx) => replaceExtraTrains(trx, 1, trains));
}
const dayOf = async () => (await desk('GET', 'occupancy', { date: DAY })).json().data;
const train = { tripId: EXTRA.tripId, serviceDate: DAY };
const withCars = (more: object = {}) => ({ trainNo: '9001', formation, lostCars: [], ...more });
const change = async (cars: object | null) => {
  const answer = (await desk('POST', 'added-train', { ...train, cars })).json();
  await server.follow();
  return answer;
};
const tried = async (cars: object | null) =>
  (await desk('POST', 'added-train/try', { ...train, cars })).json();
const listed = async (): Promise<Train | undefined> => {
  const { data } = await client.get('ticketTrainList', {
    ticketIds: 'p1',
    date: DAY,
    from: KIX,
    to: 'kyoto',
  });
  return (data as Train[]).find(({ departAt }) => departAt === `${DAY} 10:20:00`);
};
const hasTrain = ({ timetable }: LiveServer, departureId: string) =>
  findDeparture(timetable.current.operator, departureId) !== undefined;
/** Returns the reservation's id, or the code of the refusal. */
const book = (departureId: string, seat: string, ticketId = 'p1') =>
  client.book([ticketId], [seat], { departureId });
const isRefused = (answer: string) => /^[A-Z]+-\d+$/.test(answer);
const mine = async () => {
  const { data } = await client.get('reserveList', { tab: 'upcoming' });
  return (data as { items: { reservationId: string; disruption?: { kind: string } }[] }).items;
};

test('an added train gets cars, is sold, and is no extra train any more', async () => {
  expect((await dayOf()).extra).toMatchObject([{ tripId: 'extra-1' }]);
  expect(await listed()).toMatchObject({ isExtra: true, selectable: false });
  const { code, data } = await change(withCars());
  expect(code).toBe('OK');
  const shown = await listed();
  expect(shown).toMatchObject({ departureId: data.departureId, trainNo: '9001', selectable: true });
  expect(shown?.isExtra).toBeUndefined();
  const day = await dayOf();
  expect(day.extra).toEqual([]);
  expect(day.trains.find((each: { addedAs?: string }) => each.addedAs === 'extra-1')).toMatchObject({
    departureId: data.departureId,
    trainNo: '9001',
  });
  expect(isRefused(await book(data.departureId, '4-4A'))).toBe(false);
});

test('a number is stored without invisible characters', async () => {
  const { data } = await change(withCars({ trainNo: '9\u202e0\u200b01' }));
  expect((await desk('GET', 'train-run', { departureId: data.departureId })).json().data.trainNo).toBe(
    '9001',
  );
});

test('a missing car is not sold from the first moment', async () => {
  const { data } = await change(withCars({ lostCars: [4] }));
  expect(isRefused(await book(data.departureId, '4-4A'))).toBe(true);
  expect(
    (await desk('GET', 'train-run', { departureId: data.departureId })).json().data.run.lostCars,
  ).toEqual([4]);
});

test.each<[string, () => object, string]>([
  ['an unknown formation', () => withCars({ formation: 'none' }), 'DESK-0010'],
  ['a car that the formation lacks', () => withCars({ lostCars: [88] }), 'DESK-0011'],
  ['the number of another train', () => withCars({ trainNo: '14' }), 'REQ-0001'],
  ['an invisible number', () => withCars({ trainNo: '\u200b' }), 'REQ-0001'],
])('%s is refused, and tried with the same answer', async (_what, cars, code) => {
  expect(await tried(cars())).toMatchObject({ code });
  expect(await change(cars())).toMatchObject({ code });
  expect((await dayOf()).extra).toHaveLength(1);
});

test('cars are given once, and taken away once', async () => {
  expect(await change(null)).toMatchObject({ code: 'DESK-0001' });
  await change(withCars());
  expect(await change(withCars({ trainNo: '9002' }))).toMatchObject({ code: 'DESK-0001' });
  await change(null);
  expect(await change(null)).toMatchObject({ code: 'DESK-0001' });
});

test('a train that no feed adds, or that has arrived, gets no cars', async () => {
  await feedAdds({ ...EXTRA, tripId: 'another' });
  expect(await change(withCars())).toMatchObject({ code: 'SEAT-0013' });
  await feedAdds({ ...EXTRA, stops: EXTRA.stops.map((stop) => ({ ...stop, arriveAt: START - 1 })) });
  expect(await change(withCars())).toMatchObject({ code: 'DESK-0008' });
});

test('without cars its reservations lose the train as the desk was shown, and have it again with cars', async () => {
  const { data } = await change(withCars());
  await book(data.departureId, '4-4A');
  const lost = await tried(null);
  expect(lost.data.losesTrain).toEqual({ reservations: 1, travellers: 1 });
  await change(null);
  expect((await mine())[0]?.disruption?.kind).toBe('cancelled');
  expect((await dayOf()).extra).toHaveLength(1);
  const again = await tried(withCars());
  expect(again.data.restored).toEqual({ reservations: 1, travellers: 1 });
  await change(withCars());
  expect((await mine())[0]?.disruption?.kind).toBe('restored');
});

test('a feed goes on to speak of it: it is late, cancelled, and gone, and silence changes nothing', async () => {
  const { data } = await change(withCars());
  const word = (scheduleRelationship: number, times: string[]) => {
    const trip = { tripId: 'extra-1', startDate: '20260401', scheduleRelationship };
    const stops = times.map((time, index) => ({
      stopId: EXTRA.stops[index]?.stationId ?? '',
      arrival: { time: BigInt(at(time) / 1000) },
      departure: { time: BigInt(at(time) / 1000) },
    }));
    const feeds = [feedOf([update(trip, stops)], deps.clock())];
    return readRealtime(feeds, server.timetable.current.operator, deps.clock(), FADES_MS);
  };
  const late = word(1, ['10:30', '11:00', '11:50']);
  expect(late.reports.get(1)?.extraTrains).toEqual([]);
  const own = late.words.get(data.departureId);
  expect(Object.values(own?.update?.delays ?? {})[0]).toMatchObject({ depart: 600 });
  expect(word(3, []).words.get(data.departureId)?.update?.runs).toBe(false);
  await feedAdds();
  await server.follow();
  expect(await listed()).toMatchObject({ selectable: true });
});

test('another timetable keeps the train, and so does a process that starts', async () => {
  const { data } = await change(withCars());
  await book(data.departureId, '4-4A');
  await server.publish(await newerFeed('tenLater', deps.config.operatorDir));
  expect(await server.follow()).toBe(0);
  const other = await LiveServer.open(deps);
  expect(hasTrain(other, data.departureId)).toBe(true);
  await other.close();
  expect(await mine()).toMatchObject([{}]);
  expect((await mine())[0]?.disruption).toBeUndefined();
});

test('the other process sells it within its next look, and reads no file for that', async () => {
  let reads = 0;
  const other = await LiveServer.open(deps, (input) => {
    reads += 1;
    return readOperator(input);
  });
  const before = reads;
  const { data } = await change(withCars());
  await other.timetable.refresh();
  expect(hasTrain(other, data.departureId)).toBe(true);
  expect(reads).toBe(before);
  await other.close();
});

type Step = 'give' | 'giveShort' | 'take' | 'bookA' | 'bookB' | 'vanish' | 'appear' | 'cancel' | 'run';
const STEPS: Step[] = ['give', 'giveShort', 'take', 'bookA', 'bookB', 'vanish', 'appear', 'cancel', 'run'];

test('random days: no seat is sold twice, and what the desk is shown is what comes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...STEPS), { minLength: 4, maxLength: 10 }), async (steps) => {
      await server.close();
      await begin();
      let departureId = '';
      const tickets = ['p1', 'p2', 'p3', 'p4'];
      const booked: string[] = [];
      for (const step of steps) {
        if (step === 'vanish') await feedAdds();
        else if (step === 'appear') await feedAdds(EXTRA);
        else if (step === 'bookA' || step === 'bookB') {
          const ticketId = tickets[booked.length];
          if (departureId === '' || ticketId === undefined) continue;
          const seat = step === 'bookA' ? '4-4A' : '4-4B';
          if (!isRefused(await book(departureId, seat, ticketId))) booked.push(seat);
        } else if (step === 'cancel' || step === 'run') {
          if (departureId === '') continue;
          await server.say('feed', departureId, step === 'cancel' ? { runs: false } : null);
          // What the feed changes is no effect of the desk's next act.
          await server.moveLive();
        } else {
          const cars = step === 'take' ? null : withCars({ lostCars: step === 'giveShort' ? [4] : [] });
          const before = await kindsOf();
          const shown = await tried(cars);
          const done = await change(cars);
          expect(done.code).toBe(shown.code);
          if (done.code !== 'OK') continue;
          departureId = done.data.departureId;
          await server.moveLive();
          const after = await kindsOf();
          const effects = shown.data as ChangeEffects;
          expect(changedTo(before, after, 'cancelled')).toBe(effects.losesTrain.reservations);
          expect(changedTo(before, after, 'seatGone')).toBe(effects.losesSeat.reservations);
          expect(changedTo(before, after, 'restored')).toBe(effects.restored.reservations);
        }
      }
      expect(new Set(booked).size).toBe(booked.length);
    }),
    { numRuns: 12, examples: [[['give', 'bookA', 'give', 'cancel', 'take', 'give']]] },
  );
}, 120_000);

const kindsOf = async () =>
  (await mine()).map(({ reservationId, disruption }) => [reservationId, disruption?.kind ?? ''] as const);
type Kinds = Awaited<ReturnType<typeof kindsOf>>;
const changedTo = (before: Kinds, after: Kinds, kind: string) =>
  after.filter(([id, now]) => now === kind && new Map(before).get(id) !== kind).length;
