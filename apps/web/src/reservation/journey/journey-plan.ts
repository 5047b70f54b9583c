// Where and when these tickets may travel: what may be chosen as from, to and date.
import { addDays, epochToWall, wallToEpoch } from '@kippu/domain/service-day';
import type { PlanInfo } from '@kippu/contract/seat';
import type { RidePart, Train } from '@kippu/contract/train';
import type { Section, Station } from '@kippu/contract/station';

export interface JourneyWish {
  readonly from: string;
  readonly to: string;
  readonly date: string;
}

const unique = (stations: readonly Station[]): readonly Station[] => [
  ...new Map(stations.map((station) => [station.stationId, station])).values(),
];

/** The stations where a journey may start, in the plan's order. */
export const originsOf = (sections: readonly Section[]): readonly Station[] =>
  unique(sections.map((section) => section.from));
/** The stations where a journey from `from` may end. */
export const destinationsOf = (sections: readonly Section[], from: string): readonly Station[] =>
  unique(sections.filter((section) => section.from.stationId === from).map((section) => section.to));
/** The section from one station to another; undefined when the tickets do not cover it. */
export const sectionOf = (sections: readonly Section[], from: string, to: string): Section | undefined =>
  sections.find((section) => section.from.stationId === from && section.to.stationId === to);

/** Takes the sections and a start; keeps `to` where it can be reached from there, else gives the first that can. */
export const reachable = (sections: readonly Section[], from: string, to: string): string =>
  sectionOf(sections, from, to) ? to : (destinationsOf(sections, from)[0]?.stationId ?? to);

/** Whether only one journey, or it and its way back, may be chosen: no list of stations is needed then. */
export const isFixedPair = (sections: readonly Section[]): boolean =>
  originsOf(sections).every((from) => destinationsOf(sections, from.stationId).length === 1) &&
  originsOf(sections).length <= 2;

/**
 * Takes the plan and what was wished for, parts of which may be missing or out of date; gives a journey that may be
 * made: without a wish the first of the plan, which the operator put on top as the likeliest.
 */
export function journeyFrom(plan: PlanInfo, wish: Partial<JourneyWish>): JourneyWish | null {
  const wished = sectionOf(plan.sections, wish.from ?? '', wish.to ?? '');
  const section =
    wished ?? plan.sections.find((other) => other.from.stationId === wish.from) ?? plan.sections[0];
  if (!section) return null;
  const { date } = wish;
  return {
    from: section.from.stationId,
    to: section.to.stationId,
    date: date && date >= plan.bookableFrom && date <= plan.bookableTo ? date : plan.bookableFrom,
  };
}

/** Every date from the first to the last, both included; at most 400. */
export function datesBetween(first: string, last: string): readonly string[] {
  const dates = [first];
  while (dates.length < 400 && dates.at(-1)! < last) dates.push(addDays(dates.at(-1)!, 1));
  return dates;
}

/** The hours from which one may look at a day's trains. */
const START_HOURS = ['09:00', '12:00', '15:00', '18:00', '21:00'];
/** Takes a date and now (epoch milliseconds); gives the hours of it that are still to come. */
export const startHours = (date: string, now: number): readonly string[] =>
  START_HOURS.filter((hour) => `${date} ${hour}:00` > epochToWall(now));

/**
 * Takes trains in time order, now (epoch milliseconds) and the hour wished for ('12:00'; '' for any); parts those that
 * have left, or leave before that hour, from those to come.
 */
export function splitDeparted(
  trains: readonly Train[],
  now: number,
  hour = '',
): { readonly departed: readonly Train[]; readonly coming: readonly Train[] } {
  const wall = epochToWall(now);
  const comes = ({ departAt }: Train) => departAt > wall && departAt.slice(11, 16) >= hour;
  return { departed: trains.filter((train) => !comes(train)), coming: trains.filter(comes) };
}

/** The first train after this one that has seats; undefined when none of the day's has. */
export const nextWithSeats = (trains: readonly Train[], after: Train): Train | undefined =>
  trains.find((train) => train.selectable && train.departAt > after.departAt);

/** The calendar date on which a part of a train's ride begins: past midnight it is the day after. */
export const dateOfPart = ({ stops }: Train, { from }: RidePart): string | undefined =>
  stops.find(({ stationId }) => stationId === from)?.departAt?.slice(0, 10);

/** Takes two wire times; gives the hours and minutes between them. */
export function durationOf(departAt: string, arriveAt: string): { hours: number; minutes: number } {
  const minutes = Math.max(0, Math.round((wallToEpoch(arriveAt) - wallToEpoch(departAt)) / 60_000));
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
}

/** Takes car numbers; gives unbroken runs: 5, 6, 7, 9 is 5 to 7 and 9 to 9. */
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
