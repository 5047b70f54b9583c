// Names an email in the log before anybody has signed in with it.
import type { Keys } from '../../platform/keys/password-keys.ts';

/** Returns a keyed hash of a normalised email: equal for equal emails, and not reversible without the server's secret. */
export const emailInLog = (keys: Keys, email: string): string =>
  `email:${keys.mac(`log\n${email}`).slice(0, 16)}`;
