// Reads the messages of the live feeds: what they say of each train of the timetable, and their alerts. A pure function of the messages, the
// timetable and the time.
import { dateAt } from '@kippu/domain/time/service-day';
import { toMillis } from '../../platform/gtfs-realtime/codec.ts';
import {
  TripDescriptor_ScheduleRelationship as TripIs,
  type FeedMessage,
  type TripUpdate,
  type VehiclePosition,
} from '../../platform/gtfs-realtime/gtfs-realtime-pb.js';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import { FeedReport } from './feed-report.ts';
import { dateOf, TrainFinder, type KnownTrain, type NamedTrip } from './match-train.ts';
import { readAlert, type ServiceAlert } from './read-alerts.ts';
import { readExtra } from '../extra/read-extra.ts';
import { lastLeft } from './read-positions.ts';
import { readUpdate, stopAt, type UpdateWord } from './read-updates.ts';

/** How far a feed's clock may be ahead. */
const MAX_AHEAD_MS = 120_000;
/** What was measured so many times longer ago than a feed's word lasts is not used. */
const OLD_ENTITY = 3;
const MAX_ALERTS = 500;

export type HeaderFault = 'noTimestamp' | 'tooOld' | 'inTheFuture';

/** Says why nothing of a message may be used; undefined if it may. */
export function headerFault(
  { header }: Pick<FeedMessage, 'header'>,
  now: number,
  fadesAfterMs: number,
): HeaderFault | undefined {
  const saidAt = toMillis(header?.timestamp);
  if (saidAt === undefined) return 'noTimestamp';
  if (saidAt > now + MAX_AHEAD_MS) return 'inTheFuture';
  return saidAt < now - fadesAfterMs ? 'tooOld' : undefined;
}

/** A feed's newest message, which may be used. */
export interface FeedToRead {
  /** The place of its address in the settings, from 1. */
  readonly number: number;
  readonly message: FeedMessage;
}

/** What the feeds say of a train. */
export interface TrainWord {
  readonly train: KnownTrain;
  /** What trip updates say; undefined if none speaks of it. */
  readonly update: UpdateWord | undefined;
  /** The last stop that it has left by its position, as of `lastLeft`. */
  readonly left: number | undefined;
  /** When it was said, epoch milliseconds, never later than now. */
  readonly saidAt: number;
  /** The feed of the update, else of the position. */
  readonly number: number;
}

export interface RealtimeReading {
  /** By departure id. */
  readonly words: ReadonlyMap<string, TrainWord>;
  /** By the feed's number. */
  readonly alerts: ReadonlyMap<number, readonly ServiceAlert[]>;
  readonly reports: ReadonlyMap<number, FeedReport>;
}

const NEW_TRAINS: ReadonlySet<TripIs> = new Set([TripIs.ADDED, TripIs.NEW, TripIs.DUPLICATED]);
const OF_TIMETABLE: ReadonlySet<TripIs> = new Set([
  TripIs.SCHEDULED,
  TripIs.CANCELED,
  TripIs.DELETED,
  TripIs.REPLACEMENT,
]);

class RealtimeReader {
  readonly #operator: OperatorData;
  readonly #trains: TrainFinder;
  readonly #now: number;
  readonly #fadesAfterMs: number;
  readonly #words = new Map<string, TrainWord>();
  readonly #alerts = new Map<number, ServiceAlert[]>();
  readonly #reports = new Map<number, FeedReport>();

  constructor(operator: OperatorData, now: number, fadesAfterMs: number) {
    this.#operator = operator;
    this.#trains = new TrainFinder(operator, now);
    this.#now = now;
    this.#fadesAfterMs = fadesAfterMs;
  }

  read(feeds: readonly FeedToRead[]): RealtimeReading {
    for (const feed of feeds) this.#readFeed(feed);
    return { words: this.#words, alerts: this.#alerts, reports: this.#reports };
  }

  #readFeed({ number, message: { header, entity } }: FeedToRead): void {
    const report = new FeedReport();
    this.#reports.set(number, report);
    const saidAt = Math.min(toMillis(header?.timestamp) ?? this.#now, this.#now);
    const alerts: ServiceAlert[] = [];
    for (const { id = '', isDeleted, tripUpdate, vehicle, alert } of entity) {
      report.entities += 1;
      if (isDeleted) {
        report.drop('deletedEntity');
        continue;
      }
      if (tripUpdate) this.#readUpdate(tripUpdate, number, saidAt, report);
      if (vehicle) this.#readPosition(vehicle, number, saidAt, report);
      if (!alert) continue;
      const read = readAlert(id, alert, this.#operator, this.#trains);
      const isKnown = typeof read === 'object' && alerts.some(({ alertId }) => alertId === read.alertId);
      if (read === 'others') report.drop('alertOfOthers');
      else if (!read || isKnown) report.drop('brokenAlert');
      else if (alerts.length === MAX_ALERTS) report.drop('tooManyAlerts');
      else alerts.push(read);
    }
    report.alerts = alerts.length;
    this.#alerts.set(number, alerts);
  }

  /** Whether what was measured at a time is too old to be used. */
  #isOld(timestamp: bigint | undefined): boolean {
    const at = toMillis(timestamp);
    return at !== undefined && at < this.#now - OLD_ENTITY * this.#fadesAfterMs;
  }

  /** Returns the train of the timetable that a feed names, and counts it. */
  #find(named: NamedTrip, report: FeedReport): KnownTrain | undefined {
    const found = this.#trains.find(named);
    const isKnown = typeof found !== 'string';
    report.name(isKnown ? undefined : found, named.tripId ?? '');
    return isKnown ? found : undefined;
  }

