// Exchange counters for the traveller: nearest first once the position is known, each with a map link.
import type { Counter } from '@kippu/contract/calls/traveller/ticket';
import { metresBetween, type Place } from '@kippu/domain/station/nearby';

export interface PlacedCounter {
  readonly counter: Counter;
  /** Absent while the position is not known. */
  readonly metres?: number;
}

/** Sorts counters by distance if the traveller's position is known; otherwise keeps the operator's order. */
export function placeCounters(counters: readonly Counter[], place: Place | undefined): PlacedCounter[] {
  if (!place) return counters.map((counter) => ({ counter }));
  return counters
    .map((counter) => ({ counter, metres: metresBetween(place, counter) }))
    .toSorted((a, b) => a.metres - b.metres);
}

/** Whether to name the railway of each counter: only if there are several. */
export const severalRailways = (counters: readonly PlacedCounter[]): boolean =>
  new Set(counters.map(({ counter }) => counter.railway)).size > 1;

/** Link to the counter on an external map. */
export const mapLink = ({ lat, lon }: Place): string =>
  `https://www.google.com/maps/search/?api=1&query=${lat},${lon}`;
