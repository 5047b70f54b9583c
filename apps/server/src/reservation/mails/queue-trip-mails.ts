// Queues the mails about one's own reservations, with the commit of the act: nothing is read or written for them before.
import type { Reservation } from '@kippu/contract/calls/traveller/seat';
import type { Trx } from '../../platform/db/database.ts';
import type { AfterCommit } from '../../platform/calls/idempotency.ts';
import type { JobQueue } from '../../platform/jobs/job-queue.ts';
import { tripMailJob, type TripMail } from '../../platform/mail/mail.ts';
import type { GuestSession } from '../../session/session.ts';
import type { Booked } from '../hold/save-hold.ts';

interface Act {
  readonly session: Pick<GuestSession, 'accountId'>;
  /** Epoch milliseconds. */
  readonly now: number;
}

async function queueAll(
  trx: Trx,
  queue: JobQueue,
  mails: readonly TripMail[],
  now: number,
  afterCommit: AfterCommit,
): Promise<void> {
  for (const mail of mails) await queue.add(trx, tripMailJob(mail), now);
  if (mails.length > 0) afterCommit(queue.wake);
}

/** Queues the mail about a new or changed reservation, and those about reservations that it replaces. */
export function mailBooking(
  trx: Trx,
  queue: JobQueue,
  { session: { accountId }, now, kind, reservation, isNew, cancelled }: Act & Booked & Pick<TripMail, 'kind'>,
  afterCommit: AfterCommit,
): Promise<void> {
  if (!isNew) return Promise.resolve();
  const replaced = cancelled.map((reservationId): TripMail => ({
    kind: 'reservationCancelled',
    accountId,
    reservationId,
    isReplaced: true,
  }));
  const { reservationId } = reservation;
  return queueAll(trx, queue, [...replaced, { kind, accountId, reservationId }], now, afterCommit);
}

/** Queues the mail about a cancelled reservation, or about seats that were cancelled out of one. */
export function mailCancellation(
  trx: Trx,
  queue: JobQueue,
  {
    session: { accountId },
    now,
    body,
    cancelled,
  }: Act & { readonly body: { readonly reservationId: string }; readonly cancelled: Reservation },
  afterCommit: AfterCommit,
): Promise<void> {
  const { reservationId } = cancelled;
  const isPart = reservationId !== body.reservationId;
  const mail: TripMail = {
    kind: 'reservationCancelled',
    accountId,
    reservationId,
    ...(isPart ? { partOf: body.reservationId } : {}),
  };
  return queueAll(trx, queue, [mail], now, afterCommit);
}
