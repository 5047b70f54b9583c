// When the railway's zone changes its offset. Apart from zone.ts, because the first screen needs no table of changes.
import { offsetAt } from './zone.ts';

const DAY_MS = 86_400_000;
/** How far a change of the offset is looked for. Summer time changes twice a year. */
const MAX_UNCHANGED_MS = 400 * DAY_MS;
/** No zone changes twice within so long, in milliseconds. */
const STEP_MS = 7 * DAY_MS;

/** A change of the zone's offset. Offsets in milliseconds, positive east of Greenwich. */
export interface OffsetChange {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly before: number;
  readonly after: number;
}

/** Returns the change between two instants whose offsets differ. */
function changeBetween(low: number, high: number): OffsetChange {
  const [before, after] = [offsetAt(low), offsetAt(high)];
  let [from, to] = [low, high];
  while (to - from > 1) {
    const middle = from + Math.floor((to - from) / 2);
    if (offsetAt(middle) === before) from = middle;
    else to = middle;
  }
  return { at: to, before, after };
}

/**
 * Returns the changes of the offset that a calendar needs for a time: the last one before it, those within it, and the next one after it. None where
 * the zone does not change within 400 days.
 * @param from epoch milliseconds
 * @param to epoch milliseconds
 */
export function changesAround(from: number, to: number): OffsetChange[] {
  const changes: OffsetChange[] = [];
  const begin = Math.max(0, from - MAX_UNCHANGED_MS);
  for (let low = begin; low < to + MAX_UNCHANGED_MS; low += STEP_MS) {
    const high = low + STEP_MS;
    if (offsetAt(low) === offsetAt(high)) continue;
    const change = changeBetween(low, high);
    // Of those before it, only the last one counts.
    if (change.at <= from) changes.length = 0;
    changes.push(change);
    if (change.at > to) break;
  }
  return changes;
}
