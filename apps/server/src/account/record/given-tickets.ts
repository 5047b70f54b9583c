// The SQL of an account's valid tickets: which are its own, and which somebody else gave it without its using them.
import { sql } from 'kysely';
import type { TicketStatus } from '@kippu/contract/values';
import { giversTo, holdersOf, type HolderStep } from '@kippu/domain/ticket/holders';
import type { Db, Trx } from '../../platform/db/database.ts';
import { countsInHistory } from '../../ticket/record/counted-passages.ts';

/** The events that change nothing about who has a ticket and whether it was used. */
const PASSING_EVENTS = ['issue', 'suspend', 'resume', 'otherPhone', 'settleConflict', 'finish', 'reopen'];

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
 * Returns who gave the account the tickets, by ticket, the nearest giver first. A ticket that the account added or used itself or has a seat for is
 * not among them.
 */
async function readGivers(
  db: Db,
  accountId: string,
  ticketIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (ticketIds.length === 0) return new Map();
  const { rows } = await sql<{
    ticket_id: string;
    kind: string;
    actor: string;
    giver: string | null;
    receiver: string | null;
  }>`select ticket_id, kind, actor, detail ->> 'from' as giver, detail ->> 'to' as receiver
    from ticket_event as e
    where ticket_id = any(${[...ticketIds]}::text[]) and kind <> all(${PASSING_EVENTS}::text[])
      and ${countsInHistory('e')}
      and exists (select 1 from ticket_event as given where given.ticket_id = e.ticket_id
        and given.kind = 'transfer' and given.detail ->> 'to' = ${accountId})
      and not exists (select 1 from reservation_seat rs join reservation r using (reservation_id)
        where rs.ticket_id = e.ticket_id and r.account_id = ${accountId} and r.state = 1)
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

/** Locks and lists the account's valid tickets that somebody else gave it and that it has not used, by id. `now` in epoch milliseconds. */
export async function lockGivenTickets(trx: Trx, accountId: string, now: number): Promise<GivenTicket[]> {
  const tickets = await livingTickets(trx, accountId, now).forUpdate().execute();
  const ids = tickets.map(({ ticket_id }) => ticket_id);
  const givers = await readGivers(trx, accountId, ids);
  return tickets.flatMap(({ ticket_id, status }) => {
    const found = givers.get(ticket_id);
    return found ? [{ ticket_id, status, givers: found }] : [];
  });
}

/**
 * Counts the account's tickets that are still valid, unused and in use, at `now` (epoch milliseconds). A suspended ticket counts by its status
 * before the suspension. A ticket that somebody else gave and that the account has not used does not count.
 */
export async function countLiveTickets(
  db: Db,
  accountId: string,
  now: number,
): Promise<{ unused: number; inUse: number }> {
  const living = await livingTickets(db, accountId, now).execute();
  const ids = living.map(({ ticket_id }) => ticket_id);
  const givers = await readGivers(db, accountId, ids);
  const own = living.filter(({ ticket_id }) => !givers.has(ticket_id));
  const count = (state: string) => own.filter((ticket) => ticket.state === state).length;
  return { unused: count('bound'), inUse: count('inUse') };
}
