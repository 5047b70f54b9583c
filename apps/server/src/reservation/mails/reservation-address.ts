// Where a reservation is shown in the app.
import type { Config } from '../../platform/start/config.ts';

/** Where the links of mails lead, and who sends them. */
export interface MailOrigin {
  readonly config: Pick<Config, 'publicOrigin' | 'mailFrom'>;
}

/** Returns the path of a reservation in the app. */
export const reservationPath = (reservationId: string): string =>
  `/packages/haruka/reservation?reservationId=${reservationId}`;

/** Returns the address of a reservation in the app. */
export const reservationAddress = (
  { config }: { readonly config: Pick<Config, 'publicOrigin'> },
  reservationId: string,
): string => `${config.publicOrigin}/#${reservationPath(reservationId)}`;
