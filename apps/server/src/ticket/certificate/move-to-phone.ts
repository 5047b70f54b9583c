// Moves a ticket to the phone that asks for its certificate. Hourly and daily limits apply.
import { PHONE_CHANGES } from '@kippu/contract/limits';
import type { Trx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import { insertEvents, listPhoneChanges, readPhone, savePhone } from '../record/ticket-store.ts';

const HOUR_MS = 3_600_000;
const LIMITS = [
  { changes: PHONE_CHANGES.perHour, within: HOUR_MS },
  { changes: PHONE_CHANGES.perDay, within: 24 * HOUR_MS },
] as const;

/** The refusal for a phone that gets no certificate for another `waitMs` milliseconds. */
export const phoneRefusal = (waitMs: number): AppError => {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new AppError('TKT-0018', {
    values: { minutes: Math.ceil(seconds / 60) },
    retryAfter: seconds,
    limit: 'phoneMoves',
  });
};

/**
 * Records the phone on which the account shows a locked ticket. A phone other than the last one revokes all earlier
 * certificates.
 * @param now epoch milliseconds
 * @throws AppError TKT-0018 when the account has moved the ticket too often
 */
export async function moveToPhone(
  trx: Trx,
  { accountId, ticketId, deviceKey }: { accountId: string; ticketId: string; deviceKey: string },
  now: number,
): Promise<void> {
  const before = await readPhone(trx, ticketId);
  if (before === deviceKey) return;
  if (before !== null) {
    const actor = `account:${accountId}`;
    const changes = await listPhoneChanges(trx, { ticketId, actor, limit: PHONE_CHANGES.perDay });
    const waits = LIMITS.map((limit) => {
      const decisive = changes[limit.changes - 1];
      return decisive === undefined ? 0 : decisive.getTime() + limit.within - now;
    });
    const wait = Math.max(...waits);
    if (wait > 0) throw phoneRefusal(wait);
    await insertEvents(trx, [
      {
        ticket_id: ticketId,
        kind: 'otherPhone',
        from_status: null,
        to_status: null,
        actor,
        at: new Date(now),
        detail: null,
      },
    ]);
  }
  await savePhone(trx, ticketId, deviceKey);
}
