// The trains as this process knows them to run: read again when another process or a feed has changed some.
import { fadesAt, mergeLayers, type LiveLayers, type LiveTrain } from '@kippu/domain/live/live-train';
import { theRules } from '@kippu/domain/rules';
import { addDays, dateAt, serviceDateOf } from '@kippu/domain/time/service-day';
import type { Db } from '../db/database.ts';
import { listLiveChanges } from './live-store.ts';

const MINUTE_MS = 60_000;

/** A trip of yesterday may still run; one of the day before too, past 24:00 and late. */
const PAST_DAYS = 2;

/** All known trains at one moment, by departure id. It never changes: a newer one replaces it. */
export type LiveTrains = ReadonlyMap<string, LiveTrain>;

export class LiveTrainsReader {
  readonly #db: Db;
  #version = 0;
  #layers = new Map<string, LiveLayers>();
  #trains: LiveTrains = new Map();
  #toMove: ReadonlySet<string> = new Set();
  /** When the next feed's word is too old, epoch milliseconds. */
  #nextFades = Number.POSITIVE_INFINITY;

  constructor(db: Db) {
    this.#db = db;
  }

  /** The newest change that `trains` contains. */
  get version(): number {
    return this.#version;
  }

  get trains(): LiveTrains {
    return this.#trains;
  }

  /** The departures whose reservations had not followed their last change when it was read. */
  get toMove(): ReadonlySet<string> {
    return this.#toMove;
  }

  /**
   * Reads what changed up to `newest`, and drops what has become too old.
   * @param now epoch milliseconds
   * @returns whether `trains` is another map than before
   */
  async follow(newest: number, now: number): Promise<boolean> {
    const fadesAfterMs = theRules().liveFadesMinutes * MINUTE_MS;
    if (newest <= this.#version && now <= this.#nextFades) return false;
    const from = addDays(dateAt(now), -PAST_DAYS);
    if (newest > this.#version) {
      const changed = await listLiveChanges(this.#db, this.#version, from);
      const toMove = new Set(this.#toMove);
      for (const { departure_id, feed, desk, to_move } of changed) {
        this.#layers.set(departure_id, { feed, desk });
        if (to_move) toMove.add(departure_id);
        else toMove.delete(departure_id);
      }
      this.#toMove = toMove;
      this.#version = newest;
    }
    const trains = new Map<string, LiveTrain>();
    this.#nextFades = Number.POSITIVE_INFINITY;
    for (const [departureId, layers] of this.#layers) {
      if (serviceDateOf(departureId) < from) {
        this.#layers.delete(departureId);
        continue;
      }
      const train = mergeLayers(layers, now, fadesAfterMs);
      if (train) trains.set(departureId, train);
      const fades = fadesAt(layers, fadesAfterMs);
      if (fades !== null && fades >= now) this.#nextFades = Math.min(this.#nextFades, fades);
    }
    this.#trains = trains;
    return true;
  }
}