  #readUpdate(update: TripUpdate, number: number, saidAt: number, report: FeedReport): void {
    const { trip, tripProperties, timestamp } = update;
    if (!trip) return report.name('noTrip', '');
    const relation = trip.scheduleRelationship ?? TripIs.SCHEDULED;
    // A copy has an id of its own, beside that of its original.
    const isCopy = relation === TripIs.DUPLICATED;
    const named: NamedTrip = isCopy
      ? {
          tripId: tripProperties?.tripId ?? trip.tripId ?? '',
          startDate: tripProperties?.startDate ?? trip.startDate ?? '',
        }
      : trip;
    const isOwn = (!isCopy || named.tripId !== trip.tripId) && typeof this.#trains.find(named) !== 'string';
    if (NEW_TRAINS.has(relation) && !isOwn) {
      const { tripId = '', startDate, startTime = '' } = { ...trip, ...definedOf(tripProperties) };
      const original = isCopy ? this.#trains.find(trip) : undefined;
      // A copy of a train that the timetable does not have has no stops. One without a name of its own would be its original.
      if (typeof original === 'string' || (original && tripId === trip.tripId)) return report.add(undefined);
      const serviceDate = startDate ? dateOf(startDate) : dateAt(this.#now);
      const places = this.#operator.stopPlaces;
      const names = { tripId, serviceDate: serviceDate ?? '', startTime };
      return report.add(
        serviceDate === undefined
          ? undefined
          : readExtra(
              update,
              names,
              original && { train: original, positionOf: (stop) => stopAt(original, stop, places) },
              this.#operator,
              this.#now,
            ),
      );
    }
    // A feed may call a train of the timetable added; it runs then, and no more is taken from that.
    if (!OF_TIMETABLE.has(relation) && !NEW_TRAINS.has(relation))
      return report.drop(relation === TripIs.UNSCHEDULED ? 'unscheduled' : 'unknownRelationship');
    const train = this.#find(named, report);
    if (!train) return;
    if (this.#isOld(timestamp)) return report.drop('oldEntity');
    const measured = toMillis(timestamp) ?? saidAt;
    const word = readUpdate(update, train, Math.min(measured, saidAt), report, this.#operator.stopPlaces);
    const known = this.#words.get(train.departureId);
    if (!known?.update) {
      const left = known?.left;
      this.#words.set(train.departureId, { train, update: word, left, saidAt, number });
      return;
    }
    // A train that one update cancels and another one runs, such as its replacement, runs.
    report.drop('otherUpdate');
    if (known.update.runs === false && word.runs !== false)
      this.#words.set(train.departureId, { ...known, train, update: word, saidAt, number });
  }

  #readPosition(vehicle: VehiclePosition, number: number, saidAt: number, report: FeedReport): void {
    const { trip, timestamp } = vehicle;
    // A vehicle without a trip is out of service.
    if (!trip || (!trip.tripId && !trip.routeId)) return;
    const isNew = NEW_TRAINS.has(trip.scheduleRelationship ?? TripIs.SCHEDULED);
    if (isNew && typeof this.#trains.find(trip) === 'string') return;
    const train = this.#find(trip, report);
    if (!train) return;
    const measured = Math.min(toMillis(timestamp) ?? saidAt, saidAt);
    if (measured < this.#now - this.#fadesAfterMs) return report.drop('oldEntity');
    const left = lastLeft(vehicle, train, measured, report, this.#operator.stopPlaces);
    if (left === undefined) return;
    const known = this.#words.get(train.departureId);
    // Of two vehicles of one train, the one further back: what it has not left is open.
    const behind = known?.left === undefined ? left : Math.min(left, known.left);
    this.#words.set(
      train.departureId,
      known ? { ...known, left: behind } : { train, update: undefined, left: behind, saidAt, number },
    );
  }
}

/** Leaves out fields that are absent, for spreading. */
const definedOf = <T extends object>(value: T | undefined): Partial<T> =>
  Object.fromEntries(Object.entries(value ?? {}).filter(([, field]) => field !== undefined)) as Partial<T>;

/**
 * Reads messages whose headers have no fault. What they say twice of a train is put together.
 * @param now epoch milliseconds
 * @param fadesAfterMs how long a feed's word lasts, in milliseconds
 */
export const readRealtime = (
  feeds: readonly FeedToRead[],
  operator: OperatorData,
  now: number,
  fadesAfterMs: number,
): RealtimeReading => new RealtimeReader(operator, now, fadesAfterMs).read(feeds);
