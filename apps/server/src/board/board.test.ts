// A station's departures, as a screen gets them.
import { expect, test } from 'vitest';
import {
  SERVER_CLOCK_HEADER,
  type Board,
  type BoardStation,
  type BoardTrain,
} from '@kippu/contract/board/departure-board';
import { anAlert, storeAlerts } from '../../test/live/stored-alerts.ts';
import { eachLiveMorning } from '../../test/reservation/live-morning.ts';
import { KIX, TRAIN_14 } from '../../test/reservation/seat-client.ts';
import { buildApp } from '../app.ts';
import { RATES } from '../platform/limits/call-limits.ts';

const START = Date.parse('2026-04-01T09:00:00+09:00');
const MINUTE = 60_000;
const TRAIN = TRAIN_14.departureId;
const morning = eachLiveMorning();

const ask = (station: string, headers: Record<string, string> = {}) =>
  morning.server.app.inject({ url: `/departures/${encodeURIComponent(station)}`, headers });
/** The board as it is after the last one has ended. */
async function boardOf(station = KIX): Promise<Board> {
  morning.deps.advance(10_000);
  const answer = await ask(station);
  expect(answer.statusCode).toBe(200);
  return answer.json();
}
const trainOf = ({ trains }: Board, departureId = TRAIN): BoardTrain => {
  const found = trains.find(({ key }) => key.startsWith(`${departureId} `));
  if (!found) throw new Error(`${departureId} is not on the board`);
  return found;
};

test('trains of a day in their order, with destination, platform and names in the languages offered', async () => {
  const board = await boardOf();
  const train = trainOf(board);
  expect(train).toMatchObject({ departAt: Date.parse('2026-04-01T10:15:00+09:00'), no: '14' });
  expect(train).not.toHaveProperty('live');
  expect(board.names[train.to]).toMatchObject({ ja: expect.any(String) as string });
  expect(Object.keys(board.station.name)).toEqual(morning.deps.operator.settings.languages);
  const times = board.trains.map(({ departAt }) => departAt);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(times[0]).toBeGreaterThan(START);
  // The first train of the next morning is there too: a screen may lose the network tonight.
  expect(times.at(-1)).toBeGreaterThan(Date.parse('2026-04-02T06:00:00+09:00'));
});

test('a station is found by its id or code in any case of letters', async () => {
  const { station } = await boardOf();
  const { code } = morning.deps.operator.stations.get(KIX) ?? { code: '' };
  for (const name of [KIX.toUpperCase(), code, code.toLowerCase()])
    expect((await ask(name)).json<Board>().station, name).toEqual(station);
  expect((await ask('nowhere')).statusCode).toBe(404);
});

test('nobody departs from the last stop of a train', async () => {
  const ends = [...morning.deps.operator.trips.values()].filter(
    ({ stops }) => stops.at(-1)?.stationId === KIX,
  );
  expect(ends.length).toBeGreaterThan(0);
  const keys = (await boardOf()).trains.map(({ key }) => key.split('@')[0]);
  expect(ends.filter(({ tripId }) => keys.includes(tripId))).toEqual([]);
});

test('late, another platform, words, cancelled, and a stop that is left out', async () => {
  await morning.server.say('feed', TRAIN, { delays: { [KIX]: { depart: 600 } }, platforms: { [KIX]: '9' } });
  await morning.server.say('desk', TRAIN, { words: { ja: '強風', en: 'Wind' } });
  const { live, departAt } = trainOf(await boardOf());
  expect(live).toMatchObject({ asOf: START, expectedAt: departAt + 600_000, platform: '9' });
  expect(live?.words).toMatchObject({ ja: '強風', en: 'Wind', ko: 'Wind' });
  await morning.server.say('desk', TRAIN, { runs: false });
  expect(trainOf(await boardOf())).toMatchObject({ live: { cut: 'train' } });
  expect(trainOf(await boardOf())).not.toHaveProperty('cars');
  await morning.server.say('desk', TRAIN, { skipped: [KIX] });
  expect(trainOf(await boardOf()).live).toMatchObject({ cut: 'stop' });
});

test('a train that ends earlier today has that destination', async () => {
  const stops = morning.deps.operator.trips.get(TRAIN.split('@')[0] ?? '')?.stops ?? [];
  const [before, last] = stops.slice(-2).map(({ stationId }) => stationId);
  expect(trainOf(await boardOf()).to).toBe(`station ${last}`);
  await morning.server.say('desk', TRAIN, { skipped: [last ?? ''] });
  expect(trainOf(await boardOf()).to).toBe(`station ${before}`);
});

