// A played day as the server reads it: all that the scenarios say arrives, by another encoder than the server's.
import { resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectedStops } from '@kippu/domain/live/live-train';
import { setLanguages } from '@kippu/contract/languages';
import { setZone } from '@kippu/domain/time/zone';
import { headerFault, readRealtime } from '@kippu/server/live/feed/read-realtime';
import { nextLayer } from '@kippu/server/live/feed/merge-words';
import { decodeFeed, FeedFormatError } from '@kippu/server/platform/gtfs-realtime/codec';
import { operatorOf, type OperatorData } from '@kippu/server/platform/operator/operator-data';
import { loadOperator } from '@kippu/server/platform/operator/read-input';
import { Day } from './day.ts';
import { openDayFeed } from './feed-server.ts';
import { messageOf } from './feed-message.ts';
import { readScenario, scenarioOf, shippedScenarios, type Scenario } from './scenario.ts';
import { keyOf, Timetable } from './timetable.ts';

const FADES_MS = 20 * 60_000;
const MINUTE_MS = 60_000;
const RAILWAYS = {
  kansai: { zone: 'Asia/Tokyo', morning: '2026-04-01T07:00:00+09:00' },
  alpine: { zone: 'Europe/Zurich', morning: '2026-07-01T07:00:00+02:00' },
} as const;
type Railway = keyof typeof RAILWAYS;

let operators: Record<Railway, OperatorData>;
let timetables: Record<Railway, Timetable>;
beforeAll(async () => {
  const load = async (name: Railway) => {
    const { zone, morning } = RAILWAYS[name];
    setZone(zone);
    return [
      operatorOf(await loadOperator(resolve('operators', name), Date.parse(morning))),
      await Timetable.read({ path: resolve('operators', name, 'gtfs') }, morning.slice(0, 10)),
    ] as const;
  };
  const [kansai, alpine] = [await load('kansai'), await load('alpine')];
  operators = { kansai: kansai[0], alpine: alpine[0] };
  timetables = { kansai: kansai[1], alpine: alpine[1] };
});

/** Plays a scenario on a railway; its time and the scenario's minutes are set by hand. */
function playing(name: Railway, scenario: Scenario, seed = 1) {
  const { zone, morning } = RAILWAYS[name];
  setZone(zone);
  setLanguages({ languages: ['ja', 'en', 'de'], fallback: 'en' });
  const timetable = timetables[name];
  const time = { now: Date.parse(morning), minutes: 0 };
  const from = time.now;
  const day = new Day({
    scenario,
    timetable,
    seed,
    from,
    clock: () => time.now,
    minutes: () => time.minutes,
  });
  const bytes = () => {
    const { agencyId } = timetable;
    return messageOf(day.state(), { agencyId, trains: day.trains }, time.now);
  };
  /** What the server reads of it. */
  const read = () => {
    const message = decodeFeed(bytes());
    expect(headerFault(message, time.now, FADES_MS)).toBeUndefined();
    return readRealtime([{ number: 1, message }], operators[name], time.now, FADES_MS);
  };
  /** How the server expects a train of the scenario. */
  const seen = (train: string) => {
    const named = day.trains.get(train);
    if (!named) throw new Error(`no ${train}`);
    const word = read().words.get(keyOf(named));
    if (!word) return undefined;
    const layer = nextLayer(word, null, false);
    const stops = expectedStops(word.train.trip.stops, layer);
    return {
      runs: layer.runs !== false,
      late: stops.map(({ depart }, at) =>
        Math.round((depart - (word.train.trip.stops[at]?.depart ?? 0)) / 60),
      ),
      skipped: stops.flatMap(({ isSkipped }, at) => (isSkipped ? [at + 1] : [])),
      platforms: stops.map(({ platform }) => platform),
      left: stops.findLastIndex(({ hasLeft }) => hasLeft),
    };
  };
  return { day, time, read, seen, from, bytes };
}

const one = (events: Scenario['events'], more: Partial<Scenario> = {}): Scenario => ({
  title: 'one train',
  trains: { it: { leavesAfter: 30, direction: 0 } },
  events,
  ...more,
});
const names = Object.keys(RAILWAYS) as Railway[];

