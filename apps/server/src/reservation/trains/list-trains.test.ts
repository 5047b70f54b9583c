// What a traveller sees of a train besides its times: stops, platform, front end, Green car.
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TrainStop } from '@kippu/contract/calls/traveller/seat';
import type { RidePart, TrainFront } from '@kippu/contract/calls/traveller/train';
import { buildApp } from '../../app.ts';
import { openTestDeps, type TestDeps } from '../../../test/app-context.ts';
import { frontOf } from '../timetable/formation-seats.ts';
import {
  KIX,
  seedSeats,
  TRAIN_14,
  seatClient,
  type SeatClient,
} from '../../../test/reservation/seat-client.ts';

interface ShownTrain {
  departureId: string;
  platform?: string;
  stops: TrainStop[];
  green?: { left: number };
  parts?: RidePart[];
}
let deps: TestDeps;
let app: FastifyInstance;
let me: SeatClient;

const START = Date.parse('2026-04-01T09:00:00+09:00');
beforeAll(async () => {
  deps = await openTestDeps(START);
  app = await buildApp(deps);
  await seedSeats(deps.db, deps.operator, START);
  me = await seatClient(app, deps.db, 'a0', deps.clock());
});
afterAll(async () => {
  await app.close();
  await deps.close();
});

const listed = async (query: Record<string, string>) =>
  (await me.get('ticketTrainList', { date: '2026-04-01', ...query })).data as ShownTrain[];
const short = (stops: readonly TrainStop[] | undefined) =>
  stops?.map(
    ({ stationId, arriveAt, departAt }) =>
      `${stationId} ${arriveAt?.slice(11, 16) ?? ''}-${departAt?.slice(11, 16) ?? ''}`,
  );

test('a train shows the stops of the ride, those after midnight on their calendar day', async () => {
  const [first] = await listed({ ticketIds: 'in', from: KIX, to: 'kyoto' });
  expect(short(first?.stops)?.[0]).toBe(`${KIX} -09:10`);
  expect(short(first?.stops)?.at(-1)).toBe('kyoto 10:42-');
  const night = { ticketIds: 'in', from: 'tennoji', to: 'osaka', date: '2026-04-02' };
  const stops = (await listed(night))[0]?.stops;
  expect(stops?.map((stop) => stop.stationId)).toEqual(['tennoji', 'osaka']);
  expect(stops?.[0]).toMatchObject({ departAt: '2026-04-02 00:46:00', stationNameJp: '天王寺' });
  expect(stops?.[0]).not.toHaveProperty('arriveAt');
});

test('a train shows its departure platform when the operator knows it', async () => {
  const trains = await listed({ ticketIds: 'out', from: 'kyoto', to: KIX, after: '2026-04-01 00:00:00' });
  const platform = (id: string) => trains.find((train) => train.departureId === id);
  expect(platform('haruka-15@2026-04-01')?.platform).toBe('30');
  expect(platform('haruka-9@2026-04-01')).not.toHaveProperty('platform');
});

test('a reservation shows the stops of its ride, unless the times differ from those reserved', async () => {
  const reservationId = await me.book(['in'], ['4-1A'], { to: 'tennoji' });
  const detail = async () =>
    (await me.post('loadReserveDetail', { reservationId })).data as { stops?: TrainStop[] };
  const { stops } = await detail();
  expect([stops?.[0]?.stationId, stops?.at(-1)?.stationId]).toEqual([KIX, 'tennoji']);
  const moved = { arrive_at: new Date('2026-04-01T23:00:00+09:00') };
  await deps.db.updateTable('reservation').set(moved).where('reservation_id', '=', reservationId).execute();
  expect(await detail()).not.toHaveProperty('stops');
});

