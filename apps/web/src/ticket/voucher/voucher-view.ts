// Exchange counters as the traveller needs them: the nearest first once the position is known, and a way on the map.
import type { Counter } from '@kippu/contract/ticket';
import { metresBetween, type Place } from '@kippu/domain/station-nearby';

export interface PlacedCounter {
  readonly counter: Counter;
  /** Absent while the position is not known. */
  readonly metres?: number;
}

/** Takes counters in the operator's order and the traveller's place; gives them nearest first, or as they were. */
export function placeCounters(counters: readonly Counter[], place: Place | undefined): PlacedCounter[] {
  if (!place) return counters.map((counter) => ({ counter }));
  return counters
    .map((counter) => ({ counter, metres: metresBetween(place, counter) }))
    .toSorted((a, b) => a.metres - b.metres);
}

/** Whether the counters need their railway named: those of one railway say nothing by it. */
export const severalRailways = (counters: readonly PlacedCounter[]): boolean =>
  new Set(counters.map(({ counter }) => counter.railway)).size > 1;

/** An outside map of the counter. */
export const mapLink = ({ lat, lon }: Place): string =>
  `https://www.google.com/maps/search/?api=1&query=${lat},${lon}`;
