// What a trip update says of a train: delays against the timetable, stops left out, platforms.
import { MAX_LIVE } from '@kippu/contract/limits';
import type { LiveLayer, StopKey } from '@kippu/domain/live/live-train';
import { gtfsToEpoch } from '@kippu/domain/time/service-day';
import { toMillis } from '../../platform/gtfs-realtime/codec.ts';
import {
  TripDescriptor_ScheduleRelationship as TripIs,
  TripUpdate_StopTimeUpdate_ScheduleRelationship as StopIs,
  type TripUpdate,
  type TripUpdate_StopTimeEvent,
  type TripUpdate_StopTimeUpdate,
} from '../../platform/gtfs-realtime/gtfs-realtime-pb.js';
import type { StopPlace, TripStop } from '../../platform/operator/operator-data.ts';
import type { FeedReport } from './feed-report.ts';
import type { KnownTrain } from './match-train.ts';

/** A feed's train is late by as much as the desk may say at most. More, or so much too early, is a fault. */
const MAX_DELAY_SECONDS = MAX_LIVE.minutes * 60;
/** Times of neighbouring stops that go back by less are rounding. */
const MAX_BACK_SECONDS = 120;
/** A departure counts as past this long after it, so that a train at the platform is not taken for gone. */
const LEFT_AFTER_MS = 30_000;
/** No train leaves its stop earlier than this before the timetable. */
export const EARLIEST_LEFT_MS = 120_000;

type Delay = NonNullable<NonNullable<LiveLayer['delays']>[StopKey]>;

/** What one update says. */
export interface UpdateWord extends Pick<LiveLayer, 'runs' | 'delays' | 'skipped' | 'platforms'> {
  /** The position of the first stop that it speaks of; what was said of earlier ones stays. */
  readonly firstStop: number;
  /** The positions of the last stop whose stated departure is past, and of the first whose stated departure is not; -1 for none. */
  readonly pastStop: number;
  readonly comingStop: number;
}

const NO_WORD: UpdateWord = { firstStop: -1, pastStop: -1, comingStop: -1 };

/** Returns the position of a stop that a feed names by its sequence or its id, at or after `from`; -1 where the train has no such stop. */
export function stopAt(
  { trip: { stops } }: Pick<KnownTrain, 'trip'>,
  named: { readonly stopSequence?: number | undefined; readonly stopId?: string | undefined },
  places: ReadonlyMap<string, StopPlace>,
  from = 0,
): number {
  const { stopSequence, stopId } = named;
  const place = stopId === undefined || stopId === '' ? undefined : places.get(stopId);
  if (stopSequence !== undefined) {
    const at = stops.findIndex(({ sequence }) => sequence === stopSequence);
    if (at >= 0) return place && place.stationId !== stops[at]?.stationId ? -1 : at;
    if (stops.some(({ sequence }) => sequence !== undefined)) return -1;
  }
  if (!place) return -1;
  const later = stops.findIndex((stop, at) => at >= from && stop.stationId === place.stationId);
  return later >= 0 ? later : stops.findIndex((stop) => stop.stationId === place.stationId);
}

/** Reads the updates of one train's stops. */
class StopReader {
  readonly #train: KnownTrain;
  readonly #report: FeedReport;
  readonly #places: ReadonlyMap<string, StopPlace>;
  /** When the feed said it, epoch milliseconds. */
  readonly #saidAt: number;
  readonly #delays: Record<StopKey, Delay | null> = {};
  readonly #skipped: StopKey[] = [];
  readonly #platforms: Record<StopKey, string> = {};
  #first = -1;
  #past = -1;
  #coming = -1;

  constructor(train: KnownTrain, saidAt: number, report: FeedReport, places: ReadonlyMap<string, StopPlace>) {
    this.#train = train;
    this.#saidAt = saidAt;
    this.#report = report;
    this.#places = places;
  }

