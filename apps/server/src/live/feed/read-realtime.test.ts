// What the reader takes from live feeds, rule by rule.
import { beforeAll, describe, expect, test } from 'vitest';
import type { LiveLayer } from '@kippu/domain/live/live-train';
import { operatorOf, type OperatorData } from '../../platform/operator/operator-data.ts';
import { toSeconds } from '../../platform/gtfs-realtime/codec.ts';
import {
  FADES_MS,
  feedOf,
  NOW,
  position,
  smallRailway,
  timeOf,
  today,
  update,
  type Named,
} from '../../../test/live/small-railway.ts';
import { nextLayer } from './merge-words.ts';
import { headerFault, readRealtime } from './read-realtime.ts';

let railway: OperatorData;
beforeAll(async () => {
  railway = await smallRailway();
});

type Feed = ReturnType<typeof feedOf>;
type Entities = Parameters<typeof feedOf>[0];
const A1 = 'a1@2026-04-01';
const read = (...feeds: Feed[]) => readRealtime(feeds, railway, NOW, FADES_MS);
function counts(entities: Entities) {
  return read(feedOf(entities)).reports.get(1)?.counts();
}
/** What feeds say of a train of which nothing was known, without the time. */
function said(departureId: string, ...feeds: Feed[]): Omit<LiveLayer, 'asOf'> | undefined {
  const word = read(...feeds).words.get(departureId);
  if (!word) return undefined;
  const { asOf: _, ...rest } = nextLayer(word, null, false);
  return rest;
}
const saidOf = (...entities: Entities) => said(A1, feedOf(entities));

describe('a train is found by', () => {
  const idsOf = (trip: Named, from = railway) => [
    ...readRealtime([feedOf([update(trip)])], from, NOW, FADES_MS).words.keys(),
  ];

  test('its id and date', () => {
    expect(idsOf(today('a1'))).toEqual([A1]);
    expect(idsOf({ tripId: 'a1', startDate: '20260402' })).toEqual(['a1@2026-04-02']);
  });
  test('its id alone, on the day on which it runs nearest to now', () => {
    expect(idsOf({ tripId: 'a1' })).toEqual([A1]);
    // At 09:00, last night's 24:30 is nearer than tonight's.
    expect(idsOf({ tripId: 'night' })).toEqual(['night@2026-03-31']);
    expect(idsOf({ tripId: 'weekend' })).toEqual([]);
  });
  test('its route, direction, time and date', () => {
    const named = { routeId: 'main', startTime: '08:30:00', startDate: '20260401' };
    // The first stop's departure is a minute later.
    expect(idsOf({ ...named, startTime: '08:31:00' })).toEqual([A1]);
    expect(idsOf({ ...named, startTime: '8:31:00', directionId: 0 })).toEqual([A1]);
    expect(idsOf({ ...named, startTime: '08:31:00', directionId: 1 })).toEqual([]);
    expect(idsOf({ ...named, startTime: '08:32:00' })).toEqual([]);
    expect(idsOf({ ...named, tripId: 'another-id', startTime: '08:31:00' })).toEqual([A1]);
  });
  test('the time of a trip that repeats', () => {
    expect(idsOf(today('every', { startTime: '08:05:00' }))).toEqual(['every~08:05@2026-04-01']);
  });
  test('either id, where another trip runs in its place', async () => {
    const replaced = await smallRailway({ replacements: new Map([['a1@2026-04-01', 'b0']]) });
    expect(idsOf(today('b0'), replaced)).toEqual([A1]);
    expect(idsOf(today('a1'), replaced)).toEqual([A1]);
  });
});

test('an unknown id whose route and start fit two trains is counted as ambiguous', () => {
  const first = railway.trips.get('a1');
  if (!first) throw new Error('the railway has no a1');
  const trips = new Map([...railway.trips, ['twin', { ...first, tripId: 'twin' }]]);
  const named = { tripId: 'live-1', routeId: 'main', startTime: '08:31:00', startDate: '20260401' };
  const { reports } = readRealtime(
    [feedOf([update(named)])],
    operatorOf({ ...railway, trips }),
    NOW,
    FADES_MS,
  );
  expect(reports.get(1)?.counts().unmatched).toEqual({ severalTrains: 1 });
});

test('why a train is not of the timetable is counted', () => {
  const found = counts([
    update(today('nobody')),
    update(today('weekend')),
    update({ tripId: 'a1', startDate: '20260231' }),
    update({ tripId: 'a1', startDate: '20260501' }),
    update({}),
    update(today('a1')),
  ]);
  expect(found).toMatchObject({
    entities: 6,
    named: 6,
    matched: 1,
    unmatched: { unknownTrip: 1, notOnThatDay: 1, wrongDate: 2, noTrip: 1 },
  });
});

