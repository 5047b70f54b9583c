// The SQL of what passages add up to: a ticket's past as it was told, and what is written of it.
import { sql } from 'kysely';
import { JOURNEY_ENDS } from '@kippu/domain/ticket-entry';
import type { Trx } from '../db/database.ts';
import { ENDING_KINDS } from '../ticket/revocations.ts';
import type { ToldTicket } from './gate-store.ts';
import type { Conflict, History } from './replay-passages.ts';

const ROWS_AT_ONCE = 1000;

/** All that was ever reported of these tickets, their travellers' own checks, and when they were revoked. */
export async function readPasts(trx: Trx, ticketIds: readonly string[]) {
  const passages = await trx
    .selectFrom('gate_event as e')
    .innerJoin('gate as g', 'g.gate_id', 'e.gate_id')
    .select(['e.ticket_id', 'e.gate_id', 'e.event_id', 'e.station_id', 'e.code', 'e.at', 'e.issued_at'])
    .select(['e.told_at', 'g.direction as allowed'])
    .where('e.ticket_id', 'in', [...ticketIds])
    .execute();
  const checks = await trx
    .selectFrom('ticket_entry')
    .select(['ticket_id', 'record_id', 'direction', 'method', 'verified_at'])
    .where('ticket_id', 'in', [...ticketIds])
    .where('method', '<>', 'gate')
    .where('state', '<>', 'cancelled')
    .execute();
  const statuses = await trx
    .selectFrom('ticket_event')
    .select(['ticket_id', 'kind', 'to_status', 'at'])
    .where('ticket_id', 'in', [...ticketIds])
    .where((eb) => eb.or([eb('to_status', 'is not', null), eb('kind', 'in', [...ENDING_KINDS])]))
    .orderBy('event_id')
    .execute();
  return { passages, checks, statuses };
}

/** The exits at these moments (epoch milliseconds) in a ticket's history, the earliest first. */
export async function listExits(trx: Trx, ticketId: string, moments: readonly number[]) {
  if (moments.length === 0) return [];
  return trx
    .selectFrom('ticket_event')
    .select(['code', 'station_id', 'method', 'actor', 'at'])
    .where('ticket_id', '=', ticketId)
    .where('code', 'in', [...JOURNEY_ENDS])
    .where(
      'at',
      'in',
      moments.map((at) => new Date(at)),
    )
    .orderBy('at')
    .limit(moments.length)
    .execute();
}

const entryRow = (ticket_id: string, { passage, closedAt }: History['entries'][number]) => ({
  record_id: `${passage.gateId}:${passage.eventId}`,
  ticket_id,
  station_id: passage.stationId,
  direction: 'in' as const,
  method: 'gate',
  state: closedAt === null ? ('open' as const) : ('passed' as const),
  verified_at: new Date(passage.at),
  // A gate's entry waits for its exit, however long.
  verified_until: new Date('9999-12-31T00:00:00Z'),
  closed_at: closedAt === null ? null : new Date(closedAt),
});

/** Brings the open and passed entries of the tickets to what their histories say. */
export async function writeEntries(trx: Trx, histories: ReadonlyMap<string, History>): Promise<void> {
  const known = await trx
    .selectFrom('ticket_entry')
    .select(['record_id', 'closed_at'])
    .where('ticket_id', 'in', [...histories.keys()])
    .where('method', '=', 'gate')
    .execute();
  const closedAt = new Map(known.map((row) => [row.record_id, row.closed_at?.getTime() ?? null]));
  const rows = [...histories]
    .flatMap(([ticketId, { entries }]) => entries.map((entry) => entryRow(ticketId, entry)))
    .filter((row) => closedAt.get(row.record_id) !== (row.closed_at?.getTime() ?? null));
  if (rows.length > 0)
    await trx
      .insertInto('ticket_entry')
      .values(rows)
      .onConflict((conflict) =>
        conflict.column('record_id').doUpdateSet((eb) => ({
          state: eb.ref('excluded.state'),
          closed_at: eb.ref('excluded.closed_at'),
        })),
      )
      .execute();
  const settled = [...histories.values()].flatMap((history) => history.settledChecks);
  for (const { recordId, closedAt: at } of settled)
    await trx
      .updateTable('ticket_entry')
      .set({ state: 'passed', closed_at: new Date(at) })
      .where('record_id', '=', recordId)
      .where('state', '=', 'open')
      .execute();
}

