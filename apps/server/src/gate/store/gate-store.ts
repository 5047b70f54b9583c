// The SQL of gates: their keys, their reports, and the state that they receive.
import type { GateConflictKind } from '@kippu/contract/calls/desk/issue';
import { sql, type Insertable, type Selectable } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import { jsonText } from '../../platform/db/json-text.ts';
import { rowsByValues } from '../../platform/db/pipeline/pipeline.ts';
import { slicesSince, type TimeSlice } from '../../platform/db/time-slices.ts';
import type { GateEventTable, GateTable } from '../../platform/db/tables/tables.ts';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import type { Product } from '../../platform/operator/files/operator-schemas.ts';
import { CANCEL_ENTRY_CODE, VERIFIED_CODE } from '@kippu/domain/ticket/entries';
import { COPIED_EXIT, REISSUE_METHOD } from '../../ticket/entry/copy-exit.ts';
import { countsAs, isWithinEnds } from '../../ticket/record/counted-passages.ts';

export async function insertGate(trx: Trx, gate: Insertable<GateTable>): Promise<void> {
  await trx.insertInto('gate').values(gate).execute();
}

/** Whether any gate is enrolled now. */
export async function hasGate(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select 1 from gate where closed_at is null) as found`.execute(db);
  return rows[0]?.found ?? false;
}

/** Finds an open gate by the hash of its bearer key. */
export async function findGateByKey(db: Db, keyHash: string): Promise<GateTable | undefined> {
  return db
    .selectFrom('gate')
    .selectAll()
    .where('key_hash', '=', keyHash)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
}

/** Finds an open gate with its own key pair by id. */
export async function findSigningGate(db: Db, gateId: string): Promise<GateTable | undefined> {
  return db
    .selectFrom('gate')
    .selectAll()
    .where('gate_id', '=', gateId)
    .where('public_key', 'is not', null)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
}

/** Lists how the open gates identify themselves: by the hash of a bearer key, or by id and public key. */
export async function listOpenGates(
  db: Db,
): Promise<Pick<GateTable, 'gate_id' | 'key_hash' | 'public_key'>[]> {
  return db
    .selectFrom('gate')
    .select(['gate_id', 'key_hash', 'public_key'])
    .where('closed_at', 'is', null)
    .execute();
}

/** Whether the gate is open now. */
export async function isOpenGate(db: Db, gateId: string): Promise<boolean> {
  const found = await db
    .selectFrom('gate')
    .select('gate_id')
    .where('gate_id', '=', gateId)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Locks an open gate until the end of the transaction, so that it cannot be closed. Returns since when it sends moments, or undefined if
 * it is not open.
 */
export async function lockOpenGate(
  trx: Trx,
  gateId: string,
): Promise<Pick<GateTable, 'moments_from'> | undefined> {
  return trx
    .selectFrom('gate')
    .select('moments_from')
    .where('gate_id', '=', gateId)
    .where('closed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Stores since when a locked gate sends moments. */
export async function setMomentsFrom(trx: Trx, gateId: string, at: Date): Promise<void> {
  await trx.updateTable('gate').set({ moments_from: at }).where('gate_id', '=', gateId).execute();
}

/** A gate in whose name another one reports. Times in epoch milliseconds. */
export interface FormerGate {
  readonly enrolledAt: number;
  /** Until when its passages count; null for an open gate. */
  readonly ends: number | null;
}

/**
 * Finds the gates of these ids that the device of `gate` may have been before: at the same station, enrolled no later. A device that was enrolled
 * again reports what it did as the earlier gate.
 */
export async function findOrigins(
  trx: Trx,
  gate: Pick<GateTable, 'gate_id' | 'station_id' | 'enrolled_at'>,
  gateIds: readonly string[],
): Promise<ReadonlyMap<string, FormerGate>> {
  if (gateIds.length === 0) return new Map();
  const rows = await trx
    .selectFrom('gate')
    .select(['gate_id', 'enrolled_at'])
    .select((eb) => eb.fn.coalesce('counts_until', 'closed_at').as('ends'))
    .where('gate_id', 'in', [...new Set(gateIds)])
    .where('gate_id', '<>', gate.gate_id)
    .where('station_id', '=', gate.station_id)
    .where('enrolled_at', '<=', gate.enrolled_at)
    .execute();
  return new Map(
    rows.map(({ gate_id, enrolled_at, ends }) => [
      gate_id,
      { enrolledAt: enrolled_at.getTime(), ends: ends?.getTime() ?? null },
    ]),
  );
}

/** Returns the ids of events that `gateId` has already reported, or that the gate has at which it says they happened. */
export async function findKnownEvents(
  trx: Trx,
  gateId: string,
  events: readonly { readonly origin: string; readonly eventId: string }[],
): Promise<ReadonlySet<string>> {
  if (events.length === 0) return new Set();
  const { rows } = await sql<{ event_id: string }>`
    select sent.event_id
    from unnest(${events.map(({ origin }) => origin)}::text[], ${events.map(({ eventId }) => eventId)}::text[])
      as sent(origin, event_id)
    where exists (select 1 from gate_event e where e.gate_id = ${gateId} and e.event_id = sent.event_id)
      or exists (select 1 from gate_event e
        where e.gate_id = sent.origin and e.event_id = sent.event_id and e.origin_gate_id is null)`.execute(
    trx,
  );
  return new Set(rows.map(({ event_id }) => event_id));
}

/** Lists what other gates reported as events of `gateId`. */
export async function listInNameOf(trx: Trx, gateId: string, eventIds: readonly string[]) {
  return trx
    .selectFrom('gate_event')
    .select(['gate_id', 'event_id', 'ticket_id', 'code', 'certificate'])
    .select(sql<Date>`coalesce(told_at, at)`.as('reported'))
    .where('origin_gate_id', '=', gateId)
    .where(sql<boolean>`event_id = any(${[...eventIds]}::text[])`)
    .execute();
}

/** Returns those of a gate's events in the name of former gates that another gate has reported too, so that they count without this report. */
export async function findRepeated(
  trx: Trx,
  gateId: string,
  eventIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (eventIds.length === 0) return new Set();
  const { rows } = await sql<{ event_id: string }>`
    select e.event_id from gate_event as e
    where e.gate_id = ${gateId} and e.event_id = any(${[...eventIds]}::text[]) and exists (select 1 from gate_event as other
      where coalesce(other.origin_gate_id, other.gate_id) = e.origin_gate_id and other.event_id = e.event_id
        and other.gate_id <> e.gate_id and other.ticket_id is not null and ${isWithinEnds('other')})`.execute(
    trx,
  );
  return new Set(rows.map(({ event_id }) => event_id));
}

/** Lists the tickets of what other gates reported as the same events: one of these reports may count now. */
export async function listTicketsOfOthers(
  trx: Trx,
  events: readonly { readonly gate_id: string; readonly event_id: string }[],
): Promise<string[]> {
  const { rows } = await sql<{ ticket_id: string }>`
    select distinct other.ticket_id
    from unnest(${events.map((each) => each.gate_id)}::text[], ${events.map((each) => each.event_id)}::text[])
      as sent(gate_id, event_id)
    join gate_event as e on e.gate_id = sent.gate_id and e.event_id = sent.event_id
    join gate_event as other on coalesce(other.origin_gate_id, other.gate_id) = coalesce(e.origin_gate_id, e.gate_id)
      and other.event_id = e.event_id and other.gate_id <> e.gate_id
    where other.ticket_id is not null`.execute(trx);
  return rows.map(({ ticket_id }) => ticket_id);
}

/**
 * Lists a gate's events without a valid certificate: those between `from` and `to` by the gate's time, and those that the
 * server received after `receivedFrom`.
 */
export async function listByHand(
  trx: Trx,
  gateId: string,
  { from, to, receivedFrom }: { readonly from: Date; readonly to: Date; readonly receivedFrom: Date },
) {
  return trx
    .selectFrom('gate_event')
    .select(['event_id', 'at', 'received_at'])
    .where('gate_id', '=', gateId)
    .where('certificate', '=', '')
    .where('ticket_id', 'is not', null)
    .where((eb) => eb.or([eb.between('at', from, to), eb('received_at', '>', receivedFrom)]))
    .execute();
}

/** Counts, by ticket, the passages with a certificate that a gate has reported since a time of the server's clock. */
export async function countPassages(
  trx: Trx,
  gateId: string,
  ticketIds: readonly string[],
  receivedFrom: Date,
): Promise<ReadonlyMap<string, number>> {
  const rows = await trx
    .selectFrom('gate_event')
    .select(({ fn }) => ['ticket_id', fn.countAll<string>().as('count')])
    .where('gate_id', '=', gateId)
    .where('ticket_id', 'in', [...ticketIds])
    .where('certificate', '<>', '')
    .where('received_at', '>', receivedFrom)
    .groupBy('ticket_id')
    .execute();
  return new Map(rows.map(({ ticket_id, count }) => [ticket_id ?? '', Number(count)]));
}

/** Stores when the gate last called. While its row is locked, another call is under way, and nothing is stored. */
export async function touchGate(trx: Trx, gateId: string, at: Date): Promise<void> {
  await trx
    .updateTable('gate')
    .set({ heard_at: at })
    .where('gate_id', 'in', (eb) =>
      eb.selectFrom('gate').select('gate_id').where('gate_id', '=', gateId).forUpdate().skipLocked(),
    )
    .execute();
}

/** A condition on passages `e`: it counts. */
const counts = countsAs('e');

/**
 * Lists passages of a closed gate, at most `limit`, that are in no conflict because of its closing yet. They do not count any more, or (late)
 * they happened before the time until which the gate counts, as it says, but were received after it.
 */
export async function listUnjudged(trx: Trx, gateId: string, limit: number) {
  const isLate = sql<boolean>`(e.gate_id = ${gateId} and coalesce(e.first_received_at, e.received_at) > g.counts_until and ${counts})`;
  return trx
    .selectFrom('gate_event as e')
    .innerJoin('gate as g', (join) => join.on('g.gate_id', '=', gateId))
    .select(['e.gate_id', 'e.event_id', 'e.ticket_id', isLate.as('isLate')])
    .where((eb) => eb.or([eb('e.gate_id', '=', gateId), eb('e.origin_gate_id', '=', gateId)]))
    .where('e.ticket_id', 'is not', null)
    .where((eb) => eb.or([eb.not(isWithinEnds('e')), isLate]))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('gate_conflict as c')
            .select('c.kind')
            .whereRef('c.gate_id', '=', 'e.gate_id')
            .whereRef('c.event_id', '=', 'e.event_id')
            .where(
              'c.kind',
              '=',
              sql<GateConflictKind>`case when ${isLate} then 'reportedLate' else 'afterClosing' end`,
            ),
        ),
      ),
    )
    .limit(limit)
    .execute();
}

/** Lists the closed gates of which passages may be left to judge, with when the desk stated their end. */
export async function listUnjudgedGates(db: Db): Promise<readonly { gate_id: string; stated: Date }[]> {
  return db
    .selectFrom('gate')
    .select('gate_id')
    .select(sql<Date>`coalesce(end_stated_at, closed_at)`.as('stated'))
    .where('closed_at', 'is not', null)
    .where('judged_at', 'is', null)
    .orderBy('gate_id')
    .execute();
}

/** Stores that all passages of a closed gate are judged, unless the desk stated another end since `stated`. */
export async function setJudged(db: Db, gateId: string, stated: Date, at: Date): Promise<void> {
  await db
    .updateTable('gate')
    .set({ judged_at: at })
    .where('gate_id', '=', gateId)
    .where(sql<boolean>`coalesce(end_stated_at, closed_at) <= ${stated}::timestamptz`)
    .execute();
}

/** A day of a busy railway has hundreds of thousands of passages. */
const PASSED_SLICE_MS = 3_600_000;

/** Lists what other gates reported since `since` (epoch milliseconds, server time): each ticket's last passage per direction. */
export async function listPassed(
  db: Db,
  gateId: string,
  { since, now }: { readonly since: number; readonly now: number },
) {
  const last = new Map<string, Awaited<ReturnType<typeof listPassedIn>>[number]>();
  for (const slice of slicesSince(since, now, PASSED_SLICE_MS))
    for (const row of await listPassedIn(db, gateId, slice)) {
      const key = `${row.out} ${row.ticket_id}`;
      const known = last.get(key);
      if (!known || known.at <= row.at) last.set(key, row);
    }
  return [...last.values()];
}

/** As listPassed, of what the server received in one slice of time. */
async function listPassedIn(db: Db, gateId: string, { from, to }: TimeSlice) {
  const out = sql<boolean>`e.code <> 31`;
  const passed = db
    .selectFrom('gate_event as e')
    .innerJoin('ticket as t', 't.ticket_id', 'e.ticket_id')
    .innerJoin('product as p', 'p.product_id', 't.product_id')
    .distinctOn(['t.ticket_id', out])
    .select(['t.ticket_id', 'p.kind', 'p.trip_type', 'e.at', 'e.station_id'])
    .select(out.as('out'))
    .where('e.received_at', '>=', from)
    .$if(to !== null, (query) => query.where('e.received_at', '<', to))
    .where('e.gate_id', '<>', gateId)
    .where(counts)
    .orderBy('t.ticket_id')
    .orderBy(out)
    .orderBy('e.at', 'desc');
  return rowsByValues(db, passed);
}

/** Literals, as in the index `ticket_event_verified`, which is used only where PostgreSQL sees that the conditions agree. */
const isVerified = sql<boolean>`(e.code in (${sql.lit(CANCEL_ENTRY_CODE)}, ${sql.lit(VERIFIED_CODE.in)}, ${sql.lit(VERIFIED_CODE.out)})
  and e.kind <> ${sql.lit(COPIED_EXIT)})`;

/**
 * Lists what travellers verified, or took back, without a gate since `since` (epoch milliseconds, server time): the last of each ticket and
 * direction.
 */
export async function listVerified(db: Db, { since, now }: { readonly since: number; readonly now: number }) {
  const last = new Map<string, Awaited<ReturnType<typeof listVerifiedIn>>[number]>();
  for (const slice of slicesSince(since, now, PASSED_SLICE_MS))
    for (const row of await listVerifiedIn(db, slice)) last.set(`${row.out} ${row.ticket_id}`, row);
  return [...last.values()];
}

/** As listVerified, of one slice of time. */
async function listVerifiedIn(db: Db, { from, to }: TimeSlice) {
  const out = sql<boolean>`e.code = ${sql.lit(VERIFIED_CODE.out)}`;
  const verified = db
    .selectFrom('ticket_event as e')
    .innerJoin('ticket as t', 't.ticket_id', 'e.ticket_id')
    .innerJoin('product as p', 'p.product_id', 't.product_id')
    .distinctOn(['e.ticket_id', out])
    .select(['e.ticket_id', 'p.kind', 'p.trip_type', 'e.at', 'e.station_id', 'e.code'])
    .select(out.as('out'))
    .where('e.at', '>=', from)
    .$if(to !== null, (query) => query.where('e.at', '<', to))
    .where(isVerified)
    .orderBy('e.ticket_id')
    .orderBy(out)
    .orderBy('e.at', 'desc')
    .orderBy('e.event_id', 'desc');
  return rowsByValues(db, verified);
}

/** Finds the last verification of each direction that the ticket's traveller made without a gate and did not take back. */
export async function findVerified(db: Db, ticketId: string) {
  return db
    .selectFrom('ticket_entry')
    .distinctOn('direction')
    .select(['direction', 'verified_at as at', 'station_id'])
    .where('ticket_id', '=', ticketId)
    .where('method', 'not in', ['gate', REISSUE_METHOD])
    .where('state', '<>', 'cancelled')
    .orderBy('direction')
    .orderBy('verified_at', 'desc')
    .execute();
}

/** Finds a ticket with its last passage through a gate per direction; undefined when there is no such ticket. */
export async function findPassed(db: Db, ticketId: string) {
  const ticket = await db
    .selectFrom('ticket as t')
    .innerJoin('product as p', 'p.product_id', 't.product_id')
    .select(['p.kind', 'p.trip_type', 't.status'])
    .where('t.ticket_id', '=', ticketId)
    .executeTakeFirst();
  if (!ticket) return undefined;
  const out = sql<boolean>`e.code <> 31`;
  const passages = await db
    .selectFrom('gate_event as e')
    .distinctOn(out)
    .select(['e.at', 'e.station_id'])
    .select(out.as('out'))
    .where('e.ticket_id', '=', ticketId)
    .where(counts)
    .orderBy(out)
    .orderBy('e.at', 'desc')
    .execute();
  return { ...ticket, passages };
}

/** Lists products that left the operator's files and still have tickets. */
export async function listFormerProducts(
  db: Db,
  operator: Pick<OperatorData, 'products'>,
  productIds: readonly string[] | 'all',
): Promise<Product[]> {
  const present = [...operator.products.keys()];
  const rows = await db
    .selectFrom('product')
    .select('data')
    .where(sql<boolean>`not product_id = any(${present}::text[])`)
    .$if(productIds !== 'all', (query) =>
      query.where(sql<boolean>`product_id = any(${[...productIds]}::text[])`),
    )
    .orderBy('product_id')
    .execute();
  // The cast is safe: syncProducts writes the data from a validated file.
  return rows.map((row) => row.data as Product);
}

/** Tickets with their product. */
const reportedTickets = (db: Db) =>
  db
    .selectFrom('ticket as t')
    .innerJoin('product as p', 'p.product_id', 't.product_id')
    .select([
      't.ticket_id',
      't.ticket_no',
      't.status',
      't.created_at',
      't.abt_expire_date',
      't.reissue_of',
      't.account_id',
      't.product_id',
      'p.kind',
      'p.trip_type',
    ]);

/** The same, locked in the order of their ids. */
const lockingTickets = (trx: Trx) => reportedTickets(trx).orderBy('t.ticket_id').forUpdate('t');

/** Finds a ticket without locking it. */
export const findReportedTicket = (db: Db, ticketId: string): Promise<ReportedTicket | undefined> =>
  reportedTickets(db).where('t.ticket_id', '=', ticketId).executeTakeFirst();

/** Locks the tickets with these ids or numbers. */
export async function lockReportedTickets(trx: Trx, ids: readonly string[], numbers: readonly string[]) {
  return lockingTickets(trx)
    .where(
      sql<boolean>`(t.ticket_id = any(${[...ids]}::text[]) or t.ticket_no = any(${[...numbers]}::text[]))`,
    )
    .execute();
}

/** Locks the tickets that replaced these. */
export const lockReissues = (trx: Trx, ticketIds: readonly string[]) =>
  lockingTickets(trx)
    .where('t.reissue_of', 'in', [...ticketIds])
    .execute();
export type ReportedTicket = Awaited<ReturnType<typeof lockReportedTickets>>[number];

/** Inserts new events. Returns their ids. */
export async function insertGateEvents(
  trx: Trx,
  events: readonly Insertable<GateEventTable>[],
): Promise<ReadonlySet<string>> {
  if (events.length === 0) return new Set();
  const rows = await trx
    .insertInto('gate_event')
    .values([...events])
    // An event that a gate reports twice at once is stored once.
    .onConflict((conflict) => conflict.doNothing())
    .returning('event_id')
    .execute();
  return new Set(rows.map((row) => row.event_id));
}

const KINDS = { 31: 'entry', 32: 'exit', 37: 'forcedExit', 38: 'forcedUse' } as const;

/** Adds passages to the tickets' history. */
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
        detail: jsonText({ eventId: event.event_id, reason: event.reason ?? null }),
      })),
    )
    .execute();
}

/** The end of the id under which a passage that was set aside is recorded again. What gates reported is never changed. */
const COUNTED = ':counted';

/** Lists the passages of the ticket, and of those that it replaced, that are set aside as a former owner's. `ticket_id` is the ticket that they name. */
export async function listOfFormerOwners(trx: Trx, ticketId: string) {
  const { rows } = await sql<Selectable<GateEventTable> & { readonly ticket_id: string }>`
    with recursive chain as (
      select ticket_id, reissue_of from ticket where ticket_id = ${ticketId}
      union select before.ticket_id, before.reissue_of from chain join ticket as before on before.ticket_id = chain.reissue_of)
    select e.gate_id, e.origin_gate_id, e.event_id, chain.ticket_id, e.told, e.station_id, e.code, e.at, e.told_at, e.received_at, e.first_received_at, e.certificate,
      e.moment, e.issued_at, e.reason, e.wrong_place
    from chain join gate_conflict as c on c.ticket_id = chain.ticket_id and c.kind = 'formerOwner'
    join gate_event as e on e.gate_id = c.gate_id and e.event_id = c.event_id
    where e.ticket_id is null and not exists (select 1 from gate_event as counted
      where counted.gate_id = e.gate_id and counted.event_id = e.event_id || ${COUNTED})
    order by e.gate_id, e.event_id`.execute(trx);
  return rows;
}

/**
 * Records passages again that were set aside as a former owner's, so that they count for the tickets that they name, and closes their conflicts that are
 * open. Other gates learn of them as of `now` (epoch milliseconds). Returns those that do not count nevertheless, because their gate was closed as of an earlier
 * time.
 */
export async function countAgain(
  trx: Trx,
  passages: readonly (Selectable<GateEventTable> & { readonly ticket_id: string })[],
  now: number,
) {
  const counted = passages.map((each) => ({
    ...each,
    event_id: `${each.event_id}${COUNTED}`,
    received_at: new Date(now),
    first_received_at: each.received_at,
  }));
  await insertGateEvents(trx, counted);
  await insertPassageEvents(trx, counted);
  await sql`delete from gate_conflict as c
    using unnest(${passages.map((each) => each.gate_id)}::text[], ${passages.map((each) => each.event_id)}::text[]) as back(gate_id, event_id)
    where c.gate_id = back.gate_id and c.event_id = back.event_id and c.kind = 'formerOwner' and c.settled_at is null`.execute(
    trx,
  );
  return trx
    .selectFrom('gate_event as e')
    .select(['gate_id', 'event_id', 'ticket_id'])
    .where(
      sql<boolean>`(gate_id, event_id) in (select * from unnest(${counted.map((each) => each.gate_id)}::text[],
        ${counted.map((each) => each.event_id)}::text[]))`,
    )
    .where((eb) => eb.not(isWithinEnds('e')))
    .execute();
}