describe.each(names)('%s', (name) => {
  test.each(shippedScenarios())(
    'the server knows every train and value of %s, from its begin to its end',
    (script) => {
      const { time, read, from } = playing(name, readScenario(script));
      const last = readScenario(script).events.at(-1)?.at ?? 0;
      for (const speed of [1, 60])
        for (let minutes = 0; minutes <= last + 10; minutes += 1) {
          time.minutes = minutes;
          time.now = Math.max(time.now, from + (minutes * MINUTE_MS) / speed);
          const { reports } = read();
          const { unmatched, unused, named, matched } = reports.get(1)?.counts() ?? {};
          expect({ unmatched, unused, minutes }).toEqual({ unmatched: {}, unused: {}, minutes });
          expect(named).toBe(matched);
          expect(named).toBeGreaterThan(5);
        }
    },
  );

  test('a train is late from a stop on, later, and less late again', () => {
    const { time, seen } = playing(
      name,
      one([
        { at: 1, train: 'it', late: 10, from: 2 },
        { at: 5, train: 'it', late: 30, over: 10, from: 2 },
        { at: 20, train: 'it', late: 4, over: 4 },
      ]),
    );
    const lateAt = (minutes: number) => {
      time.minutes = minutes;
      return seen('it')?.late.slice(0, 3);
    };
    expect(lateAt(0)).toEqual([0, 0, 0]);
    expect(lateAt(2)).toEqual([0, 10, 10]);
    expect(lateAt(10)).toEqual([0, 20, 20]);
    expect(lateAt(16)).toEqual([0, 30, 30]);
    expect(lateAt(30)).toEqual([0, 4, 4]);
  });

  test('a late train makes the one behind it late, and others not', () => {
    const trains = {
      it: { leavesAfter: 30, direction: 0 as const },
      next: { leavesAfter: 31, direction: 0 as const },
    };
    const { time, seen, day } = playing(
      name,
      one([{ at: 1, train: 'it', late: 90 }], { trains, minutesBetween: 5 }),
    );
    const [first, second] = [...day.trains.values()].map(({ stops }) => stops);
    // The second one may begin on the way of the first one.
    const start = second?.[0];
    const inFront = first?.find(({ stationId }) => stationId === start?.stationId);
    const gap = ((start?.depart ?? 0) - (inFront?.depart ?? 0)) / MINUTE_MS;
    expect(gap).toBeGreaterThan(0);
    expect(gap).toBeLessThan(90);
    expect(seen('next')?.late[0]).toBe(0);
    time.minutes = 2;
    expect(seen('it')?.late[0]).toBe(90);
    expect(seen('next')?.late[0]).toBe(90 - gap + Math.min(5, gap));
  });

  test('cancelled, restored, half of the way, a stop left out', () => {
    const { time, seen, day } = playing(
      name,
      one([
        { at: 1, train: 'it', cancelled: true },
        { at: 2, train: 'it', cancelled: false },
        { at: 3, train: 'it', runs: { from: 1, to: 3 } },
        { at: 4, train: 'it', runs: { from: 1, to: -1 } },
        { at: 5, train: 'it', skips: [2] },
        { at: 6, train: 'it', skips: [] },
      ]),
    );
    const length = day.trains.get('it')?.stops.length ?? 0;
    const at = (minutes: number) => {
      time.minutes = minutes;
      const { runs, skipped } = seen('it') ?? {};
      return [runs, skipped];
    };
    const all = Array.from({ length }, (_, n) => n + 1);
    expect(at(0)).toEqual([true, []]);
    expect(at(1)).toEqual([false, all]);
    expect(at(2)).toEqual([true, []]);
    expect(at(3)).toEqual([true, all.slice(3)]);
    expect(at(4)).toEqual([true, []]);
    expect(at(5)).toEqual([true, [2]]);
    expect(at(6)).toEqual([true, []]);
  });

  test('a train leaves its stops in order, and none when its delay changes', () => {
    const { time, seen, day, from } = playing(
      name,
      one([
        { at: 2, train: 'it', late: 5 },
        { at: 3, train: 'it', late: 60 },
        { at: 4, train: 'it', late: 0 },
      ]),
    );
    const depart = day.trains.get('it')?.stops[1]?.depart ?? 0;
    time.now = depart - MINUTE_MS;
    expect(seen('it')?.left).toBe(0);
    time.now = depart + MINUTE_MS;
    expect(seen('it')?.left).toBe(1);
    time.minutes = 3;
    const { late, left } = seen('it') ?? {};
    expect([left, late?.[2]]).toEqual([1, 60]);
    // Less late: it waits three minutes for those who know the later time.
    time.minutes = 4;
    time.now = (day.trains.get('it')?.stops[2]?.depart ?? 0) + 10 * MINUTE_MS;
    expect(seen('it')).toMatchObject({ left: 1 });
    time.now += 4 * MINUTE_MS;
    expect(seen('it')?.left).toBeGreaterThan(1);
    expect(from).toBeLessThan(depart);
  });

  test('small delays belong to the seed', () => {
    const scenario = one([], { others: { share: 0.5, minutes: 8 } });
    const bytes = (seed: number) => Buffer.from(playing(name, scenario, seed).bytes()).toString('hex');
    expect(bytes(1)).toBe(bytes(1));
    expect(bytes(1)).not.toBe(bytes(2));
  });
});

