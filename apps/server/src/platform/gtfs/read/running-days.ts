// On which days trains run, and what that means today: a timetable that has ended, begins later, or leaves a gap.
import { addDays } from '@kippu/domain/time/service-day';
import type { FeedService } from '../feed.ts';
import type { Findings } from '../report/findings.ts';

/** Longer calendars are cut: nobody sells seats that far ahead, and a wrong year would cost minutes. */
const MOST_DAYS = 20_000;

const weekdayOf = (date: string): number => (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;

/** Whether a service runs on a date 'YYYY-MM-DD'. */
export const runsOn = ({ days, from, to, added, removed }: FeedService, date: string): boolean =>
  added.has(date) || (from <= date && date <= to && days[weekdayOf(date)] === true && !removed.has(date));

const DAY_MS = 86_400_000;
/** The number of a date, counted from 1970. */
const numberOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY_MS;
const dateOfNumber = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
/** 1 January 1970 was a Thursday; Monday is 0. */
const weekdayOfNumber = (day: number): number => (((day + 3) % 7) + 7) % 7;

/** Returns the numbers of the dates on which a service runs. */
function* daysOf({ days, from, to, added, removed }: FeedService): Generator<number> {
  for (const date of added) yield numberOf(date);
  if (!days.some(Boolean)) return;
  const without = new Set([...removed].map(numberOf));
  const first = numberOf(from);
  const last = Math.min(numberOf(to), first + MOST_DAYS);
  for (let day = first; day <= last; day += 1) if (days[weekdayOfNumber(day)] && !without.has(day)) yield day;
}

/** Whether a service runs on any day. */
export const runsAtAll = (service: FeedService): boolean => !daysOf(service).next().done;

/** Returns all dates with a train, in order. */
export function runningDays(services: Iterable<FeedService>): string[] {
  const found = new Set<number>();
  for (const service of services) for (const day of daysOf(service)) found.add(day);
  return [...found].toSorted((a, b) => a - b).map(dateOfNumber);
}

/** Trains may pause for as long, over holidays. What runs after a longer pause is an exception, or another timetable. */
const PAUSE_DAYS = 7;

/** Returns the last date until which trains run from `today` on, all 'YYYY-MM-DD': yesterday where none runs in the coming week. */
export function lastDayFrom(days: readonly string[], today: string): string {
  let last = addDays(today, -1);
  for (const date of days) {
    if (date > addDays(last, PAUSE_DAYS)) break;
    if (date > last) last = date;
  }
  return last;
}

const SOON_DAYS = 30;

/** Warns of days without any train. @param today 'YYYY-MM-DD' in the operator's zone */
export function warnOfDays(findings: Findings, days: readonly string[], today: string): void {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return;
  if (last < today) return findings.add('timetable_ended', { value: last, against: today });
  if (first > today) findings.add('timetable_starts_later', { value: first, against: today });
  if (last < addDays(today, SOON_DAYS))
    findings.add('feed_expiration_date30_days', { value: last, against: today });
  const coming = days.filter((date) => date >= today);
  coming.forEach((date, at) => {
    const next = coming[at + 1];
    const gap = addDays(date, 1);
    if (next !== undefined && next !== gap)
      findings.add('timetable_gap', { value: gap, against: addDays(next, -1) });
  });
}
