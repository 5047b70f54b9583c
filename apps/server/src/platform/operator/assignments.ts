// Which trains of a feed are the operator's reserved service, and which formation runs as which train: formations/assignments.json.
import { strict } from '@kippu/contract/call';
import { Id, WireDate } from '@kippu/contract/fields';
import { Type, type Static } from 'typebox';
import type { FeedRoute, FeedTrip, Selection } from '../gtfs/feed.ts';

export const ASSIGNMENTS_FILE = 'formations/assignments.json';

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

const Assignment = strict({
  formation: Id,
  /** Trains of this route, with this `trip_short_name`, or of this trip; all trains without any of them. */
  route: Type.Optional(Type.String({ minLength: 1 })),
  trainNo: Type.Optional(Type.String({ minLength: 1 })),
  trip: Type.Optional(Type.String({ minLength: 1 })),
  /** Only on service dates from this one, until this one, and on these days of the week. */
  from: Type.Optional(WireDate),
  until: Type.Optional(WireDate),
  weekdays: Type.Optional(Type.Array(Type.Enum([...WEEKDAYS]), { minItems: 1, uniqueItems: true })),
});
type Assignment = Static<typeof Assignment>;

export const Assignments = strict({
  /** Trains of these agencies, and of routes of these types, are read even if no formation is assigned to them. */
  agencies: Type.Optional(Type.Array(Type.String(), { minItems: 1, uniqueItems: true })),
  routeTypes: Type.Optional(
    Type.Array(Type.Integer({ minimum: 0, maximum: 1799 }), { minItems: 1, uniqueItems: true }),
  ),
  /** What becomes of trains without exact times (`frequencies.txt`): left out, which is the default, or taken as exact. */
  frequencies: Type.Optional(Type.Enum(['leaveOut', 'exact'])),
  assignments: Type.Array(Assignment),
});
export type Assignments = Static<typeof Assignments>;
/** Without the file and without formations, all railways of the feed (`route_type` 2) are read, and no train has seats. */
export const NO_FORMATIONS: Assignments = { routeTypes: [2], assignments: [] };

/** A formation of a train, on some days or on all. */
export interface TrainFormation {
  readonly formationId: string;
  readonly from?: string;
  readonly until?: string;
  /** Monday first. */
  readonly weekdays?: readonly boolean[];
}

type Train = Pick<FeedTrip, 'tripId' | 'number' | 'repeats'>;

const isOf = (
  { trip, trainNo, route }: Assignment,
  train: Train,
  { routeId }: Pick<FeedRoute, 'routeId'>,
): boolean =>
  (trip === undefined || trip === train.tripId || trip === train.repeats) &&
  (trainNo === undefined || trainNo === train.number) &&
  (route === undefined || route === routeId);

const hasDays = ({ from, until, weekdays }: Assignment): boolean =>
  from !== undefined || until !== undefined || weekdays !== undefined;

/** The narrower an assignment is, the higher: a trip before a number, before a route, before all; then with days before without. */
const rankOf = (one: Assignment): number =>
  (one.trip === undefined ? 0 : 8) +
  (one.trainNo === undefined ? 0 : 4) +
  (one.route === undefined ? 0 : 2) +
  (hasDays(one) ? 1 : 0);

/** The basic types that extended types of routes (100 to 1799) belong to, by their hundred. */
const BASIC: Readonly<Record<number, number>> = {
  1: 2,
  2: 3,
  4: 1,
  7: 3,
  8: 3,
  9: 0,
  10: 4,
  12: 4,
  13: 6,
  14: 7,
};

/** Whether a type is the wanted one, or an extended one of a wanted basic type: 2 are all railways, 101 are high-speed ones. */
const isOfType = (type: number, wanted: number): boolean =>
  type === wanted || (type >= 100 && BASIC[Math.floor(type / 100)] === wanted);

/** Returns which trains are kept: those of the named agencies and types of routes, and those with a formation. */
export function selectionOf({ agencies, routeTypes, frequencies, assignments }: Assignments): Selection {
  const isShown = ({ agencyId, type }: FeedRoute) =>
    (agencies !== undefined || routeTypes !== undefined) &&
    (agencies?.includes(agencyId) ?? true) &&
    (routeTypes?.some((wanted) => isOfType(type, wanted)) ?? true);
  return {
    keeps: (trip, route) => isShown(route) || assignments.some((one) => isOf(one, trip, route)),
    asExact: frequencies === 'exact',
  };
}

/** Returns the formations of trains, the one that wins first. Trains with the same ones share a list. */
export class FormationsOfTrains {
  readonly #byRank: readonly (readonly [Assignment, TrainFormation])[];
  readonly #lists = new Map<string, readonly TrainFormation[]>();
  readonly #used = new Set<Assignment>();

  constructor({ assignments }: Assignments) {
    // Of two equally narrow ones, the later wins.
    this.#byRank = assignments
      .toReversed()
      .toSorted((a, b) => rankOf(b) - rankOf(a))
      .map((one) => [one, trainFormation(one)]);
  }

  of(train: Train, route: Pick<FeedRoute, 'routeId'>): readonly TrainFormation[] {
    const own = this.#byRank.filter(([one]) => isOf(one, train, route));
    for (const [one] of own) this.#used.add(one);
    const key = own.map(([one]) => this.#byRank.findIndex(([other]) => other === one)).join();
    const list = this.#lists.get(key) ?? own.map(([, formation]) => formation);
    this.#lists.set(key, list);
    return list;
  }

  /** The assignments that no train asked for. */
  unused(): Assignment[] {
    return this.#byRank.map(([one]) => one).filter((one) => !this.#used.has(one));
  }
}

function trainFormation({ formation, from, until, weekdays }: Assignment): TrainFormation {
  return {
    formationId: formation,
    ...(from === undefined ? {} : { from }),
    ...(until === undefined ? {} : { until }),
    ...(weekdays === undefined ? {} : { weekdays: WEEKDAYS.map((day) => weekdays.includes(day)) }),
  };
}

const weekdayOf = (date: string): number => (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;

/** Returns the formation that runs as a train on a service date; undefined where it has no reserved seats. */
export const formationIdOn = (formations: readonly TrainFormation[], date: string): string | undefined =>
  formations.find(
    ({ from, until, weekdays }) =>
      (from === undefined || from <= date) &&
      (until === undefined || date <= until) &&
      (weekdays === undefined || weekdays[weekdayOf(date)] === true),
  )?.formationId;
