// Whether a traveller who changes trains still reaches the second one.

/** Times in epoch milliseconds. */
interface Arriving {
  /** By the timetable. */
  readonly arriveAt: number;
  readonly expectedArriveAt: number;
}

/** `missed`: the second train leaves before the first arrives. `tight`: less than the railway's minutes are left. */
export type Connection = 'missed' | 'tight';

/**
 * Returns what a late first train means for a second one that leaves the same station at `leavesAt` (epoch milliseconds); null if it is reached as
 * planned. A change that was planned as tight as this is no news.
 */
export function connectionOf(
  { arriveAt, expectedArriveAt }: Arriving,
  leavesAt: number,
  connectionMinutes: number,
): Connection | null {
  if (expectedArriveAt <= arriveAt) return null;
  if (expectedArriveAt > leavesAt) return 'missed';
  return leavesAt - expectedArriveAt < connectionMinutes * 60_000 ? 'tight' : null;
}