describe('delays', () => {
  test('are times against the timetable, or delays as they are given', () => {
    expect(
      saidOf(
        update(today('a1'), [
          { stopSequence: 10, departure: { time: timeOf('08:41:00') } },
          { stopSequence: 20, arrival: { time: timeOf('09:10:30'), delay: 7 }, departure: { delay: 600 } },
        ]),
      ),
    ).toEqual({ delays: { north: { depart: 600 }, mid: { arrive: 630, depart: 600 } }, left: 'north' });
  });
  test('name a stop by its platform’s id; the second call of a ring is the second', () => {
    const ring = update(today('ring'), [
      { stopId: 'mid-1', departure: { delay: 60 } },
      { stopId: 'mid-1', departure: { delay: 120 } },
    ]);
    expect(said('ring@2026-04-01', feedOf([ring]))?.delays).toEqual({
      mid: { depart: 60 },
      'mid#2': { depart: 120 },
    });
  });
  test('of the whole train count from its first stop, unless stops have their own', () => {
    expect(saidOf(update(today('a1'), [], { delay: 300 }))).toEqual({
      delays: { north: { arrive: 300, depart: 300 } },
    });
    const own = [{ stopSequence: 20, arrival: { delay: 60 } }];
    expect(saidOf(update(today('a1'), own, { delay: 300 }))).toEqual({ delays: { mid: { arrive: 60 } } });
  });
  test('are ten hours at most, also of the whole train', () => {
    expect(saidOf(update(today('a1'), [], { delay: 36_000 }))).toMatchObject({
      delays: { north: { depart: 36_000 } },
    });
    expect(saidOf(update(today('a1'), [], { delay: 36_001 }))).toEqual({});
    expect(
      saidOf(update(today('a1'), [{ stopSequence: 20, departure: { time: timeOf('19:01:00') } }])),
    ).toEqual({ delays: { mid: { depart: 36_000 } } });
  });
  test('end where nothing is known', () => {
    expect(saidOf(update(today('a1'), [{ stopSequence: 20, scheduleRelationship: 2 }]))).toEqual({
      delays: { mid: null },
    });
  });
  test.each([
    ['a delay of more than ten hours', [{ stopSequence: 10, departure: { delay: 36_001 } }], 'wildTime'],
    ['a train ten hours early', [{ stopSequence: 30, arrival: { delay: -36_001 } }], 'wildTime'],
    ['a time ten hours later', [{ stopSequence: 10, departure: { time: timeOf('18:31:01') } }], 'wildTime'],
    ['a time of another year', [{ stopSequence: 10, departure: { time: 1n } }], 'wildTime'],
    ['a time of no year', [{ stopSequence: 10, departure: { time: -(2n ** 62n) } }], 'wildTime'],
    [
      'a departure before the arrival',
      [{ stopSequence: 20, arrival: { delay: 600 }, departure: { delay: 0 } }],
      'negativeStop',
    ],
    [
      'a stop that the train reaches before the one before',
      [
        { stopSequence: 10, departure: { delay: 36_000 } },
        { stopSequence: 20, arrival: { delay: 0 } },
      ],
      'timesNotInOrder',
    ],
    ['a stop that the train does not have', [{ stopSequence: 11, departure: { delay: 60 } }], 'unknownStop'],
    [
      'a sequence and an id of different stops',
      [{ stopSequence: 10, stopId: 'south-1', departure: { delay: 60 } }],
      'unknownStop',
    ],
  ])('%s is dropped and counted', (_, stops, why) => {
    const entities = [update(today('a1'), stops)];
    expect(saidOf(...entities)).toEqual({});
    expect(counts(entities)?.unused).toEqual({ [why]: 1 });
  });
  test('that were measured long ago are not used', () => {
    const old = { timestamp: toSeconds(NOW - 3 * FADES_MS - 1000) };
    const entities = [update(today('a1'), [{ stopSequence: 10, departure: { delay: 60 } }], old)];
    expect(saidOf(...entities)).toBeUndefined();
    expect(counts(entities)?.unused).toEqual({ oldEntity: 1 });
  });
});

