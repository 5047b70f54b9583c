// Keeps a process on the newest timetable: looks for a newer one and reads those ahead that may follow, moves reservations, reports what it serves.
import { randomUUID } from 'node:crypto';
import { inTransaction, type Db } from '../../platform/db/database.ts';
import type { LiveTimetable } from '../../platform/operator/timetable.ts';
import { deleteProcess, saveProcess } from '../../platform/operator/server-process-store.ts';
import { moveAll } from './move-in-batches.ts';
import { moveLiveTrains } from './move-live-trains.ts';

/** How often a process looks for a newer timetable. */
const LOOK_EVERY_MS = 3_000;
/** How often it reports what it serves, if nothing changes. */
const REPORT_EVERY_MS = 30_000;
/** A process that has been silent for so long is taken to have ended. */
export const SILENT_AFTER_MS = 3 * REPORT_EVERY_MS;

export interface FollowDeps {
  readonly db: Db;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly timetable: LiveTimetable;
  /** Receives the number of disrupted reservations when all reservations are moved to a timetable. */
  readonly onMoved: (disrupted: number) => void;
  /** Receives the number of reservations that live changes of trains disrupted; never 0. */
  readonly onLiveMoved: (disrupted: number) => void;
  readonly failed: (error: unknown) => void;
}

export interface Following {
  /** Looks at once. Resolves when the newest timetable is served, or cannot be read. */
  readonly look: () => Promise<void>;
  /** Resolves when the current run of moving reservations has ended, and what is read ahead is read. */
  readonly idle: () => Promise<void>;
  /** Stops looking and waits for the current work. */
  readonly stop: () => Promise<void>;
}

/** Follows the newest timetable and live trains: looks for both every three seconds from now on. Call `look` to look at once. */
export function followTimetable({
  db,
  clock,
  timetable,
  onMoved,
  onLiveMoved,
  failed,
}: FollowDeps): Following {
  const processId = randomUUID();
  let stopping = false;
  let moving: Promise<void> | undefined;
  let movingLive: Promise<void> | undefined;
  let looking: Promise<void> | undefined;
  let readingAhead: Promise<void> | undefined;
  let reported = { at: Number.NEGATIVE_INFINITY, what: '' };

  let failing = false;
  /** Reports the first of several failures in a row: a database that does not answer fails every look. */
  const fail = (error: unknown) => {
    if (!failing) failed(error);
    failing = true;
  };
  const report = async () => {
    const { current, since, fault } = timetable;
    const what = `${current.generation} ${fault ?? ''}`;
    if (what === reported.what && clock() - reported.at < REPORT_EVERY_MS) return;
    const row = {
      process_id: processId,
      generation: current.generation,
      serves_since: new Date(since),
      seen_at: new Date(clock()),
      fault,
    };
    await inTransaction(db, (trx) => saveProcess(trx, row));
    reported = { at: clock(), what };
  };
  const move = () => {
    if (timetable.current.moved || stopping) return;
    moving ??= moveAll({ db, timetable, clock }, { isStopping: () => stopping })
      .then((disrupted) => {
        if (disrupted !== undefined) onMoved(disrupted);
      })
      .catch(fail)
      .finally(() => {
        moving = undefined;
      });
  };
  const readAhead = () => {
    if (stopping) return;
    readingAhead ??= timetable
      .readAhead()
      .catch(fail)
      .finally(() => {
        readingAhead = undefined;
      });
  };
  const moveLive = () => {
    if (stopping) return;
    movingLive ??= moveLiveTrains({ db, timetable, clock }, () => stopping)
      .then((disrupted) => {
        if (disrupted > 0) onLiveMoved(disrupted);
      })
      .catch(fail)
      .finally(() => {
        movingLive = undefined;
      });
  };
  const look = () => {
    looking ??= timetable
      .refresh()
      .then(report)
      .then(() => {
        failing = false;
        move();
        moveLive();
        readAhead();
      })
      .catch(fail)
      .finally(() => {
        looking = undefined;
      });
    return looking;
  };
  const idle = async () => {
    await looking;
    await moving;
    await movingLive;
    await readingAhead;
  };
  const timer = setInterval(() => void look(), LOOK_EVERY_MS);
  timer.unref();
  return {
    look,
    idle,
    stop: async () => {
      stopping = true;
      clearInterval(timer);
      await idle();
      await inTransaction(db, (trx) => deleteProcess(trx, processId)).catch(failed);
    },
  };
}
