// Where and when these tickets may travel: what may be chosen as from, to and date.
import { addDays, epochToWall, wallToEpoch } from '@kippu/domain/service-day';
import type { PlanInfo, Train } from '@kippu/contract/seat';
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

/** Takes the plan and what was wished for, parts of which may be missing or out of date; gives a journey that may be made. */
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

/** Takes trains in time order and now (epoch milliseconds); parts those that have left from those to come. */
export function splitDeparted(
  trains: readonly Train[],
  now: number,
): { readonly departed: readonly Train[]; readonly coming: readonly Train[] } {
  const wall = epochToWall(now);
  return {
    departed: trains.filter((train) => train.departAt <= wall),
    coming: trains.filter((train) => train.departAt > wall),
  };
}

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
