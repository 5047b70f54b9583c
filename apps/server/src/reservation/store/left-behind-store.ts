// The SQL of seats that stayed behind when their ticket went to another account or ended, since their train had arrived by all that was known.
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import { mayStillLeave, type Moment } from '../../platform/live/late-trains.ts';
import { lockSeatsOfAccounts } from '../../platform/db/locks.ts';

/** A train that arrived so long ago is not late any more. */
const RECENT_MS = 86_400_000;

const recently = ({ now }: Moment) => sql`${new Date(now - RECENT_MS)}::timestamptz`;

/** The statuses of a ticket whose seats are released. A used ticket keeps them. */
const ENDED = ['refunded', 'void', 'disused', 'reissued'];

/** Notes the account's reservations of the tickets whose train has arrived lately by all that is known at `now` (epoch milliseconds). */
export async function noteLeftBehind(
  trx: Trx,
  {
    ticketIds,
    from,
    moment,
  }: { readonly ticketIds: readonly string[]; readonly from: string; readonly moment: Moment },
): Promise<void> {
  await sql`
    update reservation r set left_behind = true
    where r.account_id = ${from} and r.state = 1 and not r.left_behind and not ${mayStillLeave(moment)}
      and r.arrive_at > ${recently(moment)}
      and r.reservation_id in (select reservation_id from reservation_seat where ticket_id = any(${[...ticketIds]}::text[]))`.execute(
    trx,
  );
}

/** A seat whose ticket belongs to another account, or has ended. */
export interface LeftBehind {
  readonly ticketId: string;
  /** The account of the reservation, and that of the ticket. */
  readonly from: string;
  readonly to: string | null;
  readonly isEnded: boolean;
}

/** Lists the seats that stayed behind on trains that may still leave. */
export async function listLeftBehind(db: Db, moment: Moment): Promise<LeftBehind[]> {
  const { rows } = await sql<LeftBehind>`
    select rs.ticket_id as "ticketId", r.account_id as "from", t.account_id as "to",
      t.status = any(${ENDED}::text[]) as "isEnded"
    from reservation r join reservation_seat rs using (reservation_id) join ticket t using (ticket_id)
    where r.left_behind and r.arrive_at > ${recently(moment)} and r.state = 1 and ${mayStillLeave(moment)}
      and (t.account_id <> r.account_id or t.status = any(${ENDED}::text[]))
    order by r.reservation_id, rs.ticket_id`.execute(db);
  return rows;
}

/** Locks the seats of both accounts and the ticket. Returns whether the ticket still belongs to `to` and has ended or not, as it was. */
export async function lockLeftBehind(
  trx: Trx,
  { ticketId, from, to, isEnded }: LeftBehind,
): Promise<boolean> {
  await lockSeatsOfAccounts(trx, to === null ? [from] : [from, to]);
  const ticket = await trx
    .selectFrom('ticket')
    .select(['account_id', 'status'])
    .where('ticket_id', '=', ticketId)
    .forUpdate()
    .executeTakeFirst();
  return ticket?.account_id === to && ENDED.includes(ticket?.status ?? '') === isEnded;
}
