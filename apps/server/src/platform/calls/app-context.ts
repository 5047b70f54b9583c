// What the application is given: nothing below this reads the process, the clock or the environment itself.
import type { Keys } from '../account/password-crypto.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/database.ts';
import type { Mailer } from '../mail/send-mail.ts';
import type { OperatorData } from '../operator/operator-data.ts';
import type { IssuerKeys } from '../ticket/issuer-keys.ts';

export interface Deps {
  readonly db: Db;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly config: Config;
  readonly keys: Keys;
  /** What ticket certificates are signed with. */
  readonly issuerKeys: IssuerKeys;
  readonly mail: Mailer;
  /** Stations, trains, formations and products, read once at the start. */
  readonly operator: OperatorData;
  /** The import at the desk that its timetable is from; null of the folder's own. */
  readonly importId: string | null;
}
