// Service alerts: their texts are cleaned and limited, and they concern trains, routes and stations of the timetable.
import { beforeAll, expect, test } from 'vitest';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import { toSeconds, type FeedInit } from '../../platform/gtfs-realtime/codec.ts';
import { FADES_MS, feedOf, NOW, smallRailway } from '../../../test/live/small-railway.ts';
import { concerns, isActive } from './read-alerts.ts';
import { readRealtime } from './read-realtime.ts';

let railway: OperatorData;
beforeAll(async () => {
  railway = await smallRailway();
});

type Alert = NonNullable<NonNullable<FeedInit['entity']>[number]['alert']>;
const HEADER = { translation: [{ text: 'Signal fault', language: 'en' }] };
const ALL = { agencyId: '', routeType: 2 };
function reading(...alerts: Alert[]) {
  const entities = alerts.map((alert, at) => ({ id: `alert-${at}`, alert }));
  const { alerts: read, reports } = readRealtime([feedOf(entities)], railway, NOW, FADES_MS);
  return { alerts: read.get(1) ?? [], unused: reports.get(1)?.counts().unused };
}

test('texts come in their languages, without invisible characters, cut to their length', () => {
  const { alerts } = reading({
    headerText: {
      translation: [
        { text: ' 信号\u202e故障\u0007 ', language: 'ja' },
        { text: 'Signal fault', language: 'EN-us' },
        { text: 'Störung', language: 'not a tag' },
        { text: '\u200b', language: 'de' },
      ],
    },
    descriptionText: { translation: [{ text: `first\n${'x'.repeat(10_000)}` }] },
    url: {
      translation: [
        { text: 'https://rail.example/a', language: 'en' },
        { text: 'javascript:alert(1)', language: 'ja' },
      ],
    },
    cause: 8,
    effect: 3,
    informedEntity: [ALL],
  });
  expect(alerts[0]).toMatchObject({
    header: { ja: '信号故障', 'en-US': 'Signal fault', und: 'Störung' },
    url: { en: 'https://rail.example/a' },
    cause: 'WEATHER',
    effect: 'SIGNIFICANT_DELAYS',
  });
  expect(alerts[0]?.description['und']).toMatch(/^first\nx{3994}$/);
  expect(Object.keys(alerts[0]?.url ?? {})).toEqual(['en']);
});

test('those of other railways, of unknown places and without texts are counted only', () => {
  const others = [
    { agencyId: 'another' },
    { stopId: 'nowhere' },
    { routeId: 'none' },
    { routeType: 3 },
    { trip: { tripId: 'nobody' } },
  ];
  const { alerts, unused } = reading(
    ...others.map((one) => ({ headerText: HEADER, informedEntity: [one] })),
    { informedEntity: [ALL] },
  );
  expect(alerts).toEqual([]);
  expect(unused).toEqual({ alertOfOthers: 5, brokenAlert: 1 });
});

test('an alert concerns the trains and stations that it names', () => {
  const { alerts } = reading(
    {
      headerText: HEADER,
      informedEntity: [
        { trip: { tripId: 'a1', startDate: '20260401' } },
        { stopId: 'south-2', routeId: 'main' },
      ],
    },
    { headerText: HEADER, informedEntity: [{ routeId: 'main', directionId: 1 }] },
  );
  const [named, inbound] = alerts;
  if (!named || !inbound) throw new Error('no alert');
  const ride = {
    departureId: 'a1@2026-04-01',
    routeId: 'main',
    direction: 'outbound',
    stationIds: ['north'],
  } as const;
  expect(concerns(named, ride)).toBe(true);
  expect(concerns(named, { ...ride, departureId: 'b1@2026-04-01' })).toBe(false);
  expect(concerns(named, { ...ride, departureId: 'b1@2026-04-01', stationIds: ['south'] })).toBe(true);
  expect(concerns(named, { stationIds: ['south'] })).toBe(false);
  expect(concerns(inbound, ride)).toBe(false);
  expect(concerns(inbound, { ...ride, direction: 'inbound' })).toBe(true);
});

test('an alert is active in its periods, or always', () => {
  const { alerts } = reading(
    { headerText: HEADER, informedEntity: [ALL] },
    {
      headerText: HEADER,
      informedEntity: [ALL],
      activePeriod: [{ end: toSeconds(NOW) }, { start: toSeconds(NOW + 3_600_000) }],
    },
  );
  const moments = [NOW - 1, NOW, NOW + 3_599_000, NOW + 3_600_000];
  expect(alerts.map((alert) => moments.map((at) => isActive(alert, at)))).toEqual([
    [true, true, true, true],
    [true, false, false, true],
  ]);
});
