// The timetable that this process serves, and how trains really run. All processes follow the newest of both in the database without a
// restart.
import { AppError } from '../wire/app-error.ts';
import type { Db, Trx } from '../db/database.ts';
import { holdLiveTrains } from '../live/live-store.ts';
import { LiveTrainsReader, type LiveTrains } from '../live/live-trains.ts';
import { operatorOf, type OperatorData, type OperatorParts } from './operator-data.ts';
import { withTimetable } from './files/operator-folder.ts';
import type { FolderTexts } from './files/operator-files.ts';
import { findPackedFeed, findReadyUpload } from './feed-import-store.ts';
import { requireRead } from './read-input.ts';
import { withAddedTrains } from './added-train-store.ts';
import { readFormer } from './former-store.ts';
import type { ReadOperator } from './read-operator.ts';
import { dateAt } from '@kippu/domain/time/service-day';
import {
  describeNewest,
  feedOf,
  findNewest,
  findNewestWithFiles,
  prependNewest,
  type GenerationRow,
} from './generation-store.ts';

/** A timetable with the operator's other data, and how trains really run. What is newer is another edition. */
export interface Edition {
  /** The number of the timetable; 0 if it is not in the database. */
  readonly generation: number;
  /** The generation that has its files: its own number, or that of the one that it repeats with other added trains. */
  readonly base: number;
  /** The desk's import that it is from; null if it is from an operator's folder. */
  readonly importId: string | null;
  readonly operator: OperatorData;
  /** The number of the last change of a live train that `operator.live` contains; 0 before the first. */
  readonly liveVersion: number;
  /** The departures whose reservations had not followed their last live change when it was read. */
  readonly toMove: ReadonlySet<string>;
  /** When it took effect, epoch milliseconds. */
  readonly publishedAt: number;
  /** Whether every reservation is known to be moved to it. */
  readonly moved: boolean;
}

export interface Timetable {
  /** The edition to answer a request with. Read it once for each request. */
  readonly current: Edition;
  /** Serves the newest timetable and live trains from now on, if they can be read. Rejects when the database does not answer. */
  readonly refresh: () => Promise<void>;
}

/** The caller asks again: another process may answer, or this one have read the timetable by then. */
const RETRY_SECONDS = 5;

/** How long a booking waits until a newer timetable is read: every call is answered within three seconds. */
const READING_MS = 1_500;

/** A write depends on a newer timetable, or on other live trains, than this process serves. */
export class TimetableChangedError extends AppError {
  constructor() {
    super('REQ-0010', { detail: 'a newer timetable is in effect', retryAfter: RETRY_SECONDS });
  }
}

/**
 * Lets the transaction succeed only if `edition` is the newest timetable, and keeps it the newest until the transaction
 * ends. With a `liveVersion`, no live train may have changed since either. Costs no round trip: it is checked with the transaction's next
 * query, which fails if something newer is in effect.
 */
export const requireNewest = (
  trx: Trx,
  { generation, liveVersion }: Pick<Edition, 'generation'> & Partial<Pick<Edition, 'liveVersion'>>,
): Promise<void> =>
  prependNewest(trx, (newest) => {
    const isOlder = liveVersion !== undefined && newest.live > liveVersion;
    if (newest.generation > generation || isOlder) throw new TimetableChangedError();
  });

/**
 * As requireNewest, and keeps all live trains as they are until the transaction ends: what reservations followed is not older than what the
 * next writer finds.
 */
export async function requireNewestTrains(
  trx: Trx,
  { generation, liveVersion }: Pick<Edition, 'generation' | 'liveVersion'>,
): Promise<void> {
  await requireNewest(trx, { generation });
  if ((await holdLiveTrains(trx)) > liveVersion) throw new TimetableChangedError();
}

/**
 * Runs work that calls requireNewest. If a newer timetable is in effect, serves that one and runs the work once more.
 * Rejects with AppError REQ-0010 if this process cannot read the newer one, or not in time, or if yet another one follows.
 */
export async function onNewestTimetable<T>(
  timetable: Timetable,
  work: (edition: Edition) => Promise<T>,
): Promise<T> {
  try {
    return await work(timetable.current);
  } catch (error) {
    if (!(error instanceof TimetableChangedError)) throw error;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(error), READING_MS);
    });
    try {
      await Promise.race([timetable.refresh(), late]);
    } finally {
      clearTimeout(timer);
    }
    return work(timetable.current);
  }
}

/** How trains really run, and the number of the last change in it. */
interface LiveState {
  readonly version: number;
  readonly trains: LiveTrains;
  readonly toMove: ReadonlySet<string>;
}

