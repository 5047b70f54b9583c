// What of a source's word takes a train, or some of its stops, out of the day.
import type { LiveLayer, StopKey } from './live-train.ts';

/** What a source leaves out: the whole train, or stops. */
export type Cut = Pick<LiveLayer, 'runs' | 'skipped'>;
type Known = Cut | null | undefined;

/** Returns only what a layer leaves out. */
export const cutOf = (layer: Known): Cut => ({
  ...(layer?.runs === false ? { runs: false } : {}),
  ...(layer?.skipped && layer.skipped.length > 0 ? { skipped: layer.skipped } : {}),
});

/** Whether `known`, taken together, leave out all that `cut` leaves out. True for a cut of nothing. */
export function isWithin(cut: Cut, known: readonly Known[]): boolean {
  if (known.some((each) => each?.runs === false)) return true;
  return (
    cut.runs !== false &&
    (cut.skipped ?? []).every((stop) => known.some((each) => each?.skipped?.includes(stop)))
  );
}

/** Returns what both leave out. */
export function commonCut(one: Known, other: Known): Cut {
  if (one?.runs === false) return cutOf(other);
  if (other?.runs === false) return cutOf(one);
  const stops: readonly StopKey[] = other?.skipped ?? [];
  return cutOf({ skipped: (one?.skipped ?? []).filter((stop) => stops.includes(stop)) });
}

/** Whether a feed's cut changes nothing, because the desk has said whether the train runs, or where it calls. */
export const isOverruled = ({ runs }: Cut, desk: LiveLayer | null): boolean =>
  runs === false ? desk?.runs !== undefined : desk?.runs === false || desk?.skipped !== undefined;
