// The application's dependencies. Below this, no code reads the process, the clock or the environment directly.
import type { Keys } from '../../account/secrets/password-crypto.ts';
import type { Config } from '../start/config.ts';
import type { Db } from '../db/database.ts';
import type { Mailer } from '../mail/send-mail.ts';
import type { LogStream } from '../http/log-options.ts';
import type { OperatorData } from '../operator/operator-data.ts';
import type { IssuerKeys } from '../keys/issuer-keys.ts';

export interface Deps {
  readonly db: Db;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Receives the log instead of stdout (tests). */
  readonly logStream?: LogStream;
  readonly config: Config;
  readonly keys: Keys;
  /** Sign ticket certificates. */
  readonly issuerKeys: IssuerKeys;
  readonly mail: Mailer;
  /** Stations, trains, formations and products, read once at the start. */
  readonly operator: OperatorData;
  /** The id of the desk import that the timetable is from; null for the folder's own. */
  readonly importId: string | null;
}
