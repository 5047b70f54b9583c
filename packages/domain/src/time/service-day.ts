// Dates and times of the railway: wall time in its zone, epoch milliseconds, GTFS times past midnight.
import { theRules } from '../rules.ts';
import { instantsOf, offsetAt } from './zone.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const HALF_DAY_SECONDS = 43_200;

const two = (n: number) => String(n).padStart(2, '0');
const dateOf = (utcMs: number) => {
  const d = new Date(utcMs);
  if (Number.isNaN(utcMs) || d.getUTCFullYear() < 0 || d.getUTCFullYear() > 9999)
    throw new RangeError(`out of the calendar: ${utcMs}`);
  return `${String(d.getUTCFullYear()).padStart(4, '0')}-${two(d.getUTCMonth() + 1)}-${two(d.getUTCDate())}`;
};

/** Returns midnight of a 'YYYY-MM-DD' as if in UTC; NaN for a day that does not exist. */
function utcMidnight(date: string): number {
  const parts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(date);
  if (!parts) return Number.NaN;
  const ms = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(ms) || dateOf(ms) !== date ? Number.NaN : ms;
}

/** Whether a text is a day of the calendar, 'YYYY-MM-DD'. */
export const isDate = (text: string): boolean => !Number.isNaN(utcMidnight(text));

/** The length of 'YYYY-MM-DD HH:mm:ss'. What follows is an offset. */
const WALL_LENGTH = 19;

const hasWallForm = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(text) && isDate(text.slice(0, 10));

/** Returns wall time without an offset as if it were UTC, in epoch milliseconds. Throws RangeError on another form. */
function asUtc(wall: string): number {
  if (!hasWallForm(wall)) throw new RangeError(`not YYYY-MM-DD HH:mm:ss: ${wall}`);
  return Date.parse(`${wall.replace(' ', 'T')}Z`);
}

/** Returns the instant that a wall time names, in epoch milliseconds; NaN for another form. */
function instantNamed(wall: string): number {
  const time = wall.slice(0, WALL_LENGTH);
  if (!hasWallForm(time)) return Number.NaN;
  const { earlier, later } = instantsOf(asUtc(time));
  if (wall.length === WALL_LENGTH) return earlier;
  return later > earlier && wall.slice(WALL_LENGTH) === offsetText(later) ? later : Number.NaN;
}

/**
 * Whether a text is a wall time 'YYYY-MM-DD HH:mm:ss' that exists, or with its offset in the second pass of the hour that the end of
 * summer time repeats. A time that the start of summer time skips does not exist. Years begin at 1000, which databases can store.
 */
export function isWallTime(text: string): boolean {
  const instant = instantNamed(text);
  return !text.startsWith('0') && !Number.isNaN(instant) && clockAt(instant) === text.slice(0, WALL_LENGTH);
}

/**
 * Converts the railway's wall time to epoch milliseconds. 'YYYY-MM-DD HH:mm:ss' is the earlier instant in the hour that the end of
 * summer time repeats, and the later one has its offset: '2026-11-01 01:30:00-05:00'. A time that the start of summer time skips is
 * moved on by the skipped span. Throws RangeError on another form.
 */
export function wallToEpoch(wall: string): number {
  const instant = instantNamed(wall);
  if (Number.isNaN(instant)) throw new RangeError(`not YYYY-MM-DD HH:mm:ss: ${wall}`);
  return instant;
}

/** Formats an instant as 'YYYY-MM-DD HH:mm:ss'. Two instants of the hour that the end of summer time repeats look the same. */
function clockAt(epochMs: number): string {
  const ms = epochMs + offsetAt(epochMs);
  const d = new Date(ms);
  return `${dateOf(ms)} ${two(d.getUTCHours())}:${two(d.getUTCMinutes())}:${two(d.getUTCSeconds())}`;
}

/**
 * Converts epoch milliseconds to the railway's wall time 'YYYY-MM-DD HH:mm:ss', dropping fractions of a second. In the second pass
 * of the hour that the end of summer time repeats, the offset follows, so that wallToEpoch returns the same instant.
 */
export function epochToWall(epochMs: number): string {
  const clock = clockAt(epochMs);
  return instantsOf(asUtc(clock)).earlier + 999 < epochMs ? `${clock}${offsetText(epochMs)}` : clock;
}

/** Formats the railway's offset from UTC at an instant as '+02:00'. */
function offsetText(epochMs: number): string {
  const minutes = Math.round(offsetAt(epochMs) / 60_000);
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** Formats epoch milliseconds as RFC 3339 with the railway's offset, '2026-10-25T02:30:00+02:00'. */
export const epochToIso = (epochMs: number): string =>
  `${clockAt(epochMs).replace(' ', 'T')}${offsetText(epochMs)}`;

/** Orders two wall times by their instants, the earlier first, for `toSorted`. Throws RangeError on another form. */
export const byWallTime = (a: string, b: string): number => (a === b ? 0 : wallToEpoch(a) - wallToEpoch(b));

/**
 * Formats the clock of a wall time for readers: '14:15', or '02:30 (UTC+1)' in the second pass of the hour that the end of summer
 * time repeats.
 */
export function clockOfWall(wall: string): string {
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)$/.exec(wall.slice(WALL_LENGTH)) ?? [];
  const clock = wall.slice(11, 16);
  if (sign === undefined) return clock;
  return `${clock} (UTC${sign === '-' ? '−' : '+'}${Number(hours)}${minutes === '00' ? '' : `:${minutes}`})`;
}

