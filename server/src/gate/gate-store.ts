// All the SQL of gates: codes, keys, what they reported, what they are told.
import { sql, type Insertable } from 'kysely';
import type { Db, Trx } from '../db/database.ts';
import type { GateCodeTable, GateEventTable, GateTable } from '../db/tables.ts';
import { ENDING_KINDS } from '../ticket/revocations.ts';
import { eventDetail } from '../ticket/ticket-store.ts';
import type { Conflict, History } from './replay-passages.ts';

export async function insertGateCode(trx: Trx, code: Insertable<GateCodeTable>): Promise<void> {
  await trx.insertInto('gate_code').values(code).execute();
}

/** Spends the code; undefined when it is unknown or already used. */
export async function spendGateCode(trx: Trx, codeHash: string, now: number) {
  return trx
    .updateTable('gate_code')
    .set({ used_at: new Date(now) })
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .returning(['station_id', 'direction', 'expires_at'])
    .executeTakeFirst();
}

export async function insertGate(trx: Trx, gate: Insertable<GateTable>): Promise<void> {
  await trx.insertInto('gate').values(gate).execute();
}

/** Whether any gate is enrolled now. */
export async function hasGate(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select 1 from gate where closed_at is null) as found`.execute(db);
  return rows[0]?.found ?? false;
}

/** The gate that has this key; undefined once it is closed. */
export async function findGateByKey(db: Db, keyHash: string): Promise<GateTable | undefined> {
  return db
    .selectFrom('gate')
    .selectAll()
    .where('key_hash', '=', keyHash)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
}

/** What other gates reported after `since` (epoch milliseconds, by the server's clock), each ticket's last each way. */
export async function listPassed(db: Db, gateId: string, since: number) {
  const out = sql<boolean>`e.code <> 31`;
  return db
    .selectFrom('gate_event as e')
    .innerJoin('ticket as t', 't.ticket_id', 'e.ticket_id')
    .innerJoin('product as p', 'p.product_id', 't.product_id')
    .select(['t.ticket_id', 'p.kind', 'p.trip_type'])
    .select(out.as('out'))
    .select((eb) => eb.fn.max('e.at').as('at'))
    .where('e.received_at', '>=', new Date(since))
    .where('e.gate_id', '<>', gateId)
    .groupBy(['t.ticket_id', 'p.kind', 'p.trip_type', out])
    .orderBy('t.ticket_id')
    .orderBy(out)
    .execute();
}

/** The tickets of these ids or numbers with their product, locked in one order for everybody. */
export async function lockToldTickets(trx: Trx, ids: readonly string[], numbers: readonly string[]) {
  return trx
    .selectFrom('ticket as t')
    .innerJoin('product as p', 'p.product_id', 't.product_id')
    .select(['t.ticket_id', 't.ticket_no', 't.status', 'p.kind', 'p.trip_type'])
    .where(
      sql<boolean>`(t.ticket_id = any(${[...ids]}::text[]) or t.ticket_no = any(${[...numbers]}::text[]))`,
    )
    .orderBy('t.ticket_id')
    .forUpdate('t')
    .execute();
}
export type ToldTicket = Awaited<ReturnType<typeof lockToldTickets>>[number];

/** Keeps what is new; gives the ids of those events. */
export async function insertGateEvents(
  trx: Trx,
  events: readonly Insertable<GateEventTable>[],
): Promise<ReadonlySet<string>> {
  if (events.length === 0) return new Set();
  const rows = await trx
    .insertInto('gate_event')
    .values([...events])
    .onConflict((conflict) => conflict.columns(['gate_id', 'event_id']).doNothing())
    .returning('event_id')
    .execute();
  return new Set(rows.map((row) => row.event_id));
}

const KINDS = { 31: 'entry', 32: 'exit', 37: 'forcedExit', 38: 'forcedUse' } as const;

/** Writes what the gate did into the tickets' history. */
export async function insertPassageEvents(
  trx: Trx,
  events: readonly (Insertable<GateEventTable> & { readonly ticket_id: string })[],
): Promise<void> {
  if (events.length === 0) return;
  await trx
    .insertInto('ticket_event')
    .values(
      events.map((event) => ({
        ticket_id: event.ticket_id,
        kind: KINDS[event.code],
        code: event.code,
        from_status: null,
        to_status: null,
        station_id: event.station_id,
        method: 'gate',
        actor: `${event.code > 32 || event.reason ? 'staff' : 'gate'}:${event.gate_id}`,
        at: event.at,
        detail: eventDetail({ eventId: event.event_id, reason: event.reason ?? null }),
      })),
    )
    .execute();
}

/** All that was ever reported of these tickets, their travellers' own checks, and when they were revoked. */
export async function readPasts(trx: Trx, ticketIds: readonly string[]) {
  const passages = await trx
    .selectFrom('gate_event')
    .select(['ticket_id', 'gate_id', 'event_id', 'station_id', 'code', 'at', 'issued_at'])
    .where('ticket_id', 'in', [...ticketIds])
    .execute();
  const checks = await trx
    .selectFrom('ticket_entry')
    .select(['ticket_id', 'record_id', 'direction', 'verified_at'])
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

/** Brings the tickets' conflicts to what is found now; what the desk has settled stays. */
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
    .execute();
  for (const row of known)
    if (row.settled_at === null && !wanted.has(keyOf(row)))
      await trx
        .deleteFrom('gate_conflict')
        .where('gate_id', '=', row.gate_id)
        .where('event_id', '=', row.event_id)
        .where('kind', '=', row.kind)
        .execute();
  if (rows.length > 0)
    await trx
      .insertInto('gate_conflict')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** Notes events that name no ticket of ours. */
export async function insertUnknown(
  trx: Trx,
  gateId: string,
  eventIds: readonly string[],
  now: number,
): Promise<void> {
  if (eventIds.length === 0) return;
  const row = { gate_id: gateId, kind: 'unknownTicket' as const, ticket_id: null, found_at: new Date(now) };
  await trx
    .insertInto('gate_conflict')
    .values(
      eventIds.map((event_id) => ({
        ...row,
        event_id,
        settled_at: null,
        settled_by: null,
        settled_note: null,
      })),
    )
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
