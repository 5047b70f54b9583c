// The SQL of an account's valid tickets: which are its own, and which somebody else gave it without its using them.
import { sql } from 'kysely';
import type { TicketStatus } from '@kippu/contract/values';
import { giversTo, holdersOf, type HolderStep } from '@kippu/domain/ticket/holders';
import type { Db, Trx } from '../../platform/db/database.ts';
import { mayStillLeave, type Moment } from '../../platform/live/late-trains.ts';
import { countsInHistory } from '../../ticket/record/counted-passages.ts';

/** The events that change nothing about who has a ticket and whether it was used. */
const PASSING_EVENTS = [
  'issue',
  'reissue',
  'suspend',
  'resume',
  'otherPhone',
  'settleConflict',
  'finish',
  'reopen',
];

const livingStatus = sql<string>`case when status = 'suspended' then status_before_suspend else status end`;
const lastSecond = sql<Date>`case when ${livingStatus} = 'inUse' then coalesce(abt_expire_date, use_expire_date)
  else use_expire_date end`;

const livingTickets = (db: Db, accountId: string, now: number) =>
  db
    .selectFrom('ticket')
    .select(['ticket_id', 'status', livingStatus.as('state')])
    .where('account_id', '=', accountId)
    .where(livingStatus, 'in', ['bound', 'inUse'])
    // A ticket is valid to the end of its last second.
    .where(lastSecond, '>', new Date(now - 1000))
    .orderBy('ticket_id');

/**
 * Returns who gave the account the tickets, by ticket, the nearest giver first. A ticket that the account added or used itself is not among them,
 * nor one for which it booked a seat of a train that may still leave. A seat that the giver booked, or that the timetable
 * lost, is no use. A reissued ticket has the history of the tickets that it replaces.
 */
async function readGivers(
  db: Db,
  accountId: string,
  ticketIds: readonly string[],
  moment: Moment,
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (ticketIds.length === 0) return new Map();
  const { rows } = await sql<{
    ticket_id: string;
    kind: string;
    actor: string;
    giver: string | null;
    receiver: string | null;
  }>`with recursive past as (
      select ticket_id as root, ticket_id, reissue_of from ticket where ticket_id = any(${[...ticketIds]}::text[])
      union all
      select past.root, older.ticket_id, older.reissue_of from past join ticket older on older.ticket_id = past.reissue_of
    )
    select past.root as ticket_id, e.kind, e.actor, e.detail ->> 'from' as giver, e.detail ->> 'to' as receiver, e.at, e.event_id
    from past join ticket_event as e on e.ticket_id = past.ticket_id
    where e.kind <> all(${PASSING_EVENTS}::text[]) and ${countsInHistory('e')}
    union all
    select past.root, 'book', '', null, null, greatest(r.reserved_at, r.changed_at), 0
    from past join reservation_seat rs on rs.ticket_id = past.ticket_id join reservation r using (reservation_id)
    where r.state = 1 and ${mayStillLeave(moment)}
      and exists (select 1 from seat_leg l where l.reservation_id = rs.reservation_id and l.seat = rs.seat)
    order by at, event_id`.execute(db);
  const steps = new Map<string, HolderStep[]>();
  for (const { ticket_id, kind, actor, giver, receiver } of rows) {
    const step: HolderStep =
      kind === 'transfer'
        ? { kind, from: giver ?? '', to: receiver ?? '' }
        : kind === 'bind'
          ? { kind, by: actor.replace('account:', '') }
          : { kind: 'use' };
    const known = steps.get(ticket_id);
    if (known) known.push(step);
    else steps.set(ticket_id, [step]);
  }
  const givers = [...steps].map(([id, all]) => [id, giversTo(accountId, holdersOf(all))] as const);
  return new Map(givers.filter(([, found]) => found.length > 0));
}

export interface GivenTicket {
  readonly ticket_id: string;
  readonly status: TicketStatus;
  /** The accounts that gave it, the nearest first. They may be deleted. */
  readonly givers: readonly string[];
}

/** Locks and lists the account's valid tickets that somebody else gave it and that it has not used, by id. */
export async function lockGivenTickets(trx: Trx, accountId: string, moment: Moment): Promise<GivenTicket[]> {
  const tickets = await livingTickets(trx, accountId, moment.now).forUpdate().execute();
  const ids = tickets.map(({ ticket_id }) => ticket_id);
  const givers = await readGivers(trx, accountId, ids, moment);
  return tickets.flatMap(({ ticket_id, status }) => {
    const found = givers.get(ticket_id);
    return found ? [{ ticket_id, status, givers: found }] : [];
  });
}

/**
 * Counts the account's tickets that are still valid, unused and in use. A suspended ticket counts by its status
 * before the suspension. A ticket that somebody else gave and that the account has not used does not count.
 */
export async function countLiveTickets(
  db: Db,
  accountId: string,
  moment: Moment,
): Promise<{ unused: number; inUse: number }> {
  const living = await livingTickets(db, accountId, moment.now).execute();
  const ids = living.map(({ ticket_id }) => ticket_id);
  const givers = await readGivers(db, accountId, ids, moment);
  const own = living.filter(({ ticket_id }) => !givers.has(ticket_id));
  const count = (state: string) => own.filter((ticket) => ticket.state === state).length;
  return { unused: count('bound'), inUse: count('inUse') };
}
