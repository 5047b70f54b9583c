// Where and when these tickets may travel: the choices for origin, destination and date.
import { addDays, byWallTime, wallToEpoch } from '@kippu/domain/time/service-day';
import type { PlanInfo } from '@kippu/contract/calls/traveller/seat';
import type { RidePart, Train } from '@kippu/contract/calls/traveller/train';
import type { Section, Station } from '@kippu/contract/calls/traveller/station';

export interface JourneyInput {
  readonly from: string;
  readonly to: string;
  readonly date: string;
}

const unique = (stations: readonly Station[]): readonly Station[] => [
  ...new Map(stations.map((station) => [station.stationId, station])).values(),
];

/** The possible origins, in the plan's order. */
export const originsOf = (sections: readonly Section[]): readonly Station[] =>
  unique(sections.map((section) => section.from));
/** The possible destinations from `from`. */
export const destinationsOf = (sections: readonly Section[], from: string): readonly Station[] =>
  unique(sections.filter((section) => section.from.stationId === from).map((section) => section.to));
/** The section between two stations; undefined if the tickets do not cover it. */
export const sectionOf = (sections: readonly Section[], from: string, to: string): Section | undefined =>
  sections.find((section) => section.from.stationId === from && section.to.stationId === to);

/** Returns `to` if it can be reached from `from`, otherwise the first station that can. */
export const reachable = (sections: readonly Section[], from: string, to: string): string =>
  sectionOf(sections, from, to) ? to : (destinationsOf(sections, from)[0]?.stationId ?? to);

/** Whether only one journey and its way back can be chosen. Then no list of stations is needed. */
export const isFixedPair = (sections: readonly Section[]): boolean =>
  originsOf(sections).every((from) => destinationsOf(sections, from.stationId).length === 1) &&
  originsOf(sections).length <= 2;

/**
 * Returns a journey that the plan allows. `input` may be partial or out of date. By default it is the plan's first
 * section, which the operator lists first as the most likely.
 */
export function journeyFrom(plan: PlanInfo, input: Partial<JourneyInput>): JourneyInput | null {
  const wished = sectionOf(plan.sections, input.from ?? '', input.to ?? '');
  const section =
    wished ?? plan.sections.find((other) => other.from.stationId === input.from) ?? plan.sections[0];
  if (!section) return null;
  const { date } = input;
  return {
    from: section.from.stationId,
    to: section.to.stationId,
    date: date && date >= plan.bookableFrom && date <= plan.bookableTo ? date : plan.bookableFrom,
  };
}

/** Every date from the first to the last, inclusive; at most 400. */
export function datesBetween(first: string, last: string): readonly string[] {
  const dates = [first];
  while (dates.length < 400 && dates.at(-1)! < last) dates.push(addDays(dates.at(-1)!, 1));
  return dates;
}

/** The start hours offered for a day's trains. */
const START_HOURS = ['09:00', '12:00', '15:00', '18:00', '21:00'];
/** Returns the start hours of the date that are still to come. `now` is in epoch milliseconds. */
export const startHours = (date: string, now: number): readonly string[] =>
  START_HOURS.filter((hour) => wallToEpoch(`${date} ${hour}:00`) > now);

/**
 * Splits trains in time order into those that have left, or leave before the chosen hour ('12:00'; '' for any), and
 * those to come. `now` is in epoch milliseconds.
 */
export function splitDeparted(
  trains: readonly Train[],
  now: number,
  hour = '',
): { readonly departed: readonly Train[]; readonly coming: readonly Train[] } {
  const comes = ({ departAt }: Train) => wallToEpoch(departAt) > now && departAt.slice(11, 16) >= hour;
  return { departed: trains.filter((train) => !comes(train)), coming: trains.filter(comes) };
}

/** The next train after this one that has seats; undefined if there is none that day. */
export const nextWithSeats = (trains: readonly Train[], after: Train): Train | undefined =>
  trains.find((train) => train.selectable && byWallTime(train.departAt, after.departAt) > 0);

/** The calendar date on which a part of a train's ride begins: past midnight it is the next day. */
export const dateOfPart = ({ stops }: Train, { from }: RidePart): string | undefined =>
  stops.find(({ stationId }) => stationId === from)?.departAt?.slice(0, 10);

/** Returns the hours and minutes between two wire times. */
export function durationOf(departAt: string, arriveAt: string): { hours: number; minutes: number } {
  const minutes = Math.max(0, Math.round((wallToEpoch(arriveAt) - wallToEpoch(departAt)) / 60_000));
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
}

/** Groups car numbers into consecutive runs: 5, 6, 7, 9 becomes 5 to 7 and 9 to 9. */
export function runsOf(
  cars: readonly number[],
): readonly { readonly first: number; readonly last: number }[] {
  const runs: { first: number; last: number }[] = [];
  for (const car of [...cars].toSorted((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run && car <= run.last + 1) run.last = car;
    else runs.push({ first: car, last: car });
  }
  return runs;
}