describe('a train', () => {
  test.each([3, 7])('is cancelled by relationship %i', (scheduleRelationship) => {
    expect(saidOf(update(today('a1', { scheduleRelationship })))).toEqual({ runs: false });
  });
  test('that skips all its stops does not run; one that skips a stop does', () => {
    const skip = (...sequences: number[]) =>
      update(
        today('a1'),
        sequences.map((stopSequence) => ({ stopSequence, scheduleRelationship: 1 })),
      );
    expect(saidOf(skip(10, 20, 30))).toEqual({ runs: false });
    expect(saidOf(skip(20))).toEqual({ skipped: ['mid'] });
  });
  test('that one update cancels and another one runs is not cancelled', () => {
    const cancelled = update(today('a1', { scheduleRelationship: 3 }));
    const late = update(today('a1'), [{ stopSequence: 10, departure: { delay: 60 } }]);
    for (const both of [
      [cancelled, late],
      [late, cancelled],
    ])
      expect(saidOf(...both)).toEqual({ delays: { north: { depart: 60 } } });
  });
  test('that is added or doubled is listed and never one of the timetable', () => {
    const entities = [
      update(today('extra', { scheduleRelationship: 1, startTime: '10:00:00', routeId: 'main' })),
      update(today('extra-2', { scheduleRelationship: 8 })),
      update(today('a1', { scheduleRelationship: 6 }), [], { tripProperties: { tripId: 'a1-copy' } }),
    ];
    const reading = read(feedOf(entities));
    expect(reading.words.size).toBe(0);
    expect(reading.reports.get(1)?.counts()).toMatchObject({
      added: 3,
      named: 0,
      unused: { brokenTrain: 2 },
    });
    // A new train without times cannot be shown; a copy has those of its original.
    expect(reading.reports.get(1)?.extraTrains.map(({ tripId }) => tripId)).toEqual(['a1-copy']);
  });
  test('without a schedule, or of an unknown kind, is counted only', () => {
    const entities = [
      update(today('a1', { scheduleRelationship: 2 })),
      update(today('a1', { scheduleRelationship: 4 })),
    ];
    expect(saidOf(...entities)).toBeUndefined();
    expect(counts(entities)?.unused).toEqual({ unscheduled: 1, unknownRelationship: 1 });
  });
  test('leaves from the assigned platform', () => {
    const stops = [
      { stopSequence: 10, stopTimeProperties: { assignedStopId: 'north-2' } },
      { stopSequence: 20, stopId: 'mid-2' },
      { stopSequence: 30, stopTimeProperties: { assignedStopId: 'north-2' } },
    ];
    expect(saidOf(update(today('a1'), stops))).toEqual({ platforms: { north: '2', mid: '2' } });
    expect(saidOf(update(today('a1'), [{ stopSequence: 10, stopId: 'north-1' }]))).toEqual({});
  });
});

describe('a stop is left', () => {
  const at = (currentStopSequence: number, currentStatus?: number, more: object = {}) =>
    position(today('a1'), {
      currentStopSequence,
      ...(currentStatus === undefined ? {} : { currentStatus }),
      ...more,
    });

  test('when the train is under way to the next one, or stands there', () => {
    for (const status of [undefined, 0, 1, 2]) expect(saidOf(at(20, status))).toEqual({ left: 'north' });
    expect(saidOf(position(today('a1'), { stopId: 'mid-2' }))).toEqual({ left: 'north' });
  });
  test('not while the train stands there or comes', () => {
    for (const status of [undefined, 0, 1, 2]) expect(saidOf(at(10, status))).toEqual({});
  });
  test('not before the timetable lets it leave', () => {
    // At 09:00 the train cannot have left 'mid', which is at 09:01 by the timetable, by much; 'south' is at 09:31.
    const entities = [position(today('ring'), { currentStopSequence: 40 })];
    expect(said('ring@2026-04-01', feedOf(entities))).toEqual({});
    expect(counts(entities)?.unused).toEqual({ leftTooEarly: 1 });
  });
  test('by a past departure, where no position says otherwise', () => {
    const gone = update(today('a1'), [{ stopSequence: 10, departure: { time: timeOf('08:40:00') } }]);
    expect(saidOf(gone)?.left).toBe('north');
    expect(said(A1, feedOf([gone]), feedOf([at(10, 1)], NOW, 2))?.left).toBeUndefined();
  });
  test('not by a past delay, nor a departure after the measuring', () => {
    expect(
      saidOf(update(today('a1'), [{ stopSequence: 10, departure: { delay: 60 } }]))?.left,
    ).toBeUndefined();
    const measured = { timestamp: timeOf('08:40:10') };
    const stops = [{ stopSequence: 10, departure: { time: timeOf('08:40:00') } }];
    expect(saidOf(update(today('a1'), stops, measured))?.left).toBeUndefined();
  });
  test('not by an old position', () => {
    expect(saidOf(at(20, 2, { timestamp: toSeconds(NOW - FADES_MS - 1000) }))).toBeUndefined();
  });
  test('not any more when its departure is to come', () => {
    const [word] = read(
      feedOf([update(today('a1'), [{ stopSequence: 10, departure: { time: timeOf('09:10:00') } }])]),
    ).words.values();
    if (!word) throw new Error('no word');
    expect(nextLayer(word, { asOf: NOW, left: 'north' }, false).left).toBeUndefined();
  });
});

test('a header that is old, early or absent keeps a feed from being used', () => {
  const fault = (saidAt: number) => headerFault(feedOf([], saidAt).message, NOW, FADES_MS);
  expect([NOW, NOW - FADES_MS, NOW + 120_000].map(fault)).toEqual([undefined, undefined, undefined]);
  expect(fault(NOW - FADES_MS - 1000)).toBe('tooOld');
  expect(fault(NOW + 121_000)).toBe('inTheFuture');
  expect(fault(NOW + 86_400_000)).toBe('inTheFuture');
  expect(fault(0)).toBe('noTimestamp');
});

test('two feeds speak of one train', () => {
  const late = update(today('a1'), [{ stopSequence: 20, arrival: { delay: 300 } }]);
  const there = position(today('a1'), { currentStopSequence: 20 });
  expect(said(A1, feedOf([late]), feedOf([there], NOW, 2))).toEqual({
    delays: { mid: { arrive: 300 } },
    left: 'north',
  });
  expect(said(A1, feedOf([there]), feedOf([late], NOW, 2))).toEqual({
    delays: { mid: { arrive: 300 } },
    left: 'north',
  });
});
