// The nearest counter comes first, but only if the traveller's position is known.
import type { Counter } from '@kippu/contract/calls/traveller/ticket';
import { expect, test } from 'vitest';
import { mapLink, placeCounters, severalRailways } from './voucher-view.ts';

const counter = (counterId: string, lat: number, lon: number): Counter => ({
  counterId,
  lat,
  lon,
  railway: 'Keihan',
  hours: '',
  closed: '',
  counterNameCn: '',
  counterNameEn: counterId,
  counterNameJp: counterId,
  counterNameTc: '',
  counterNameKr: '',
});
const counters = [counter('uji', 34.894678, 135.806229), counter('sanjo', 35.009114, 135.772274)];

test('keep the order of the operator without a position', () => {
  const placed = placeCounters(counters, undefined);
  expect(placed.map((p) => p.counter.counterId)).toEqual(['uji', 'sanjo']);
  expect(placed.every((p) => p.metres === undefined)).toBe(true);
});

test('are sorted by distance with a position', () => {
  const placed = placeCounters(counters, { lat: 35.0036, lon: 135.772 });
  expect(placed.map((p) => p.counter.counterId)).toEqual(['sanjo', 'uji']);
  expect(placed[0]?.metres).toBeLessThan(700);
});

test('a map link contains the position', () => {
  expect(mapLink({ lat: 35.009114, lon: 135.772274 })).toBe(
    'https://www.google.com/maps/search/?api=1&query=35.009114,135.772274',
  );
});

test('the railway is named only if there are several', () => {
  const placed = placeCounters(counters, undefined);
  expect(severalRailways(placed)).toBe(false);
  expect(
    severalRailways([...placed, { counter: { ...counter('umeda', 34.7, 135.5), railway: 'Hankyu' } }]),
  ).toBe(true);
});
