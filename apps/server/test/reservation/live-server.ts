// A server process that follows the timetables of its database, for tests.
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../../src/app.ts';
import type { LiveLayer, LiveSource } from '@kippu/domain/live/live-train';
import { inTransaction } from '../../src/platform/db/database.ts';
import { saveLive } from '../../src/platform/live/live-store.ts';
import { readFolder } from '../../src/platform/operator/files/operator-folder.ts';
import type { ReadOperator } from '../../src/platform/operator/read-operator.ts';
import type { LiveTimetable } from '../../src/platform/operator/timetable.ts';
import { moveAll } from '../../src/reservation/disruption/move-in-batches.ts';
import { moveLiveTrains } from '../../src/reservation/disruption/move-live-trains.ts';
import { publishAndOpenTimetable } from '../../src/reservation/timetable/publish-and-open-timetable.ts';
import { publishTimetable } from '../../src/reservation/timetable/publish-timetable.ts';
import { readOperator, type TestDeps } from '../app-context.ts';
import type { FeedFiles } from './feed.ts';

export class LiveServer {
  readonly app: FastifyInstance;
  readonly timetable: LiveTimetable;
  /** Why timetables could not be read. */
  readonly faults: unknown[];
  readonly #deps: TestDeps;

  private constructor(deps: TestDeps, app: FastifyInstance, timetable: LiveTimetable, faults: unknown[]) {
    this.#deps = deps;
    this.app = app;
    this.timetable = timetable;
    this.faults = faults;
  }

  /** Starts a process on the database of `deps`, as main.ts does, except that nothing happens by timers. */
  static async open(deps: TestDeps, read: ReadOperator = readOperator): Promise<LiveServer> {
    const { db, clock } = deps;
    const faults: unknown[] = [];
    const report = (error: unknown) => faults.push(error);
    const timetable = await publishAndOpenTimetable({ db, clock, read, report }, deps.config);
    const app = await buildApp({ ...deps, timetable, readOperator: read });
    return new LiveServer(deps, app, timetable, faults);
  }

  /** Brings a timetable into effect. No process serves it before it looks. */
  async publish({ files, feed, parts }: FeedFiles): Promise<void> {
    const { db, clock, config } = this.#deps;
    const { timetableHash: folderHash } = readFolder(config.operatorDir);
    await inTransaction(db, (trx) =>
      publishTimetable(trx, { importId: null, folderHash, files, feed, parts }, clock()),
    );
  }

  /** Serves the newest timetable and moves all reservations to it. Returns the number of disrupted ones. */
  async follow(): Promise<number> {
    await this.timetable.refresh();
    const { db, clock } = this.#deps;
    const disrupted = await moveAll({ db, clock, timetable: this.timetable });
    await this.timetable.refresh();
    return disrupted ?? 0;
  }

  /** A source says something of a train, or nothing any more; this process reads it. */
  async say(source: LiveSource, departureId: string, layer: Omit<LiveLayer, 'asOf'> | null): Promise<void> {
    const { db, clock } = this.#deps;
    const said = [{ departureId, layer: layer && { asOf: clock(), ...layer } }];
    await inTransaction(db, (trx) =>
      saveLive(trx, said, { source, by: `${source}:1`, at: new Date(clock()) }),
    );
    await this.timetable.refresh();
  }

  /** Lets reservations follow what sources said. Returns the number of disrupted ones. */
  moveLive(): Promise<number> {
    const { db, clock } = this.#deps;
    return moveLiveTrains({ db, clock, timetable: this.timetable });
  }

  close(): Promise<void> {
    return this.app.close();
  }
}
