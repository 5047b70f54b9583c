// All SQL of feedback.
import type { Insertable } from 'kysely';
import type { Db, Trx } from '../platform/db/database.ts';
import type { FeedbackTable } from '../platform/db/tables/notice-tables.ts';

/** Locks the account's row, so that the hourly count is right. Returns false where the account is deleted or suspended. */
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

/** Lists the times of the account's feedback after `since`, oldest first. */
export async function listFeedbackTimes(db: Db, accountId: string, since: Date): Promise<Date[]> {
  const rows = await db
    .selectFrom('feedback')
    .select('created_at')
    .where('account_id', '=', accountId)
    .where('created_at', '>', since)
    .orderBy('created_at')
    .execute();
  return rows.map((row) => row.created_at);
}

/** Returns whether the ticket is the account's, and locks it against deletion. Call it before any account is locked. */
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

/** Inserts a message. Returns false, and inserts nothing, if there is one with its id. */
export async function insertFeedback(trx: Trx, feedback: Insertable<FeedbackTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('feedback')
    .values(feedback)
    .onConflict((conflict) => conflict.column('feedback_id').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}
