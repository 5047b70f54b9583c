// The SQL of the mails of the evening before: which reservations are due, and what their tickets still need.
import { addDays } from '@kippu/domain/time/service-day';
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import type { TicketStatus } from '../../platform/db/tables/tables.ts';
import { wireTime } from '../../platform/wire/wire-time.ts';
import type { TripTicket } from './trip-mail-text.ts';

/** What a ticket of a status needs before a trip. Ended tickets have no seats. */
const NEEDS: Partial<Record<TicketStatus, TripTicket['needs']>> = {
  bound: 'waiting',
  inUse: 'inUse',
  suspended: 'suspended',
};

export interface DueTrip {
  readonly reservation_id: string;
  readonly account_id: string;
  readonly depart_at: Date;
}

/**
 * Claims reservations whose trip is on `day`, the soonest first: each once for each day, also when several processes claim at once.
 * @param from the first moment of the day, epoch milliseconds
 * @param to the first moment of the next day
 * @param bookedBefore later bookings were mailed just now
 */
export async function claimTrips(
  trx: Trx,
  {
    day,
    from,
    to,
    bookedBefore,
    limit,
  }: {
    readonly day: string;
    readonly from: number;
    readonly to: number;
    readonly bookedBefore: number;
    readonly limit: number;
  },
): Promise<DueTrip[]> {
  // A train of the service day before may leave after midnight.
  const serviceDays = [addDays(day, -1), day];
  const { rows } = await sql<DueTrip>`
    with claimed as (
      insert into eve_mail (reservation_id, day, departs_at)
      select r.reservation_id, ${day}, r.depart_at
      from reservation r join account a on a.account_id = r.account_id
      where r.service_date = any(${serviceDays}::text[]) and r.state = 1
        and r.depart_at >= ${new Date(from)}::timestamptz and r.depart_at < ${new Date(to)}::timestamptz
        and coalesce(r.changed_at, r.reserved_at) < ${new Date(bookedBefore)}::timestamptz
        and a.status = 'active' and a.email is not null and a.eve_mails
        and not exists (select from eve_mail e where e.reservation_id = r.reservation_id and e.day = ${day})
      order by r.depart_at, r.reservation_id limit ${limit}::int
      on conflict do nothing
      returning reservation_id)
    select r.reservation_id, r.account_id, r.depart_at from reservation r join claimed using (reservation_id)
    order by r.reservation_id`.execute(trx);
  return rows;
}

/** Whether the account is active and gets these mails. */
export async function wantsEveMails(db: Db, accountId: string): Promise<boolean> {
  const account = await db
    .selectFrom('account')
    .select('eve_mails')
    .where('account_id', '=', accountId)
    .where('status', '=', 'active')
    .executeTakeFirst();
  return account?.eve_mails === true;
}

/** Lists the tickets of a reservation that are the account's, by their numbers. */
export async function listTripTickets(
  db: Db,
  accountId: string,
  reservationId: string,
): Promise<TripTicket[]> {
  const rows = await db
    .selectFrom('reservation_seat as rs')
    .innerJoin('ticket as t', 't.ticket_id', 'rs.ticket_id')
    .innerJoin('product as p', 'p.product_id', 't.product_id')
    .select(['t.ticket_no', 't.status', 't.abt_expire_date', 'p.data'])
    .where('rs.reservation_id', '=', reservationId)
    .where('t.account_id', '=', accountId)
    .orderBy('t.ticket_no')
    .execute();
  return rows.flatMap(({ ticket_no: ticketNo, status, abt_expire_date: until, data }) => {
    const needs = NEEDS[status];
    if (!needs) return [];
    // syncProducts writes the data from a validated file.
    const product = data as object;
    return [{ product, ticketNo, needs, until: needs === 'inUse' && until ? wireTime(until) : '' }];
  });
}

/** Ends the mails of the evening before for an account. Returns whether the account exists. */
export async function stopEveMails(trx: Trx, accountId: string): Promise<boolean> {
  const done = await trx
    .updateTable('account')
    .set({ eve_mails: false })
    .where('account_id', '=', accountId)
    .where('status', '<>', 'deleted')
    .executeTakeFirst();
  return done.numUpdatedRows === 1n;
}
