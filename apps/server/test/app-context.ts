// Dependencies for tests: a new database, a manual clock, keys and a development mailbox.
import { adoptDeskKey } from '../src/partner/adopt/adopt-desk-key.ts';
import { newKeys } from '../src/platform/keys/password-keys.ts';
import { readConfig } from '../src/platform/start/config.ts';
import { openTestDatabase } from './test-database.ts';
import { devMailbox } from '../src/platform/mail/send-mail.ts';
import { mailJobs } from '../src/platform/mail/mail-jobs.ts';
import { newJobQueue, type JobQueue } from '../src/platform/jobs/job-queue.ts';
import { JobRunner, type JobReport } from '../src/platform/jobs/job-runner.ts';
import type { OperatorData } from '../src/platform/operator/operator-data.ts';
import { loadOperator, readInput } from '../src/platform/operator/read-input.ts';
import { newIssuerKeys } from '../src/platform/keys/issuer-keys.ts';
import { newPushKey, pushKeysOf } from '../src/platform/keys/push-keys.ts';
import { newWebhookKey, webhookKeysOf } from '../src/platform/keys/webhook-keys.ts';
import type { ReadOperator } from '../src/platform/operator/read-operator.ts';
import type { Timetable } from '../src/platform/operator/timetable.ts';
import { makeTripMail } from '../src/reservation/mails/make-trip-mail.ts';
import type { Deps } from '../src/platform/calls/app-context.ts';

/** A queue that notes whether it was woken. */
interface TestQueue extends JobQueue {
  /** Whether there may be mails to send since the last call. */
  readonly takeWake: () => boolean;
  /** Sets `wake` back to be noted for `takeWake`, after a test's own `onWake`. */
  readonly noteWakes: () => void;
}

function testQueue(keys: Deps['keys']): TestQueue {
  const queue = newJobQueue(keys);
  let woken = false;
  const noteWakes = () =>
    queue.onWake(() => {
      woken = true;
    });
  noteWakes();
  const takeWake = () => {
    const was = woken;
    woken = false;
    return was;
  };
  return { ...queue, takeWake, noteWakes };
}

/** Makes what sends the queued mails. Its reports go to `reports`; an error of the database fails the test. */
export function mailRunner(
  deps: Pick<Deps, 'db' | 'clock' | 'queue' | 'mail' | 'timetable' | 'config' | 'keys'>,
  reports: JobReport[] = [],
): Pick<JobRunner, 'fill' | 'drain' | 'sweep' | 'stop'> {
  const runners = mailJobs(deps.mail, makeTripMail(deps)).map(
    (handler) =>
      new JobRunner(
        {
          ...deps,
          report: (report) => reports.push(report),
          failed: (error) => {
            throw error;
          },
          random: () => 0.5,
        },
        handler,
      ),
  );
  const each = async (act: 'drain' | 'sweep' | 'stop') => {
    for (const runner of runners) await runner[act]();
  };
  const fill = () => {
    for (const runner of runners) runner.fill();
  };
  return { fill, drain: () => each('drain'), sweep: () => each('sweep'), stop: () => each('stop') };
}

/** Sends the mails that the calls since the last time have queued. */
export async function deliverMails(deps: TestDeps): Promise<void> {
  if (deps.queue.takeWake()) await mailRunner(deps).drain();
}

export interface TestDeps extends Deps {
  /** The operator's data as in its folder. */
  readonly operator: OperatorData;
  /** Moves the clock forward. */
  readonly advance: (milliseconds: number) => void;
  readonly queue: TestQueue;
  readonly close: () => Promise<void>;
}

/** The test key of the sales system. Emptying the tables leaves its partner. */
export const TEST_DESK_KEY = 'test-desk-key-0123456789';

let loaded: Promise<OperatorData> | undefined;

const PUBLISHED = Date.parse('2026-03-01T00:00:00+09:00');

/** Returns a timetable that never changes. */
export const serving = (operator: OperatorData): Timetable => ({
  current: {
    generation: 0,
    base: 0,
    importId: null,
    operator,
    liveVersion: 0,
    toMove: new Set(),
    publishedAt: PUBLISHED,
    moved: true,
  },
  refresh: async () => undefined,
});

/** Reads feeds in this thread: most tests need no worker. */
export const readOperator: ReadOperator = (input, { onProgress } = {}) => readInput(input, onProgress);

/**
 * Opens the dependencies; the clock starts at `start` (epoch milliseconds). `opened` is their database, a new one by default. Call `close`
 * in afterAll.
 */
export async function openTestDeps(
  start = Date.parse('2026-04-01T09:00:00+09:00'),
  opened = openTestDatabase(),
): Promise<TestDeps> {
  const { db, close } = await opened;
  let now = start;
  const clock = () => now;
  // A test makes as many calls in a second as a traveller in an hour.
  const config = readConfig({ LOG_LEVEL: 'silent', DESK_API_KEY: TEST_DESK_KEY, LIMIT_FACTOR: '1000' });
  await adoptDeskKey(db, TEST_DESK_KEY, now);
  const keys = newKeys(now);
  const operator = await (loaded ??= loadOperator(config.operatorDir, start));
  return {
    db,
    clock,
    machineClock: Date.now,
    config,
    keys,
    queue: testQueue(keys),
    issuerKeys: newIssuerKeys(now),
    pushKeys: pushKeysOf([newPushKey(now)], now),
    webhookKeys: webhookKeysOf([newWebhookKey(now)], now),
    keysProblem: () => undefined,
    mail: devMailbox(clock),
    operator,
    timetable: serving(operator),
    readOperator,
    advance: (milliseconds) => {
      now += milliseconds;
    },
    close,
  };
}
