// Trains that a feed adds: which are shown, with which stops and times.
import { beforeAll, expect, test } from 'vitest';
import { gtfsToEpoch } from '@kippu/domain/time/service-day';
import {
  FADES_MS,
  feedOf,
  NOW,
  smallRailway,
  timeOf,
  today,
  update,
} from '../../../test/live/small-railway.ts';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import { readRealtime } from '../feed/read-realtime.ts';

const [ADDED, DUPLICATED, NEW] = [1, 6, 8];
let operator: OperatorData;

beforeAll(async () => {
  operator = await smallRailway();
});

const extraOf = (...entities: Parameters<typeof feedOf>[0]) => {
  const { reports } = readRealtime([feedOf(entities)], operator, NOW, FADES_MS);
  return reports.get(1)?.extraTrains ?? [];
};
const at = (time: string) => gtfsToEpoch('2026-04-01', time);
const stop = (stopId: string, time: string, more: object = {}) => ({
  stopId,
  arrival: { time: timeOf(time) },
  departure: { time: timeOf(time) },
  ...more,
});
const added = (stops: ReturnType<typeof stop>[], tripId = 'extra', scheduleRelationship = ADDED) =>
  update(today(tripId, { scheduleRelationship, routeId: 'main' }), stops);

test.each([ADDED, NEW])('a new train (%i) has the times and platforms that the feed gives', (relation) => {
  const [train] = extraOf(
    added(
      [
        stop('north-1', '10:00:00'),
        stop('elsewhere', '10:10:00'),
        stop('mid-1', '10:20:00', { scheduleRelationship: 1 }),
        stop('south-1', '10:30:00', { stopTimeProperties: { assignedStopId: 'north-2' } }),
      ],
      'extra',
      relation,
    ),
  );
  expect(train).toMatchObject({ tripId: 'extra', serviceDate: '2026-04-01', trainNo: '' });
  expect(train?.stops.map(({ stationId, departAt }) => [stationId, departAt])).toEqual([
    ['north', at('10:00:00')],
    ['north', at('10:30:00')],
  ]);
});

test.each<[string, ReturnType<typeof stop>[]]>([
  ['one stop', [stop('north-1', '10:00:00')]],
  ['stops of others', [stop('x', '10:00:00'), stop('y', '10:30:00')]],
  ['times that go back', [stop('north-1', '10:00:00'), stop('mid-1', '09:30:00')]],
  [
    'times of long ago',
    [stop('north-1', '00:00:00'), stop('mid-1', '00:01:00')].map((each) => ({
      ...each,
      arrival: { time: 1n },
      departure: { time: 1n },
    })),
  ],
  ['no times', [{ stopId: 'north-1' }, { stopId: 'mid-1' }] as ReturnType<typeof stop>[]],
])('a new train with %s is counted and not shown', (_why, stops) => {
  expect(extraOf(added(stops))).toEqual([]);
});

test('a copy runs as its original, at its own start, with the delays that the feed says', () => {
  const [original] = [operator.trips.get('a1')];
  const first = original?.stops[0]?.depart ?? 0;
  const copy = update(
    today('a1', { scheduleRelationship: DUPLICATED }),
    [{ stopSequence: 20, departure: { delay: 120 } }],
    { tripProperties: { tripId: 'a1-copy', startDate: '20260401', startTime: '12:00:00' } },
  );
  const [train] = extraOf(copy);
  expect(train).toMatchObject({ tripId: 'a1-copy', trainNo: 'a1' });
  expect(train?.stops.map(({ departAt }) => departAt)).toEqual(
    original?.stops.map(
      ({ depart }, index) => at('12:00:00') + (depart - first) * 1000 + (index > 0 ? 120_000 : 0),
    ),
  );
});

test('a copy without a name of its own, or of a train that does not exist, is not shown', () => {
  const copyOf = (tripId: string, tripProperties?: object) =>
    update(today(tripId, { scheduleRelationship: DUPLICATED }), [], tripProperties ? { tripProperties } : {});
  expect(extraOf(copyOf('a1'), copyOf('nothing', { tripId: 'copy' }))).toEqual([]);
});

test('a train that is said twice is there once', () => {
  const stops = [stop('north-1', '10:00:00'), stop('mid-1', '10:30:00')];
  expect(extraOf(added(stops), added(stops), added(stops, 'other'))).toHaveLength(2);
});
