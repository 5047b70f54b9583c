import type { PlanInfo } from '@kippu/contract/calls/traveller/seat';
import type { Train } from '@kippu/contract/calls/traveller/train';
import type { Section, Station } from '@kippu/contract/calls/traveller/station';
import { wallToEpoch } from '@kippu/domain/time/service-day';
import { expect, test } from 'vitest';
import {
  dateOfPart,
  datesBetween,
  destinationsOf,
  durationOf,
  isFixedPair,
  journeyFrom,
  nextWithSeats,
  originsOf,
  reachable,
  runsOf,
  splitDeparted,
  startHours,
} from './journey-plan.ts';

const station = (stationId: string) => ({ stationId }) as Station;
const section = (from: string, to: string): Section => ({
  from: station(from),
  to: station(to),
  direction: to === 'kix' ? 'outbound' : 'inbound',
});
const ROUND = [section('kix', 'kyoto'), section('kyoto', 'kix')];
const PASS = [...ROUND, section('kix', 'tennoji'), section('tennoji', 'kix')];
const plan = (sections: Section[]): PlanInfo => ({
  sections,
  bookableFrom: '2026-11-28',
  bookableTo: '2026-12-28',
  perTicket: [],
  maxSeats: 6,
});
const ids = (stations: readonly Station[]) => stations.map(({ stationId }) => stationId);

test('the stations to choose from follow the sections', () => {
  expect(ids(originsOf(PASS))).toEqual(['kix', 'kyoto', 'tennoji']);
  expect(ids(destinationsOf(PASS, 'kix'))).toEqual(['kyoto', 'tennoji']);
  expect(reachable(PASS, 'tennoji', 'kyoto')).toBe('kix');
  expect(reachable(PASS, 'kix', 'tennoji')).toBe('tennoji');
});

test('one journey and its way back need no list of stations', () => {
  expect([isFixedPair(ROUND.slice(0, 1)), isFixedPair(ROUND), isFixedPair(PASS)]).toEqual([
    true,
    true,
    false,
  ]);
});

test('an input outside the plan gives a journey inside it', () => {
  expect(journeyFrom(plan(ROUND), { from: 'kyoto', to: 'kix', date: '2026-12-01' })).toEqual({
    from: 'kyoto',
    to: 'kix',
    date: '2026-12-01',
  });
  expect(journeyFrom(plan(PASS), { from: 'tennoji', to: 'kyoto', date: '2027-01-01' })).toEqual({
    from: 'tennoji',
    to: 'kix',
    date: '2026-11-28',
  });
  expect(journeyFrom(plan(PASS), {})).toEqual({ from: 'kix', to: 'kyoto', date: '2026-11-28' });
  expect(journeyFrom(plan([]), {})).toBeNull();
});

test('dates continue past the end of a month', () => {
  expect(datesBetween('2026-11-29', '2026-12-01')).toEqual(['2026-11-29', '2026-11-30', '2026-12-01']);
  expect(datesBetween('2026-11-29', '2026-11-29')).toHaveLength(1);
});

test('a train that leaves this second has departed', () => {
  const trains = ['13:45:00', '14:15:00', '14:45:00'].map(
    (time) => ({ departAt: `2026-11-28 ${time}` }) as Train,
  );
  const { departed, coming } = splitDeparted(trains, wallToEpoch('2026-11-28 14:15:00'));
  expect([departed.length, coming.length]).toEqual([2, 1]);
  const wished = splitDeparted(trains, wallToEpoch('2026-11-28 09:00:00'), '14:15');
  expect([wished.departed.length, wished.coming.length]).toEqual([1, 2]);
});

test('only hours still to come are offered', () => {
  const now = wallToEpoch('2026-11-28 15:00:00');
  expect(startHours('2026-11-28', now)).toEqual(['18:00', '21:00']);
  expect(startHours('2026-11-29', now)).toHaveLength(5);
});

test('a ride past midnight has its real length', () => {
  expect(durationOf('2026-11-28 23:50:00', '2026-11-29 01:10:00')).toEqual({ hours: 1, minutes: 20 });
});

test('car numbers are grouped into runs', () => {
  expect(runsOf([7, 5, 6, 9])).toEqual([
    { first: 5, last: 7 },
    { first: 9, last: 9 },
  ]);
  expect(runsOf([])).toEqual([]);
});

test('after a full train the next one is the first later one with seats', () => {
  const train = (departAt: string, selectable: boolean) => ({ departAt, selectable }) as Train;
  const [early, full, alsoFull, open] = [
    train('2026-12-01 09:00:00', true),
    train('2026-12-01 10:00:00', false),
    train('2026-12-01 10:30:00', false),
    train('2026-12-01 11:00:00', true),
  ] as const;
  expect(nextWithSeats([early, full, alsoFull, open], full)).toBe(open);
  expect(nextWithSeats([early, full, alsoFull], full)).toBeUndefined();
});

test('a part that begins past midnight belongs to the next day', () => {
  const stops = [
    { stationId: 'kix', departAt: '2026-12-01 23:50:00' },
    { stationId: 'tennoji', arriveAt: '2026-12-02 00:24:00', departAt: '2026-12-02 00:26:00' },
    { stationId: 'kyoto', arriveAt: '2026-12-02 01:10:00' },
  ];
  const train = { stops } as unknown as Train;
  expect(dateOfPart(train, { from: 'kix', to: 'tennoji' })).toBe('2026-12-01');
  expect(dateOfPart(train, { from: 'tennoji', to: 'kyoto' })).toBe('2026-12-02');
});
