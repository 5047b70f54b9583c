// Finds the stations near a position, considering its accuracy.
import { theRules } from '../rules.ts';

/** Degrees, WGS 84. */
export interface Place {
  readonly lat: number;
  readonly lon: number;
}
export interface Position extends Place {
  /** Metres; 0 if unknown. */
  readonly accuracy: number;
}

const EARTH_RADIUS_METRES = 6_371_008.8;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Returns the metres between two places along the earth's surface (haversine, at most 0.6 % off). */
export function metresBetween(a: Place, b: Place): number {
  const dLat = radians(b.lat - a.lat);
  const dLon = radians(b.lon - a.lon);
  const h =
    Math.sin(dLat / 2) ** 2 + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * Math.sin(dLon / 2) ** 2;
  // Rounding may push h slightly above 1 for opposite places.
  return 2 * EARTH_RADIUS_METRES * Math.asin(Math.sqrt(Math.min(1, h)));
}

/** Returns the nearest stations with their rounded metres: as many and as near as the railway's rules say, plus the accuracy. */
export function nearbyStations<S extends Place>(
  stations: Iterable<S>,
  position: Position,
): (S & { readonly metres: number })[] {
  const { nearbyMetres, maxNearby } = theRules();
  const reach = nearbyMetres + position.accuracy;
  return [...stations]
    .map((station) => ({ ...station, metres: metresBetween(station, position) }))
    .filter(({ metres }) => metres <= reach)
    .toSorted((a, b) => a.metres - b.metres)
    .slice(0, maxNearby)
    .map((station) => ({ ...station, metres: Math.round(station.metres) }));
}

/**
 * Whether a position proves that the traveller is at a station: within the railway's metres plus the accuracy. An
 * accuracy counts for at most as many metres, or a phone could be everywhere at once.
 */
export function isAtStation(station: Place, position: Position): boolean {
  const { nearbyMetres } = theRules();
  return metresBetween(station, position) <= nearbyMetres + Math.min(position.accuracy, nearbyMetres);
}
