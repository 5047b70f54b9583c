// Which stations are near a position, the accuracy of the position considered.
import { NEARBY_METRES, NEARBY_MOST } from '@kippu/contract/limits';

/** Degrees, WGS 84. */
export interface Place {
  readonly lat: number;
  readonly lon: number;
}
export interface Position extends Place {
  /** Metres; 0 when it is not known. */
  readonly accuracy: number;
}

const EARTH_RADIUS_METRES = 6_371_008.8;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Takes two places; gives the metres between them along the earth's surface (haversine, at most 0.6 % off). */
export function metresBetween(a: Place, b: Place): number {
  const dLat = radians(b.lat - a.lat);
  const dLon = radians(b.lon - a.lon);
  const h =
    Math.sin(dLat / 2) ** 2 + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * Math.sin(dLon / 2) ** 2;
  // Rounding may carry h a hair past 1 for places on opposite sides.
  return 2 * EARTH_RADIUS_METRES * Math.asin(Math.sqrt(Math.min(1, h)));
}

/** Takes stations and a position; gives the nearest, at most 5, within 1,000 m plus the accuracy, with their metres, rounded. */
export function nearbyStations<S extends Place>(
  stations: Iterable<S>,
  position: Position,
): (S & { readonly metres: number })[] {
  const reach = NEARBY_METRES + position.accuracy;
  return [...stations]
    .map((station) => ({ ...station, metres: metresBetween(station, position) }))
    .filter(({ metres }) => metres <= reach)
    .toSorted((a, b) => a.metres - b.metres)
    .slice(0, NEARBY_MOST)
    .map((station) => ({ ...station, metres: Math.round(station.metres) }));
}

/**
 * Takes a station and a position; tells whether the position proves that one is there: within 1,000 m, the accuracy
 * granted on top. Of an accuracy worse than 1,000 m no more is granted, or a phone could be everywhere at once.
 */
export const isAtStation = (station: Place, position: Position): boolean =>
  metresBetween(station, position) <= NEARBY_METRES + Math.min(position.accuracy, NEARBY_METRES);