/** Notes when the travellers last went in and out. */
export async function writeLastTimes(trx: Trx, histories: ReadonlyMap<string, History>): Promise<void> {
  const instants = (which: 'lastIn' | 'lastOut') =>
    [...histories.values()].map(({ [which]: at }) => (at === null ? null : new Date(at).toISOString()));
  await sql`update ticket as t
    set station_from_date = coalesce(l.went_in::timestamptz, t.station_from_date),
      station_depart_date = coalesce(l.went_out::timestamptz, t.station_depart_date)
    from unnest(${[...histories.keys()]}::text[], ${instants('lastIn')}::text[], ${instants('lastOut')}::text[])
      as l(ticket_id, went_in, went_out)
    where t.ticket_id = l.ticket_id`.execute(trx);
}

const keyOf = (row: { gate_id: string; event_id: string; kind: string }) =>
  `${row.gate_id}\0${row.event_id}\0${row.kind}`;

/** Brings the tickets' conflicts to what is found now; what the desk has settled stays, and so does what was forged. */
export async function writeConflicts(
  trx: Trx,
  found: ReadonlyMap<string, readonly Conflict[]>,
  now: number,
): Promise<void> {
  const rows = [...found].flatMap(([ticket_id, conflicts]) =>
    conflicts.map((conflict) => ({
      gate_id: conflict.gateId,
      event_id: conflict.eventId,
      kind: conflict.kind,
      ticket_id,
      found_at: new Date(now),
      settled_at: null,
      settled_by: null,
      settled_note: null,
    })),
  );
  const wanted = new Set(rows.map(keyOf));
  const known = await trx
    .selectFrom('gate_conflict')
    .selectAll()
    .where('ticket_id', 'in', [...found.keys()])
    .where('kind', '<>', 'forged')
    .execute();
  for (const row of known)
    if (row.settled_at === null && !wanted.has(keyOf(row)))
      await trx
        .deleteFrom('gate_conflict')
        .where('gate_id', '=', row.gate_id)
        .where('event_id', '=', row.event_id)
        .where('kind', '=', row.kind)
        .execute();
  const had = new Set(known.map(keyOf));
  const fresh = rows.filter((row) => !had.has(keyOf(row)));
  // A statement takes 65,535 values at most.
  for (let at = 0; at < fresh.length; at += ROWS_AT_ONCE)
    await trx
      .insertInto('gate_conflict')
      .values(fresh.slice(at, at + ROWS_AT_ONCE))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** An event that no ticket's history can take; the ticket is the one it names, if there is such a one. */
export interface Stray {
  readonly event_id: string;
  readonly kind: 'unknownTicket' | 'forged';
  readonly ticket_id: string | null;
}

/** Notes a gate's strays for the desk. */
export async function insertStrays(
  trx: Trx,
  gateId: string,
  strays: readonly Stray[],
  now: number,
): Promise<void> {
  if (strays.length === 0) return;
  const rest = { gate_id: gateId, found_at: new Date(now), settled_at: null, settled_by: null };
  await trx
    .insertInto('gate_conflict')
    .values(strays.map((stray) => ({ ...stray, ...rest, settled_note: null })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Ends a ticket whose journeys are used up, unless somebody else ended or suspended it. */
export async function finishTicket(trx: Trx, ticket: ToldTicket, now: number): Promise<void> {
  const done = await trx
    .updateTable('ticket')
    .set({ status: 'used' })
    .where('ticket_id', '=', ticket.ticket_id)
    .where('status', 'in', ['bound', 'inUse'])
    .executeTakeFirst();
  if (done.numUpdatedRows !== 1n) return;
  await trx
    .insertInto('ticket_event')
    .values({
      ticket_id: ticket.ticket_id,
      kind: 'finish',
      from_status: ticket.status,
      to_status: 'used',
      actor: 'system',
      at: new Date(now),
      detail: null,
    })
    .execute();
}
