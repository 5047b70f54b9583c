// Limits how often something may be requested within a time window.
import type { Trx } from '../../platform/db/database.ts';
import { lockAttempts } from '../../platform/db/locks.ts';
import { insertAttempt, listAttempts } from './attempt-store.ts';

interface Attempts {
  readonly subject: string;
  readonly windowMs: number;
  /** The attempts within the window, newest first. */
  readonly times: readonly Date[];
}

/** Locks the subject until the transaction ends and reads its attempts. */
export async function readAttempts(
  trx: Trx,
  subject: string,
  windowMs: number,
  now: number,
): Promise<Attempts> {
  await lockAttempts(trx, subject);
  return { subject, windowMs, times: await listAttempts(trx, subject, new Date(now - windowMs)) };
}

/** Returns the seconds until the window holds fewer than `max` attempts; 0 if it does now. */
export function secondsToWait({ times, windowMs }: Attempts, max: number, now: number): number {
  const oldest = times[max - 1];
  return oldest ? Math.max(0, Math.ceil((oldest.getTime() + windowMs - now) / 1000)) : 0;
}

export const countAttempt = (trx: Trx, { subject }: Attempts, now: number): Promise<void> =>
  insertAttempt(trx, subject, new Date(now));
