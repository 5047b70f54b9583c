// Trains that a live feed adds: in the list of trains and on the board, and never to be booked.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Board } from '@kippu/contract/board/departure-board';
import type { Train } from '@kippu/contract/calls/traveller/train';
import { openTestDeps, type TestDeps } from '../../../test/app-context.ts';
import { storeAlerts } from '../../../test/live/stored-alerts.ts';
import { KIX, seatClient, seedSeats, type SeatClient } from '../../../test/reservation/seat-client.ts';
import { emptyTables } from '../../../test/test-database.ts';
import { buildApp } from '../../app.ts';
import { replaceExtraTrains } from '../../live/extra/extra-store.ts';
import type { ExtraTrain } from '../../live/extra/read-extra.ts';
import { inTransaction } from '../../platform/db/database.ts';

const START = Date.parse('2026-04-01T09:00:00+09:00');
const at = (time: string) => Date.parse(`2026-04-01T${time}:00+09:00`);
let deps: TestDeps;
let app: Awaited<ReturnType<typeof buildApp>>;
let client: SeatClient;

beforeAll(async () => {
  deps = await openTestDeps(START);
  app = await buildApp(deps);
});
afterAll(async () => {
  await app.close();
  await deps.close();
});
beforeEach(async () => {
  deps.advance(START - deps.clock());
  await emptyTables(deps.db);
  await seedSeats(deps.db, deps.operator, START);
  client = await seatClient(app, deps.db, 'a0', START);
});

const EXTRA: ExtraTrain = {
  tripId: 'extra-1',
  serviceDate: '2026-04-01',
  routeId: null,
  trainNo: '9001',
  stops: [
    { stationId: KIX, arriveAt: at('10:20'), departAt: at('10:20'), platform: '3' },
    { stationId: 'tennoji', arriveAt: at('10:50'), departAt: at('10:51') },
    { stationId: 'kyoto', arriveAt: at('11:40'), departAt: at('11:40') },
  ],
};
async function store(...trains: ExtraTrain[]): Promise<void> {
  await storeAlerts(deps.db, [], deps.clock());
  await inTransaction(deps.db, (trx) => replaceExtraTrains(trx, 1, trains));
}
async function listed(from: string, to: string, date = '2026-04-01'): Promise<Train[]> {
  const { data } = await client.get('ticketTrainList', { ticketIds: 'p1', date, from, to });
  return data as Train[];
}
const ofExtra = (trains: readonly Train[]) => trains.filter(({ isExtra }) => isExtra);

test('is in the list in the order of times, without seats, and its id books nothing', async () => {
  await store(EXTRA);
  const trains = await listed(KIX, 'kyoto');
  const [extra] = ofExtra(trains);
  expect(extra).toMatchObject({
    trainNo: '9001',
    departAt: '2026-04-01 10:20:00',
    arriveAt: '2026-04-01 11:40:00',
    platform: '3',
    selectable: false,
    reason: 'SEAT-0014',
    classes: [],
  });
  expect(extra?.stops.map(({ stationId }) => stationId)).toEqual([KIX, 'tennoji', 'kyoto']);
  const times = trains.map(({ departAt }) => departAt);
  expect(times).toEqual(times.toSorted());
  const ride = { departureId: extra?.departureId ?? '', from: KIX, to: 'kyoto' };
  const map = await client.get('seatMap', ride);
  expect(map.code).toBe('SEAT-0013');
  const hold = await client.post('seatHold', { ...ride, ticketIds: ['p1'], seats: ['4-4A'] });
  expect(hold.code).toBe('SEAT-0013');
});

test('is not in the list of other stations, the way back, another day, or after it has left', async () => {
  await store(EXTRA);
  expect(ofExtra(await listed('kyoto', KIX))).toEqual([]);
  expect(ofExtra(await listed(KIX, 'kyoto', '2026-04-02'))).toEqual([]);
  // It has left half an hour ago.
  await store({
    ...EXTRA,
    stops: EXTRA.stops.map((stop) => ({ ...stop, departAt: stop.departAt - 110 * 60_000 })),
  });
  expect(ofExtra(await listed(KIX, 'kyoto'))).toEqual([]);
});

test('is on the boards of its stops but the last', async () => {
  await store(EXTRA);
  const boardOf = async (station: string): Promise<Board> =>
    (await app.inject(`/departures/${station}`)).json();
  const rows = (board: Board) => board.trains.filter(({ isExtra }) => isExtra);
  const board = await boardOf(KIX);
  const [row] = rows(board);
  expect(row).toMatchObject({ departAt: at('10:20'), no: '9001', name: null, platform: '3' });
  expect(board.names[row?.to ?? '']).toMatchObject({ en: 'Kyoto' });
  expect(rows(await boardOf('kyoto'))).toEqual([]);
});

test('is gone when its feed is silent', async () => {
  await store(EXTRA);
  deps.advance(25 * 60_000);
  expect(ofExtra(await listed(KIX, 'kyoto'))).toEqual([]);
});