test('another platform, where the timetable names platforms', () => {
  const { time, seen } = playing('alpine', one([{ at: 1, train: 'it', platform: { stop: 2 } }]));
  const planned = seen('it')?.platforms[1];
  expect(planned).toBeUndefined();
  time.minutes = 1;
  expect(seen('it')?.platforms[1]).toBe('2');
});

test('an added train, and an alert in several languages, until it ends', () => {
  const scenario = readScenario('bad-day');
  const { time, read } = playing('kansai', scenario);
  time.minutes = 15;
  const { reports, alerts } = read();
  expect(reports.get(1)?.extraTrains).toHaveLength(1);
  const [alert] = alerts.get(1) ?? [];
  expect(Object.keys(alert?.header ?? {})).toEqual(expect.arrayContaining(['ja', 'en']));
  expect(alert).toMatchObject({ cause: 'WEATHER', effect: 'SIGNIFICANT_DELAYS' });
  time.minutes = 61;
  expect(read().alerts.get(1)).toEqual([]);
});

test('the end of the day: all trains run as planned', () => {
  const { day, time, read, seen } = playing('kansai', one([{ at: 1, train: 'it', cancelled: true }]));
  time.minutes = 1;
  expect(seen('it')?.runs).toBe(false);
  day.end();
  expect(seen('it')).toMatchObject({ runs: true, skipped: [] });
  expect(read().alerts.get(1)).toEqual([]);
});

test('over HTTP: good, broken, silent, stuck', async () => {
  const scenario = one([
    { at: 1, feed: 'broken' },
    { at: 2, feed: 'silent' },
    { at: 3, feed: 'good' },
    { at: 4, feed: 'stuck' },
  ]);
  const { day, time } = playing('kansai', scenario);
  const clock = () => time.now;
  const { agencyId } = timetables.kansai;
  const feed = await openDayFeed({ day, agencyId, clock, port: 0 });
  const get = async () => new Uint8Array(await (await fetch(feed.url)).arrayBuffer());
  const stamp = async () => Number(decodeFeed(await get()).header?.timestamp);
  try {
    const first = await stamp();
    expect(first).toBe(time.now / 1000);
    time.minutes = 1;
    const half = await get();
    expect(() => decodeFeed(half)).toThrow(FeedFormatError);
    time.minutes = 2;
    await expect(fetch(feed.url)).rejects.toThrow();
    time.minutes = 3;
    time.now += MINUTE_MS;
    expect(await stamp()).toBe(first + 60);
    time.minutes = 4;
    time.now += MINUTE_MS;
    expect(await stamp()).toBe(first + 60);
  } finally {
    await feed.close();
  }
});

test('what is wrong with a scenario, and where', () => {
  const text = (scenario: object) => JSON.stringify({ title: 'x', trains: {}, events: [], ...scenario });
  expect(scenarioOf(text({})).events).toEqual([]);
  expect(() => scenarioOf(text({ events: [{ at: 1, train: 'it', late: 5 }] }))).toThrow(
    "/events/0 names the train 'it'",
  );
  expect(() => scenarioOf(text({ events: [{ at: 1, delay: 5 }] }))).toThrow('/events/0');
  expect(() => scenarioOf(text({ more: 1 }))).toThrow('more');
  expect(() => readScenario('no-such-day')).toThrow('no-such-day is no scenario');
});
