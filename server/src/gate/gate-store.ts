// The SQL of gates: codes, keys, what they reported, what they are told.
import { sql, type Insertable } from 'kysely';
import type { Db, Trx } from '../db/database.ts';
import type { GateCodeTable, GateEventTable, GateTable } from '../db/tables.ts';
import { eventDetail } from '../ticket/ticket-store.ts';

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

/** Keeps when a gate was heard. */
export async function touchGate(trx: Trx, gateId: string, at: Date): Promise<void> {
  await trx.updateTable('gate').set({ heard_at: at }).where('gate_id', '=', gateId).execute();
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

/** When gates let the ticket pass last each way, and what it is; undefined where there is no such ticket. */
export async function findPassed(db: Db, ticketId: string) {
  return db
    .selectFrom('ticket as t')
    .innerJoin('product as p', 'p.product_id', 't.product_id')
    .leftJoin('gate_event as e', 'e.ticket_id', 't.ticket_id')
    .select(['p.kind', 'p.trip_type', 't.status'])
    .select((eb) => eb.fn.max('e.at').filterWhere('e.code', '=', 31).as('went_in'))
    .select((eb) => eb.fn.max('e.at').filterWhere('e.code', '<>', 31).as('went_out'))
    .where('t.ticket_id', '=', ticketId)
    .groupBy(['p.kind', 'p.trip_type', 't.status'])
    .executeTakeFirst();
}

/** Tickets with their product, locked in one order for everybody. */
const lockingTickets = (trx: Trx) =>
  trx
    .selectFrom('ticket as t')
    .innerJoin('product as p', 'p.product_id', 't.product_id')
    .select([
      't.ticket_id',
      't.ticket_no',
      't.status',
      't.created_at',
      't.reissue_of',
      'p.kind',
      'p.trip_type',
    ])
    .orderBy('t.ticket_id')
    .forUpdate('t');

/** Those of these ids or numbers. */
export async function lockToldTickets(trx: Trx, ids: readonly string[], numbers: readonly string[]) {
  return lockingTickets(trx)
    .where(
      sql<boolean>`(t.ticket_id = any(${[...ids]}::text[]) or t.ticket_no = any(${[...numbers]}::text[]))`,
    )
    .execute();
}

/** Those that replaced these. */
export const lockReissues = (trx: Trx, ticketIds: readonly string[]) =>
  lockingTickets(trx)
    .where('t.reissue_of', 'in', [...ticketIds])
    .execute();
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