test('a train leaves the board when it leaves, not when the timetable says so', async () => {
  await morning.server.say('desk', TRAIN, { delays: { [KIX]: { depart: 600 } } });
  morning.deps.advance(80 * MINUTE);
  expect(trainOf(await boardOf())).toBeDefined();
  morning.deps.advance(10 * MINUTE);
  const { trains } = await boardOf();
  expect(trains.some(({ key }) => key.startsWith(TRAIN))).toBe(false);
});

test('free seats by car: one that somebody reserves on the way is not free', async () => {
  const before = trainOf(await boardOf()).cars ?? [];
  await morning.client.book(['p1'], ['4-4A']);
  const after = trainOf(await boardOf()).cars ?? [];
  const free = (cars: typeof before, number: number) => cars.find(({ car }) => car === number)?.free;
  expect(free(after, 4)).toBe((free(before, 4) ?? 0) - 1);
  expect(before.some(({ seats }) => seats === 0)).toBe(true);
});

test('an alert of the station or of one of its next trains, and none of others', async () => {
  const header = { ja: '工事', en: 'works '.repeat(100) };
  const alerts = [
    anAlert('here', { header, informed: [{ stationId: KIX }] }),
    anAlert('train', { informed: [{ departureId: TRAIN }] }),
    anAlert('elsewhere', { informed: [{ stationId: 'kyoto' }] }),
    anAlert('over', { informed: [{ stationId: KIX }], periods: [{ until: START }] }),
  ];
  await storeAlerts(morning.deps.db, alerts, START);
  const shown = (await boardOf()).alerts;
  expect(shown.map(({ id }) => id)).toEqual(['here', 'train']);
  // A language that the alert lacks has the operator's fallback.
  expect(shown[0]?.text).toMatchObject({ ja: '工事', ko: shown[0]?.text['en'] });
  expect(shown[0]?.text['en']?.length).toBeLessThanOrEqual(200);
});

test('a screen that has the board gets 304, and the clock of the server with it', async () => {
  const first = await ask(KIX);
  expect(first.headers['cache-control']).toBe('public, max-age=10');
  const etag = String(first.headers.etag);
  morning.deps.advance(30_000);
  const second = await ask(KIX, { 'if-none-match': etag });
  expect([second.statusCode, second.body]).toEqual([304, '']);
  expect(Number(second.headers[SERVER_CLOCK_HEADER])).toBe(START + 30_000);
  await morning.server.say('desk', TRAIN, { runs: false });
  expect((await ask(KIX, { 'if-none-match': etag })).statusCode).toBe(200);
});

test('many screens get one answer: nothing is read again for ten seconds', async () => {
  morning.deps.advance(10_000);
  const screens = await Promise.all(Array.from({ length: 100 }, () => ask(KIX)));
  const [first] = screens;
  expect(new Set(screens.map(({ headers }) => headers.etag))).toEqual(new Set([first?.headers.etag]));
  await morning.client.book(['p1'], ['4-4A']);
  expect((await ask(KIX)).headers.etag).toBe(first?.headers.etag);
  morning.deps.advance(10_000);
  expect((await ask(KIX)).headers.etag).not.toBe(first?.headers.etag);
});

test('a station is found by its printed code; an unknown one is not found, whatever its name', async () => {
  const { code } = (await boardOf('kyoto')).station;
  expect((await boardOf(code.toLowerCase())).station.stationId).toBe('kyoto');
  for (const name of ['nowhere', 'constructor', '\u0000', 'a'.repeat(3000), '京都', "'; drop"]) {
    const answer = await ask(name);
    expect([404, 414, 400], name.slice(0, 10)).toContain(answer.statusCode);
  }
  expect((await ask('nowhere')).json().code).toBe('REQ-0005');
});

test('the list has each station once from which trains depart', async () => {
  const stations: BoardStation[] = (await morning.server.app.inject('/departures')).json();
  const ids = stations.map(({ stationId }) => stationId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { stationId, haruka } of morning.deps.operator.stations.values())
    expect(ids.includes(stationId), stationId).toBe(haruka);
});

test('one address has a limit, and others go on', async () => {
  const app = await buildApp({ ...morning.deps, config: { ...morning.deps.config, limitFactor: 0.01 } });
  const askFrom = (remoteAddress: string) => app.inject({ url: '/departures', remoteAddress });
  const answers = await Promise.all(
    Array.from({ length: RATES.openRead.max * 0.01 + 1 }, () => askFrom('192.0.2.1')),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(1);
  expect((await askFrom('192.0.2.2')).statusCode).toBe(200);
  await app.close();
});
