// The application's dependencies. Below this, no code reads the process, the clock or the environment directly.
import type { Keys } from '../keys/password-keys.ts';
import type { Config } from '../start/config.ts';
import type { Db } from '../db/database.ts';
import type { Mailer } from '../mail/send-mail.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { LogStream } from '../http/log-options.ts';
import type { ReadOperator } from '../operator/read-operator.ts';
import type { Timetable } from '../operator/timetable.ts';
import type { IssuerKeys } from '../keys/issuer-keys.ts';
import type { PushKeys } from '../keys/push-keys.ts';
import type { WebhookKeys } from '../keys/webhook-keys.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { Traces } from '../telemetry/traces.ts';

export interface Deps {
  readonly db: Db;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** The machine's clock, epoch milliseconds, where `clock` is another one (tests). */
  readonly machineClock?: () => number;
  /** Receives the log instead of stdout (tests). */
  readonly logStream?: LogStream;
  readonly config: Config;
  /** Decrypt passwords from the phone, and hash short secrets and token marks. */
  readonly keys: Keys;
  /** Sign ticket certificates. */
  readonly issuerKeys: IssuerKeys;
  /** Names this server to push services. */
  readonly pushKeys: PushKeys;
  /** Signs webhooks. */
  readonly webhookKeys: WebhookKeys;
  /** Returns one line where this process lacks keys and must get no requests; undefined otherwise. */
  readonly keysProblem: () => string | undefined;
  /** Sends the queued mails. Acts queue theirs by `queueMail`. */
  readonly mail: Mailer;
  readonly queue: JobQueue;
  /** Undefined if no metrics are served. */
  readonly metrics?: Metrics | undefined;
  /** Undefined if no traces are sent. */
  readonly traces?: Traces | undefined;
  /** The operator's stations, trains, formations and products. They change while the server runs: read `current` for each request. */
  readonly timetable: Timetable;
  /** Reads the operator's files with another timetable. */
  readonly readOperator: ReadOperator;
}
