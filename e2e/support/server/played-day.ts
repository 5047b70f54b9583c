// A railway's bad day for a journey: two server processes on one PostgreSQL, and the live feed that they read, played by hand.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Day } from '../../../scripts/demo-day/day.ts';
import { openDayFeed } from '../../../scripts/demo-day/feed-server.ts';
import type { Scenario } from '../../../scripts/demo-day/scenario.ts';
import { keyOf, Timetable, type Train } from '../../../scripts/demo-day/timetable.ts';
import { startPostgres } from '../../../scripts/programs/postgres.mjs';
import { DESK_API_KEY, MANAGER } from '../../playwright.config.ts';
import { OPERATOR_DIR } from './operator.ts';
import { freePort, runServer } from './run-server.ts';

export interface PlayedDay {
  /** The process that reads the feed at first, and a second one on the same database. */
  readonly origins: readonly [string, string];
  /** Starts the second process. */
  readonly startSecond: () => Promise<void>;
  /** Stops the first process, and starts it again on the same port. */
  readonly restartFirst: () => Promise<void>;
  /** Lets events happen until so many minutes of the scenario. */
  readonly playUntil: (minutes: number) => void;
  /** Returns a train that the scenario names, and its departure id. */
  readonly train: (name: string) => Train & { readonly departureId: string };
  readonly close: () => Promise<void>;
}

/** Starts the first process. The trains run by the machine's clock. */
export async function openPlayedDay(scenario: Scenario): Promise<PlayedDay> {
  const closing: (() => unknown)[] = [];
  const close = async () => {
    for (const end of closing.reverse()) await end();
  };
  try {
    const folder = mkdtempSync(join(tmpdir(), 'kippu-e2e-day-'));
    closing.push(() => rmSync(folder, { recursive: true, force: true }));
    const postgres = await startPostgres({ durable: false });
    closing.push(postgres.close);
    const clock = () => Date.now();
    const today = new Date(clock()).toISOString().slice(0, 10);
    const timetable = await Timetable.read({ path: join(OPERATOR_DIR, 'gtfs') }, today);
    let minute = 0;
    const day = new Day({ scenario, timetable, seed: 1, from: clock(), clock, minutes: () => minute });
    const feed = await openDayFeed({ day, agencyId: timetable.agencyId, clock, port: 0 });
    closing.push(feed.close);
    const keyEncryptionKey = randomBytes(32).toString('base64');
    const ports = [await freePort(), await freePort()] as const;
    const start = async (at: 0 | 1) => {
      const { stop } = await runServer({
        dataDir: join(folder, String(at)),
        port: ports[at],
        env: {
          DATABASE_URL: postgres.url,
          KEY_ENCRYPTION_KEY: keyEncryptionKey,
          OPERATOR_REALTIME_URLS: feed.url,
          OPERATOR_REALTIME_SECONDS: '5',
          DEMO: '1',
          DESK_API_KEY,
          DESK_MANAGER: MANAGER.email,
          DESK_MANAGER_PASSWORD: MANAGER.password,
        },
      });
      closing.push(() => stop());
      return stop;
    };
    let stopFirst = await start(0);
    return {
      origins: [`http://127.0.0.1:${ports[0]}`, `http://127.0.0.1:${ports[1]}`],
      startSecond: async () => void (await start(1)),
      restartFirst: async () => {
        await stopFirst();
        stopFirst = await start(0);
      },
      playUntil: (minutes) => {
        minute = minutes;
      },
      train: (name) => {
        const train = day.trains.get(name);
        if (!train) throw new Error(`the scenario has no train '${name}'`);
        return { ...train, departureId: keyOf(train) };
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
