// How often something may be asked for within a while.
import type { Trx } from '../db/database.ts';
import { insertAttempt, listAttempts, lockSubject } from './attempt-store.ts';

interface Attempts {
  readonly subject: string;
  readonly windowMs: number;
  /** When they were made within the window, newest first. */
  readonly times: readonly Date[];
}

/** Locks the subject until the transaction ends and reads its attempts. */
export async function readAttempts(
  trx: Trx,
  subject: string,
  windowMs: number,
  now: number,
): Promise<Attempts> {
  await lockSubject(trx, subject);
  return { subject, windowMs, times: await listAttempts(trx, subject, new Date(now - windowMs)) };
}

/** Seconds until fewer than `most` attempts are in the window; 0 when that is so now. */
export function secondsToWait({ times, windowMs }: Attempts, most: number, now: number): number {
  const oldest = times[most - 1];
  return oldest ? Math.max(0, Math.ceil((oldest.getTime() + windowMs - now) / 1000)) : 0;
}

export const countAttempt = (trx: Trx, { subject }: Attempts, now: number): Promise<void> =>
  insertAttempt(trx, subject, new Date(now));
