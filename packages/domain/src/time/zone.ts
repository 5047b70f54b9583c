// The railway's time zone. A process or page serves one railway, so it has one zone, set once when it starts.

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** The last instant that a Date can hold, less the days looked at around it. */
const LAST_MS = 8.64e15 - 3 * DAY_MS;
/** Days whose offsets are cached. */
const DAYS_KEPT = 4_000;

/** The offsets from UTC within one day of UTC, in milliseconds: `before` until `changeAt`, then `after`. */
interface DayOffsets {
  readonly before: number;
  /** Epoch milliseconds; infinite on a day without a change. */
  readonly changeAt: number;
  readonly after: number;
}
interface Zone {
  readonly name: string;
  readonly format: Intl.DateTimeFormat;
  readonly days: Map<number, DayOffsets>;
}
let zone: Zone | undefined;

/**
 * Sets the zone of all conversions.
 * @param name of the IANA database, such as 'Europe/Berlin'
 * @throws RangeError if the runtime does not know the zone
 */
export function setZone(name: string): void {
  if (zone?.name === name) return;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  zone = { name, format, days: new Map() };
}

function theZone(): Zone {
  if (!zone) throw new Error('the time zone is not set');
  return zone;
}

/** Returns the name of the zone, such as 'Europe/Berlin'. Throws Error before setZone. */
export const zoneName = (): string => theZone().name;

/** Asks the zone database for an offset, in milliseconds. Slow. */
function lookUp({ format }: Zone, epochMs: number): number {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
  for (const { type, value } of format.formatToParts(epochMs)) parts[type] = Number(value);
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(epochMs / 1000) * 1000;
}

function dayOffsets(of: Zone, day: number): DayOffsets {
  const [from, to] = [day * DAY_MS, (day + 1) * DAY_MS];
  const [before, after] = [lookUp(of, from), lookUp(of, to)];
  if (before === after) return { before, changeAt: Number.POSITIVE_INFINITY, after };
  // Zones change on whole minutes since 1972.
  let [low, high] = [from, to];
  while (high - low > MINUTE_MS) {
    const middle = low + Math.floor((high - low) / 2 / MINUTE_MS) * MINUTE_MS;
    if (lookUp(of, middle) === before) low = middle;
    else high = middle;
  }
  return { before, changeAt: high, after };
}

/**
 * Returns the zone's offset from UTC at an instant, in milliseconds; positive east of Greenwich. Instants before 1970
 * have the offset of 1970.
 * @param epochMs epoch milliseconds
 * @throws RangeError if it is no instant
 */
export function offsetAt(epochMs: number): number {
  if (!(Math.abs(epochMs) < LAST_MS)) throw new RangeError(`out of the calendar: ${epochMs}`);
  const of = theZone();
  const day = Math.max(0, Math.floor(epochMs / DAY_MS));
  let offsets = of.days.get(day);
  if (!offsets) {
    offsets = dayOffsets(of, day);
    if (of.days.size >= DAYS_KEPT) of.days.clear();
    of.days.set(day, offsets);
  }
  return epochMs < offsets.changeAt ? offsets.before : offsets.after;
}

/** The instants of one wall time, in epoch milliseconds. They differ only in the hour that the end of summer time repeats. */
export interface Instants {
  readonly earlier: number;
  readonly later: number;
}

/**
 * Returns the instants of a wall time. A time that the start of summer time skips is moved on by the skipped span, as
 * RFC 5545 says.
 * @param asUtcMs the wall time read as UTC, in epoch milliseconds
 */
export function instantsOf(asUtcMs: number): Instants {
  const [before, after] = [offsetAt(asUtcMs - DAY_MS), offsetAt(asUtcMs + DAY_MS)];
  const found = [asUtcMs - before, asUtcMs - after].filter((ms) => ms + offsetAt(ms) === asUtcMs);
  if (found.length === 0) return { earlier: asUtcMs - before, later: asUtcMs - before };
  return { earlier: Math.min(...found), later: Math.max(...found) };
}
