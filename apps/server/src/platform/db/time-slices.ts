// Cuts a range of time into parts, so that no statement reads more than a part: PostgreSQL ends a statement that takes too long.

/** From a time, to a time that is no longer in it; null for no end. */
export interface TimeSlice {
  readonly from: Date;
  readonly to: Date | null;
}

/**
 * Returns the parts of the time since `since`, the oldest first, each `length` long. The last one has no end, so what happens after `now`
 * is in it. All in milliseconds, the two times since the epoch.
 */
export function slicesSince(since: number, now: number, length: number): TimeSlice[] {
  const count = Math.max(1, Math.ceil((now - since) / length));
  return Array.from({ length: count }, (_, n) => ({
    from: new Date(since + n * length),
    to: n === count - 1 ? null : new Date(since + (n + 1) * length),
  }));
}
