// What was found in live feeds: how much of it is of the timetable, and what was not used.
import type { Unmatched } from './match-train.ts';
import type { ExtraTrain } from '../extra/read-extra.ts';

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
  | 'brokenTrain'
  | 'alertOfOthers'
  | 'brokenAlert'
  | 'tooManyAlerts';

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

/** Ids that are listed. */
const MAX_LISTED = 50;
/** The added trains of a feed that are shown. */
const MAX_EXTRA = 200;

export class FeedReport {
  entities = 0;
  matched = 0;
  alerts = 0;
  #named = 0;
  #added = 0;
  /** The trains that the timetable does not have, each once. */
  readonly extraTrains: ExtraTrain[] = [];
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

  /** Counts an added train; undefined for one that cannot be shown. */
  add(train: ExtraTrain | undefined): void {
    this.#added += 1;
    const isKnown = this.extraTrains.some(
      ({ tripId, serviceDate }) => tripId === train?.tripId && serviceDate === train.serviceDate,
    );
    if (!train) this.drop('brokenTrain');
    else if (!isKnown && this.extraTrains.length < MAX_EXTRA) this.extraTrains.push(train);
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