test('the map shows which end is in front, whichever way the operator numbers the cars', async () => {
  const front = async (query: object) =>
    ((await me.get('seatMap', { ...TRAIN_14, ...query })).data as { front: TrainFront }).front;
  expect(await front({})).toMatchObject({ cars: 'low', rows: 'low', towards: { stationId: 'kyoto' } });
  const back = { departureId: 'haruka-31@2026-04-01', from: 'kyoto', to: 'tennoji' };
  expect(await front(back)).toMatchObject({ cars: 'high', rows: 'high', towards: { stationId: KIX } });
  const formation = deps.operator.formations.get('haruka-9')!;
  const turned = { ...formation, carOneEnd: 'airport', rowOneEnd: 'kyoto' } as const;
  expect(frontOf(turned, 'kyoto')).toEqual({ cars: 'high', rows: 'low' });
  expect(frontOf(turned, 'airport')).toEqual({ cars: 'low', rows: 'high' });
});

test('a pass for the Green car sees and gets seats there', async () => {
  const trains = await listed({ ticketIds: 'wide', from: KIX, to: 'kyoto' });
  expect(trains[0]?.green).toEqual({ left: 30, label: 'enough' });
  const auto = { prefer: 'window', carClass: 'green' };
  const answer = await me.post('seatHold', { ...TRAIN_14, ticketIds: ['wide'], auto });
  expect(answer.data).toMatchObject({ seats: [expect.stringMatching(/^1-/)] });
});

test('a full train shows which part of the ride has seats, for tickets that cover it', async () => {
  const cars = [2, 3, 4, 8, 9, 1].map((car) => deps.operator.formations.get('haruka-9')!.cars[car - 1]!);
  const seats = cars.flatMap(({ car, rows, letters }) =>
    Array.from({ length: rows }, (_, row) => letters.map((letter) => `${car}-${row + 1}${letter}`)).flat(),
  );
  const { stops } = deps.operator.trips.get('haruka-20')!;
  const calls = stops.map((stop) => stop.stationId);
  const later = { departureId: 'haruka-24@2026-04-01' };
  const reservationId = await me.book(['p7'], ['2-1A'], later);
  const change = await me.book(['round'], ['2-1B'], later);
  const departure = { departure_id: 'haruka-20@2026-04-01' };
  const fill = (leg: number, sold: readonly string[]) =>
    deps.db
      .insertInto('seat_leg')
      .values(sold.map((seat) => ({ ...departure, seat, leg, reservation_id: reservationId })))
      .execute();
  const train = async (query: Record<string, string> = {}) =>
    (await listed({ ticketIds: 'p1', from: KIX, to: 'kyoto', ...query })).find(
      ({ departureId }) => departureId === departure.departure_id,
    );
  expect(await train()).not.toHaveProperty('parts');

  // Nobody boards at the second or third stop: there are seats before and after that leg, none through it.
  await fill(1, seats);
  const [second, third] = [calls[1]!, calls[2]!];
  const both = [
    { from: KIX, to: second },
    { from: third, to: 'kyoto' },
  ];
  expect(await train()).toMatchObject({ selectable: false, reason: 'SEAT-0003', parts: both });
  // A ticket to Kyoto covers both. A change counts seat by seat and gets the same answer.
  expect((await train({ ticketIds: 'in2' }))?.parts).toEqual(both);
  expect((await train({ ticketIds: 'round', change }))?.parts).toEqual(both);
  // The offered part can be booked.
  const part = { departureId: departure.departure_id, from: third, to: 'kyoto' };
  const holdId = await me.hold(['p1'], ['4-3A'], part);
  expect(holdId).not.toMatch(/^SEAT/);
  await me.post('seatRelease', { holdId });

  // One seat in the last part is not enough for two.
  await fill(calls.indexOf('kyoto') - 1, seats.slice(1));
  expect((await train({ ticketIds: 'p1,p2' }))?.parts).toEqual([both[0]]);
  expect((await train())?.parts).toEqual(both);
  await fill(0, seats);
  await fill(calls.indexOf('kyoto') - 1, seats.slice(0, 1));
  expect(await train()).not.toHaveProperty('parts');
  await deps.db.deleteFrom('seat_leg').where('departure_id', '=', departure.departure_id).execute();
});