/** Returns the railway's calendar date at `epochMs`. */
export const dateAt = (epochMs: number): string => dateOf(epochMs + offsetAt(epochMs));

/** Returns the first moment of the railway's date, in epoch milliseconds. Throws RangeError on an invalid date. */
export function startOfDay(date: string): number {
  const midnight = utcMidnight(date);
  if (Number.isNaN(midnight)) throw new RangeError(`not YYYY-MM-DD: ${date}`);
  return instantsOf(midnight).earlier;
}

/** Returns the last second of the railway's date, 23:59:59, in epoch milliseconds. Throws as startOfDay. */
export const endOfDay = (date: string): number => instantsOf(asUtc(`${date} 23:59:59`)).later;

/** Adds whole days to a date; negative for earlier. Throws RangeError on an invalid date. */
export function addDays(date: string, days: number): string {
  const midnight = utcMidnight(date);
  if (Number.isNaN(midnight) || !Number.isInteger(days))
    throw new RangeError(`not a date and days: ${date} ${days}`);
  return dateOf(midnight + days * DAY_MS);
}

/**
 * Adds whole months to a date; negative for earlier. Returns the same day of that month, or its last day if it has no
 * such day (01-31 plus one month is 02-28 or 02-29). Throws RangeError on an invalid date.
 */
export function addMonths(date: string, months: number): string {
  if (!isDate(date) || !Number.isInteger(months))
    throw new RangeError(`not a date and months: ${date} ${months}`);
  const count = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 + months;
  const first = new Date(0);
  first.setUTCFullYear(Math.floor(count / 12), (count % 12) + 1, 0);
  const day = Math.min(Number(date.slice(8)), first.getUTCDate());
  return `${dateOf(first.getTime()).slice(0, 8)}${two(day)}`;
}

/** Converts a GTFS time 'H:mm:ss' or 'HH:mm:ss' to seconds; hours may exceed 24. Throws RangeError on another form. */
export function gtfsSeconds(time: string): number {
  const parts = /^(\d{1,3}):([0-5]\d):([0-5]\d)$/.exec(time.trim());
  if (!parts) throw new RangeError(`not a GTFS time: ${time}`);
  return Number(parts[1]) * 3600 + Number(parts[2]) * 60 + Number(parts[3]);
}

/**
 * Converts a GTFS time of a service date, as text or in seconds, to epoch milliseconds: 24:10:00 is ten past midnight
 * of the next calendar day. GTFS counts from twelve hours before noon, which is not midnight on the two days on which
 * summer time begins and ends. Throws RangeError on other forms.
 */
export function gtfsToEpoch(serviceDate: string, time: string | number): number {
  const seconds = typeof time === 'number' ? time : gtfsSeconds(time);
  return wallToEpoch(`${serviceDate} 12:00:00`) + (seconds - HALF_DAY_SECONDS) * 1000;
}

/** Returns the service date of a departure id '<trip id>@<service date>'. */
export const serviceDateOf = (departureId: string): string =>
  departureId.slice(departureId.lastIndexOf('@') + 1);

/**
 * Shifts wall time 'YYYY-MM-DD HH:mm:ss' by hours, at most 24 in either direction; fractions are allowed. Throws
 * RangeError on another form or a longer shift.
 */
export function shiftHours(wall: string, hours: number): string {
  if (!(Math.abs(hours) <= 24)) throw new RangeError(`a shift is at most 24 hours either way: ${hours}`);
  return epochToWall(wallToEpoch(wall) + Math.round(hours * HOUR_MS));
}

/**
 * Returns when booking opens for a calendar date of travel, in epoch milliseconds: the railway's months and
 * days before, at its hour. A day that the earlier month lacks opens on that month's last day (03-29 to 03-31 on 02-28).
 */
export function bookingOpensAt(date: string): number {
  const { monthsAhead, daysAhead, hour } = theRules().bookingOpens;
  return wallToEpoch(`${addDays(addMonths(date, -monthsAhead), -daysAhead)} ${two(hour)}:00:00`);
}

/** Returns the first and last date that may be booked at `now` (epoch milliseconds). */
export function bookingWindow(now: number): { from: string; to: string } {
  const from = dateAt(now);
  // Later dates never open earlier, so the last open date is found by stepping from a date that is certainly open.
  let to = from;
  while (bookingOpensAt(addDays(to, 1)) <= now) to = addDays(to, 1);
  return { from, to };
}
