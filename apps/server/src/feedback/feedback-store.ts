// All SQL of feedback.
import type { Insertable } from 'kysely';
import type { Trx } from '../db/database.ts';
import type { FeedbackTable } from '../db/notice-tables.ts';

/** Lets one account's feedback follow one another, so that the hourly count is right; false where it is deleted or suspended. */
export async function lockWriter(trx: Trx, accountId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('account')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('status', '=', 'active')
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** When the account wrote since an instant, the oldest first. */
export async function listFeedbackTimes(trx: Trx, accountId: string, since: Date): Promise<Date[]> {
  const rows = await trx
    .selectFrom('feedback')
    .select('created_at')
    .where('account_id', '=', accountId)
    .where('created_at', '>', since)
    .orderBy('created_at')
    .execute();
  return rows.map((row) => row.created_at);
}

/** Whether the ticket is the account's. It is locked as what refers to it locks it, and so before any account, as everywhere. */
export async function lockOwnTicket(trx: Trx, accountId: string, ticketId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('ticket')
    .select('ticket_id')
    .where('ticket_id', '=', ticketId)
    .where('account_id', '=', accountId)
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertFeedback(trx: Trx, feedback: Insertable<FeedbackTable>): Promise<void> {
  await trx.insertInto('feedback').values(feedback).execute();
}
