// The SQL of seats that stayed behind when their ticket went to another account or ended, since their train had arrived by all that was known.
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import { mayStillLeave, type Moment } from '../../platform/live/late-trains.ts';
import { lockSeatsOfAccounts, seatsOwnerOf } from '../../platform/db/locks.ts';

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
  }: { readonly ticketIds: readonly string[]; readonly from: string | null; readonly moment: Moment },
): Promise<void> {
  await sql`
    update reservation r set left_behind = true
    where r.account_id is not distinct from ${from}::text and r.state = 1 and not r.left_behind and not ${mayStillLeave(moment)}
      and r.arrive_at > ${recently(moment)}
      and r.reservation_id in (select reservation_id from reservation_seat where ticket_id = any(${[...ticketIds]}::text[]))`.execute(
    trx,
  );
}

/** A seat whose ticket belongs to another account, or has ended. */
export interface LeftBehind {
  readonly ticketId: string;
  /** The account of the reservation, and that of the ticket; null for an order's. */
  readonly from: string | null;
  readonly to: string | null;
  readonly isEnded: boolean;
  /** The order of a reservation that no account has. */
  readonly orderId: string | null;
}

/** Lists the seats that stayed behind on trains that may still leave. */
export async function listLeftBehind(db: Db, moment: Moment): Promise<LeftBehind[]> {
  const { rows } = await sql<LeftBehind>`
    select rs.ticket_id as "ticketId", r.account_id as "from", t.account_id as "to", r.order_id as "orderId",
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
  { ticketId, from, to, isEnded, orderId }: LeftBehind,
): Promise<boolean> {
  const owner = seatsOwnerOf({ account_id: from, order_id: orderId });
  await lockSeatsOfAccounts(trx, to === null ? [owner] : [owner, to]);
  const ticket = await trx
    .selectFrom('ticket')
    .select(['account_id', 'status'])
    .where('ticket_id', '=', ticketId)
    .forUpdate()
    .executeTakeFirst();
  return ticket?.account_id === to && ENDED.includes(ticket?.status ?? '') === isEnded;
}
