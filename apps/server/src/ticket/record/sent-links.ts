// The SQL of links by which an account passes a ticket on: at most one a ticket waits at a time.
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import type { SentLinkTable } from '../../platform/db/tables/tables.ts';

export type SentLink = SentLinkTable;

/** Adds a link. Returns false where its token is known already. */
export async function insertSentLink(
  trx: Trx,
  link: Pick<SentLink, 'token_hash' | 'ticket_id' | 'account_id' | 'made_at' | 'expires_at'>,
): Promise<boolean> {
  const done = await trx
    .insertInto('sent_link')
    .values({ ...link, closed_at: null, outcome: null })
    .onConflict((conflict) => conflict.column('token_hash').doNothing())
    .executeTakeFirst();
  return done.numInsertedOrUpdatedRows === 1n;
}

/** Finds a link by the hash of its token, whatever became of it. */
export async function findSentLink(db: Db, tokenHash: string): Promise<SentLink | undefined> {
  return db.selectFrom('sent_link').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst();
}

/** Marks the ticket's open link as taken at `now` (epoch milliseconds). Returns false where it is not open. */
export async function takeSentLink(trx: Trx, tokenHash: string, now: number): Promise<boolean> {
  const done = await trx
    .updateTable('sent_link')
    .set({ closed_at: new Date(now), outcome: 'taken' })
    .where('token_hash', '=', tokenHash)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  return done.numUpdatedRows === 1n;
}

/** Calls back the ticket's link at `now` (epoch milliseconds), if one waits. */
export async function endLink(trx: Trx, ticketId: string, now: number): Promise<void> {
  await trx
    .updateTable('sent_link')
    .set({ closed_at: new Date(now), outcome: 'calledBack' })
    .where('ticket_id', '=', ticketId)
    .where('closed_at', 'is', null)
    .execute();
}

/** Something that calls a ticket's link back. */
interface UseOfTicket {
  readonly ticketId: string;
  /** When. A link that was made later stays. */
  readonly at: Date;
}

/** Calls back the open links of tickets that were put into use or entered a station. */
export async function callBackLinks(trx: Trx, uses: readonly UseOfTicket[]): Promise<void> {
  if (uses.length === 0) return;
  await sql`update sent_link l set closed_at = u.at, outcome = 'calledBack'
    from unnest(${uses.map(({ ticketId }) => ticketId)}::text[], ${uses.map(({ at }) => at)}::timestamptz[]) as u (id, at)
    where l.ticket_id = u.id and l.closed_at is null and l.made_at <= u.at`.execute(trx);
}
