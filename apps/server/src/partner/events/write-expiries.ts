// A ticket ends by the clock, without an act: a process finds it and writes the event.
import { sql } from 'kysely';
import { inTransaction, type Db } from '../../platform/db/database.ts';

/** A ticket that ended longer ago gets no event: its order was adopted, or the server was off for so long. */
const WRITTEN_WITHIN_MS = 7 * 86_400_000;
/** The events of one transaction at most. */
const AT_ONCE = 200;

/**
 * Writes an event for each ticket of a partner that has ended since the last call without being used up or given back. Each gets one, also by several
 * processes. `now` in epoch milliseconds. Returns how many.
 */
export async function writeExpiries(db: Db, now: number): Promise<number> {
  let written = 0;
  for (;;) {
    const count = await inTransaction(db, async (trx) => {
      // The last second itself is still valid.
      const until = sql`${new Date(now - 1000)}::timestamptz`;
      const from = sql`${new Date(now - WRITTEN_WITHIN_MS)}::timestamptz`;
      const end = sql`(case when t.status = 'inUse' then coalesce(t.abt_expire_date, t.use_expire_date) else t.use_expire_date end)`;
      const { rows } = await sql`
        with ended as (
          select p.passenger_id, p.order_id, t.ticket_id, t.status, ${end} as ended_at
          from partner_passenger p join ticket t using (ticket_id)
          where not p.expiry_written and p.state = 'issued' and t.status in ('unbound', 'bound', 'inUse')
            and ${end} > ${from} and ${end} <= ${until}
          order by p.passenger_id limit ${AT_ONCE} for update skip locked
        ), marked as (
          update partner_passenger p set expiry_written = true from ended where p.passenger_id = ended.passenger_id
        )
        insert into partner_event (partner_id, mode, order_id, ticket_id, subject, kind, data, at)
        select o.partner_id, o.mode, o.order_id, e.ticket_id, e.ticket_id, 'ticket.expire',
          jsonb_build_object('status', e.status), e.ended_at + interval '1 second'
        from ended e join partner_order o on o.order_id = e.order_id order by e.passenger_id
        returning 1`.execute(trx);
      return rows.length;
    });
    written += count;
    if (count < AT_ONCE) return written;
  }
}
