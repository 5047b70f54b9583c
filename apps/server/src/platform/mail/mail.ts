// A mail, and how it is queued.
import type { Language } from '@kippu/contract/languages';
import type { MailKind } from '@kippu/contract/values';
import type { Trx } from '../db/database.ts';
import type { JobQueue, NewJob } from '../jobs/job-queue.ts';

export interface Mail {
  readonly kind: MailKind;
  readonly to: string;
  readonly language: Language;
  readonly subject: string;
  readonly text: string;
  /** A code in the text, which is shown large. */
  readonly code?: string;
  readonly calendars?: readonly CalendarFile[];
  readonly unsubscribe?: Unsubscribe;
}

/** A calendar file that is attached to a mail. */
export interface CalendarFile {
  readonly name: string;
  readonly method: 'PUBLISH' | 'CANCEL';
  readonly text: string;
}

/** How the reader ends such mails. */
interface Unsubscribe {
  /** The words before the address in the text, and of the link. */
  readonly label: string;
  /** A request to it by a mail program ends the mails at once (RFC 8058). */
  readonly url: string;
}

/** The kind of job that sends a mail. */
export const MAIL_JOB = 'mail';
/** The kind of job that makes a mail about a trip when it is sent, from how things are then. */
export const TRIP_MAIL_JOB = 'trip mail';

/** A mail about a reservation. Its text is made when it is sent. */
export interface TripMail {
  readonly kind: Extract<MailKind, 'reserved' | 'reservationChanged' | 'reservationCancelled' | 'tripEve'>;
  readonly accountId: string;
  readonly reservationId: string;
  /** For seats that were cancelled out of a reservation: what remains of it. */
  readonly partOf?: string;
  /** For a reservation that had lost its seats: cancelled since its tickets got another train. */
  readonly isReplaced?: boolean;
  /** For the evening before: the day of the trip, 'YYYY-MM-DD'. */
  readonly day?: string;
}

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

/**
 * Makes the job of a mail about a trip. A newer one about the same reservation replaces it while it waits.
 * @param expiresAt epoch milliseconds from which on it is useless
 */
export const tripMailJob = (mail: TripMail, expiresAt?: number): NewJob => ({
  kind: TRIP_MAIL_JOB,
  topic: mail.kind,
  payload: mail,
  accountId: mail.accountId,
  key: `trip:${mail.reservationId}`,
  expiresAt,
});