/** Adds to the parts of a generation the added trains, what earlier ones left, and how trains really run. */
export async function editionOf(
  db: Db,
  row: Omit<GenerationRow, 'files' | 'feed'>,
  files: OperatorParts,
  live: LiveState = { version: 0, trains: new Map(), toMove: new Set() },
): Promise<Edition> {
  const parts = await withAddedTrains(db, files, row.published_at);
  const former = await readFormer(db, parts);
  const replacements = new Map(Object.entries(row.replacements));
  return {
    generation: row.generation,
    base: row.base ?? row.generation,
    importId: row.import_id,
    operator: operatorOf(parts, { ...former, replacements }, live.trains),
    liveVersion: live.version,
    toMove: live.toMove,
    publishedAt: row.published_at.getTime(),
    moved: row.moved,
  };
}

/** How long after a failure the same timetable is not read again. */
const RETRY_AFTER_MS = 30_000;

export interface LiveTimetableDeps {
  readonly db: Db;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** The files of this process's operator folder. Those that are no timetable go with every timetable. */
  readonly folder: FolderTexts;
  readonly read: ReadOperator;
  /** Receives why a timetable cannot be read. */
  readonly report: (error: unknown, generation: number) => void;
}

/** Serves `first` until a newer timetable is published. A timetable that cannot be read leaves the older one in effect. */
export class LiveTimetable implements Timetable {
  readonly #deps: LiveTimetableDeps;
  readonly #live: LiveTrainsReader;
  #current: Edition;
  #since: number;
  /** The last upload that was read ahead. */
  #ahead: string | undefined;
  #reading: Promise<void> | undefined;
  #failed: { readonly generation: number; readonly at: number; readonly reason: string } | undefined;

  constructor(deps: LiveTimetableDeps, first: Edition) {
    this.#deps = deps;
    this.#live = new LiveTrainsReader(deps.db);
    this.#current = first;
    this.#since = deps.clock();
  }

  get current(): Edition {
    return this.#current;
  }

  /** Since when `current` is served, epoch milliseconds. */
  get since(): number {
    return this.#since;
  }

  /** Why the newest timetable cannot be read; null if it is served. */
  get fault(): string | null {
    return this.#failed?.reason ?? null;
  }

  /**
   * Reads the newest timetable that was sent to the desk, if it is without an error, so that it need not be read when it takes effect.
   * `deps.read` keeps it. Rejects where it cannot be read.
   */
  async readAhead(): Promise<void> {
    const { db, clock, folder, read } = this.#deps;
    const uploadId = await findReadyUpload(db);
    if (uploadId === undefined || uploadId === this.#ahead) return;
    this.#ahead = uploadId;
    const packed = await findPackedFeed(db, uploadId);
    if (packed) await read({ texts: folder, feed: { packed }, today: dateAt(clock()) });
  }

  readonly refresh = (): Promise<void> => {
    this.#reading ??= this.#follow().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  };

  async #follow(): Promise<void> {
    const { db, clock, folder, read, report } = this.#deps;
    const newest = await findNewest(db);
    const { generation, moved } = this.#current;
    await this.#followLive(newest.live);
    if (newest.generation < generation) return;
    if (newest.generation === generation) {
      if (newest.moved && !moved) this.#current = { ...this.#current, moved: true };
      return;
    }
    const failed = this.#failed;
    if (failed?.generation === newest.generation && clock() - failed.at < RETRY_AFTER_MS) return;
    const known = await this.#withSameFiles();
    if (known) return this.#serve(known);
    const row = await findNewestWithFiles(db);
    if (!row) return;
    try {
      const input = { texts: withTimetable(folder, row.files), feed: feedOf(row), today: dateAt(clock()) };
      const { parts } = requireRead(await read(input));
      this.#serve(await editionOf(db, row, parts, this.#live));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#failed = { generation: row.generation, at: clock(), reason };
      report(error, row.generation);
    }
  }

  #serve(edition: Edition): void {
    this.#current = edition;
    this.#since = this.#deps.clock();
    this.#failed = undefined;
  }

  /** Returns the newest timetable if it has the files of the one served, and other added trains: they need not be read again. */
  async #withSameFiles(): Promise<Edition | undefined> {
    const { db } = this.#deps;
    const { base, operator } = this.#current;
    const row = await describeNewest(db);
    return row?.base === base ? editionOf(db, row, operator, this.#live) : undefined;
  }

  async #followLive(newest: number): Promise<void> {
    if (!(await this.#live.follow(newest, this.#deps.clock()))) return;
    const { version: liveVersion, trains: live, toMove } = this.#live;
    this.#current = { ...this.#current, operator: { ...this.#current.operator, live }, liveVersion, toMove };
  }
}
