// A mail, and how it is queued.
import type { Language } from '@kippu/contract/languages';
import type { MailKind } from '@kippu/contract/values';
import type { Trx } from '../db/database.ts';
import type { JobQueue } from '../jobs/job-queue.ts';

export interface Mail {
  readonly kind: MailKind;
  readonly to: string;
  readonly language: Language;
  readonly subject: string;
  readonly text: string;
  /** A code in the text, which is shown large. */
  readonly code?: string;
}

/** The kind of job that sends a mail. */
export const MAIL_JOB = 'mail';

interface QueuedFor {
  /** The account whose deletion cancels the mail. Null for a mail to nobody's account, and for the last one to an account. */
  readonly accountId: string | null;
  /** A newer mail with the same key replaces this one. */
  readonly key?: string;
  /** Epoch milliseconds from which on the mail is useless. */
  readonly expiresAt?: number;
}

/**
 * Queues a mail in the transaction of the act that it reports. Call `queue.wake` after the commit, so that it is sent at once.
 * @param now epoch milliseconds
 */
export function queueMail(
  trx: Trx,
  queue: Pick<JobQueue, 'add'>,
  mail: Mail,
  { accountId, key, expiresAt }: QueuedFor,
  now: number,
): Promise<void> {
  return queue.add(trx, { kind: MAIL_JOB, topic: mail.kind, payload: mail, accountId, key, expiresAt }, now);
}