  read(updates: readonly TripUpdate_StopTimeUpdate[]): UpdateWord {
    let from = 0;
    for (const update of updates) {
      const at = stopAt(this.#train, update, this.#places, from);
      const stop = this.#train.trip.stops[at];
      if (!stop) {
        this.#report.drop('unknownStop');
        continue;
      }
      from = at + 1;
      if (this.#first < 0 || at < this.#first) this.#first = at;
      this.#readStop(update, at, stop);
    }
    const inOrder = this.#areInOrder();
    if (!inOrder) this.#report.drop('timesNotInOrder');
    const { keys } = this.#train;
    return {
      firstStop: this.#first,
      pastStop: inOrder ? this.#past : -1,
      comingStop: this.#coming,
      ...(inOrder && Object.keys(this.#delays).length > 0 ? { delays: this.#delays } : {}),
      ...(this.#skipped.length > 0 ? { skipped: keys.filter((key) => this.#skipped.includes(key)) } : {}),
      ...(Object.keys(this.#platforms).length > 0 ? { platforms: this.#platforms } : {}),
    };
  }

  #readStop(update: TripUpdate_StopTimeUpdate, at: number, stop: TripStop): void {
    const key = this.#train.keys[at] ?? '';
    const { scheduleRelationship: relation = StopIs.SCHEDULED } = update;
    if (relation === StopIs.SKIPPED) {
      this.#skipped.push(key);
      return;
    }
    if (relation === StopIs.NO_DATA) this.#delays[key] = null;
    else if (relation === StopIs.SCHEDULED) this.#readTimes(update, at, stop);
    else return this.#report.drop(relation === StopIs.UNSCHEDULED ? 'unscheduled' : 'unknownRelationship');
    const platform = this.#platformOf(update, stop);
    if (platform !== undefined) this.#platforms[key] = platform;
  }

  #readTimes({ arrival, departure }: TripUpdate_StopTimeUpdate, at: number, stop: TripStop): void {
    const arrive = this.#delay(arrival, stop.arrive);
    const depart = this.#delay(departure, stop.depart);
    if (arrive === undefined && depart === undefined) return;
    if (arrive !== undefined && depart !== undefined && stop.arrive + arrive > stop.depart + depart)
      return this.#report.drop('negativeStop');
    this.#delays[this.#train.keys[at] ?? ''] = {
      ...(arrive === undefined ? {} : { arrive }),
      ...(depart === undefined ? {} : { depart }),
    };
    const leaves = depart === undefined ? undefined : toMillis(departure?.time);
    if (leaves === undefined) return;
    const scheduled = gtfsToEpoch(this.#train.serviceDate, stop.depart);
    if (leaves + LEFT_AFTER_MS > this.#saidAt)
      this.#coming = this.#coming < 0 ? at : Math.min(at, this.#coming);
    else if (leaves >= scheduled - EARLIEST_LEFT_MS) this.#past = Math.max(at, this.#past);
  }

  /** Returns a delay in seconds; undefined where nothing, or nothing sensible, is said. */
  #delay(event: TripUpdate_StopTimeEvent | undefined, scheduled: number): number | undefined {
    if (!event) return undefined;
    const { time, delay } = event;
    if (time === undefined || time === 0n) return this.#sensible(delay);
    const at = toMillis(time);
    const planned = gtfsToEpoch(this.#train.serviceDate, scheduled);
    return this.#sensible(at === undefined ? Number.POSITIVE_INFINITY : Math.round((at - planned) / 1000));
  }

  #sensible(delay: number | undefined): number | undefined {
    if (delay === undefined || Math.abs(delay) <= MAX_DELAY_SECONDS) return delay;
    this.#report.drop('wildTime');
    return undefined;
  }

  /** Returns the platform, if it is another than the timetable's. */
  #platformOf({ stopId, stopTimeProperties }: TripUpdate_StopTimeUpdate, stop: TripStop): string | undefined {
    const named = stopTimeProperties?.assignedStopId || stopId;
    if (!named || named === stop.stopId) return undefined;
    const place = this.#places.get(named);
    if (place?.stationId !== stop.stationId || place.platform === stop.platform) return undefined;
    return place.platform;
  }

  /** Whether the said times grow along the way. One wild time would move all later stops. */
  #areInOrder(): boolean {
    let latest = Number.NEGATIVE_INFINITY;
    return this.#train.trip.stops.every((stop, at) => {
      const delay = this.#delays[this.#train.keys[at] ?? ''];
      if (!delay) return true;
      const [arrive, depart] = [delay.arrive ?? delay.depart ?? 0, delay.depart ?? delay.arrive ?? 0];
      if (stop.arrive + arrive < latest - MAX_BACK_SECONDS) return false;
      latest = Math.max(latest, stop.depart + depart);
      return true;
    });
  }
}

const CUTS: ReadonlySet<TripIs> = new Set([TripIs.CANCELED, TripIs.DELETED]);

/**
 * Reads what an update says of a train of the timetable.
 * @param saidAt when the feed said it, epoch milliseconds
 */
export function readUpdate(
  { trip, stopTimeUpdate, delay }: TripUpdate,
  train: KnownTrain,
  saidAt: number,
  report: FeedReport,
  places: ReadonlyMap<string, StopPlace>,
): UpdateWord {
  if (CUTS.has(trip?.scheduleRelationship ?? TripIs.SCHEDULED)) return { ...NO_WORD, runs: false };
  const word = new StopReader(train, saidAt, report, places).read(stopTimeUpdate);
  if (word.skipped?.length === train.keys.length) return { ...NO_WORD, runs: false };
  const saysTimes = stopTimeUpdate.some(({ arrival, departure }) => arrival || departure);
  if (delay === undefined || saysTimes || word.delays) return word;
  if (Math.abs(delay) > MAX_DELAY_SECONDS) {
    report.drop('wildTime');
    return word;
  }
  const [key = ''] = train.keys;
  return { ...word, firstStop: 0, delays: { [key]: { arrive: delay, depart: delay } } };
}
