// Known distances, and the limits of what counts as near.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAtStation, metresBetween, nearbyStations } from './nearby.ts';

const KYOTO = { id: 'kyoto', lat: 34.985849, lon: 135.758767 };
const SHIN_OSAKA = { id: 'shin-osaka', lat: 34.733485, lon: 135.500109 };
const METRE_NORTH = 1 / 111_195.08;
const north = (metres: number) => ({ lat: KYOTO.lat + metres * METRE_NORTH, lon: KYOTO.lon });
const place = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lon: fc.double({ min: -180, max: 180, noNaN: true }),
});

describe('metres between places', () => {
  it('agree with known distances', () => {
    expect(metresBetween(KYOTO, SHIN_OSAKA)).toBeGreaterThan(36_500);
    expect(metresBetween(KYOTO, SHIN_OSAKA)).toBeLessThan(36_800);
    expect(metresBetween({ lat: 0, lon: 0 }, { lat: 0, lon: 180 })).toBeCloseTo(20_015_114, -2);
    expect(metresBetween({ lat: 0, lon: 179.999 }, { lat: 0, lon: -179.999 })).toBeCloseTo(222.4, 0);
  });

  it('are symmetric, never negative and at most half the circumference of the earth', () => {
    fc.assert(
      fc.property(place, place, (a, b) => {
        const metres = metresBetween(a, b);
        expect(metres).toBeGreaterThanOrEqual(0);
        expect(metres).toBeLessThanOrEqual(20_015_200);
        expect(metresBetween(b, a)).toBeCloseTo(metres, 3);
      }),
    );
  });
});

describe('stations nearby', () => {
  it('are the five nearest within reach, nearest first, with whole metres', () => {
    const row = [900, 100, 400, 300, 200, 800].map((metres) => ({ id: metres, ...north(metres) }));
    const found = nearbyStations([SHIN_OSAKA, ...row], { ...KYOTO, accuracy: 0 });
    expect(found.map((station) => [station.id, station.metres])).toEqual([
      [100, 100],
      [200, 200],
      [300, 300],
      [400, 400],
      [800, 800],
    ]);
  });

  it('are within 1,000 m plus the accuracy of the position', () => {
    const ids = (metres: number, accuracy: number) =>
      nearbyStations([KYOTO], { ...north(metres), accuracy }).length;
    expect([ids(999, 0), ids(1_001, 0), ids(1_499, 500), ids(1_501, 500)]).toEqual([1, 0, 1, 0]);
  });

  it('are near at exactly the limit', () => {
    const far = metresBetween(KYOTO, north(1_500));
    const position = { ...north(1_500), accuracy: far - 1_000 };
    expect(1_000 + position.accuracy).toBe(far);
    expect(nearbyStations([KYOTO], position)).toHaveLength(1);
    expect(isAtStation(KYOTO, position)).toBe(true);
  });

  it('are proved only by a position accurate to 1,000 m', () => {
    const at = (metres: number, accuracy: number) => isAtStation(KYOTO, { ...north(metres), accuracy });
    expect([at(999, 0), at(1_001, 0), at(1_900, 950), at(1_999, 1_000)]).toEqual([true, false, true, true]);
    expect([at(2_001, 1_000), at(2_001, 100_000), at(36_000, 100_000)]).toEqual([false, false, false]);
  });
});
