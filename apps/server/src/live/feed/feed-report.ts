// What was found in live feeds: how much of it is of the timetable, and what was not used.
import type { Unmatched } from './match-train.ts';

/** Why an entity or a value of a matched train is not used. */
export type Unused =
  | 'unknownStop'
  | 'wildTime'
  | 'negativeStop'
  | 'timesNotInOrder'
  | 'oldEntity'
  | 'unscheduled'
  | 'unknownRelationship'
  | 'deletedEntity'
  | 'otherUpdate'
  | 'leftTooEarly'
  | 'alertOfOthers'
  | 'brokenAlert'
  | 'tooManyAlerts';

/** A train that the timetable does not have. It is never sold. */
export interface AddedTrain {
  readonly tripId: string;
  readonly routeId: string;
  readonly startDate: string;
  readonly startTime: string;
}

export interface FeedCounts {
  readonly entities: number;
  /** Trip updates and positions that name a train which should be of the timetable, and those of them that are. */
  readonly named: number;
  readonly matched: number;
  readonly unmatched: Readonly<Partial<Record<Unmatched, number>>>;
  readonly unused: Readonly<Partial<Record<Unused, number>>>;
  readonly added: number;
  readonly alerts: number;
}

/** Trains and ids that are listed, of each kind. */
const MAX_LISTED = 50;

export class FeedReport {
  entities = 0;
  matched = 0;
  alerts = 0;
  #named = 0;
  #added = 0;
  readonly addedTrains: AddedTrain[] = [];
  /** Trip ids that are not of the timetable. */
  readonly unknown: string[] = [];
  readonly #unmatched = new Map<Unmatched, number>();
  readonly #unused = new Map<Unused, number>();

  /** Counts a train that is named, and whether it is of the timetable. */
  name(fault: Unmatched | undefined, tripId: string): void {
    this.#named += 1;
    if (fault === undefined) this.matched += 1;
    else {
      this.#unmatched.set(fault, (this.#unmatched.get(fault) ?? 0) + 1);
      if (this.unknown.length < MAX_LISTED) this.unknown.push(tripId.slice(0, 64));
    }
  }

  drop(why: Unused): void {
    this.#unused.set(why, (this.#unused.get(why) ?? 0) + 1);
  }

  add(train: AddedTrain): void {
    this.#added += 1;
    if (this.addedTrains.length < MAX_LISTED) this.addedTrains.push(train);
  }

  counts(): FeedCounts {
    return {
      entities: this.entities,
      named: this.#named,
      matched: this.matched,
      unmatched: Object.fromEntries(this.#unmatched),
      unused: Object.fromEntries(this.#unused),
      added: this.#added,
      alerts: this.alerts,
    };
  }
}

/** The share of named trains that are of the timetable; 1 where none is named. */
export const matchedShare = ({ named, matched }: Pick<FeedCounts, 'named' | 'matched'>): number =>
  named === 0 ? 1 : matched / named;
