// The SQL that reads a ticket's passages and saves what is computed from them.
import { sql } from 'kysely';
import { MAX_GATE_CLOCK_OFF_MS } from '@kippu/contract/limits';
import type { GateDirection } from '@kippu/contract/values';
import { JOURNEY_ENDS } from '@kippu/domain/ticket/entries';
import type { Db, Trx } from '../../platform/db/database.ts';
import { ENDING_KINDS } from '../../ticket/certificate/revocations.ts';
import { REISSUE_METHOD } from '../../ticket/entry/copy-exit.ts';
import { countsAs, countsInHistory } from '../../ticket/record/counted-passages.ts';
import { callBackLinks } from '../../ticket/record/sent-links.ts';
import type { ReportedTicket } from './gate-store.ts';
import type { Conflict, History } from '../passages/replay-passages.ts';

/** How much a gate's clock may be off. */
const OFF = sql`${sql.lit(`${MAX_GATE_CLOCK_OFF_MS} milliseconds`)}::interval`;

const ROWS_AT_ONCE = 1000;
const chunks = <T>(rows: readonly T[]): readonly T[][] =>
  Array.from({ length: Math.ceil(rows.length / ROWS_AT_ONCE) }, (_, n) =>
    rows.slice(n * ROWS_AT_ONCE, (n + 1) * ROWS_AT_ONCE),
  );

/** Reads the tickets' counted gate events, the travellers' own checks, cancelled ones too, and the changes of status. */
export async function readPasts(db: Db, ticketIds: readonly string[]) {
  const passages = await db
    .selectFrom('gate_event as e')
    .innerJoin('gate as g', 'g.gate_id', 'e.gate_id')
    .leftJoin('gate as former', 'former.gate_id', 'e.origin_gate_id')
    .select(['e.ticket_id', 'e.gate_id', 'e.event_id', 'e.station_id', 'e.code', 'e.at', 'e.issued_at'])
    .select(['e.told_at', 'e.wrong_place'])
    // A device's passages from before its enrolment have the direction of its former gate, which is closed. A gate that names an open
    // one, or for a time at which the device cannot have been that gate, gets no other direction by that.
    .select(
      sql<GateDirection>`case when former.closed_at is not null
        and e.at between former.enrolled_at - ${OFF} and g.enrolled_at + ${OFF}
        then former.direction else g.direction end`.as('allowed'),
    )
    .where('e.ticket_id', 'in', [...ticketIds])
    .where(countsAs('e'))
    .execute();
  const checks = await db
    .selectFrom('ticket_entry')
    .select([
      'ticket_id',
      'record_id',
      'station_id',
      'direction',
      'method',
      'state',
      'verified_at',
      'closed_at',
    ])
    .where('ticket_id', 'in', [...ticketIds])
    .where('method', '<>', 'gate')
    // A copy that was taken back, because its exit was set aside, is nothing that the traveller did.
    .where((eb) => eb.or([eb('state', '<>', 'cancelled'), eb('method', '<>', REISSUE_METHOD)]))
    .execute();
  const statuses = await db
    .selectFrom('ticket_event')
    .select(['ticket_id', 'event_id', 'kind', 'from_status', 'to_status', 'at'])
    .select(sql<string | null>`detail ->> 'from'`.as('from'))
    .select(sql<string | null>`detail ->> 'to'`.as('to'))
    .where('ticket_id', 'in', [...ticketIds])
    .where((eb) => eb.or([eb('to_status', 'is not', null), eb('kind', 'in', [...ENDING_KINDS])]))
    .orderBy('event_id')
    .execute();
  const ended = statuses.filter(({ to_status }) => ENDED_BY_DESK.some((status) => status === to_status));
  const needsOrder = ended.length > 0 || statuses.some(({ kind }) => kind === 'transfer');
  return {
    passages,
    checks,
    statuses,
    recorded: needsOrder ? await listRecorded(db, ticketIds) : new Map<string, number>(),
    closings: ended.length > 0 ? await listClosings(db, ticketIds) : [],
  };
}

/** How staff end a ticket for good without another in its place. */
const CLOSED_BY_DESK = ['refunded', 'void', 'disused'] as const;
/** The same, and with another in its place, which staff may have ended since. */
const ENDED_BY_DESK = [...CLOSED_BY_DESK, 'reissued'] as const;

/** The key of a gate's event. */
export const eventKey = (event: { readonly gate_id: string; readonly event_id: string }): string =>
  `${event.gate_id}\0${event.event_id}`;

/**
 * Returns the place of each of the tickets' passages in the server's history, by the key of its event. That order, and not their times, says what the server knew
 * first: clocks of processes differ.
 */
async function listRecorded(db: Db, ticketIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ gate_id: string; event_id: string; history_id: string }>`
    select e.gate_id, e.event_id, recorded.event_id::text as history_id from gate_event as e
    join ticket_event as recorded on recorded.ticket_id = e.ticket_id and recorded.detail ->> 'eventId' = e.event_id
      and recorded.actor in ('gate:' || e.gate_id, 'staff:' || e.gate_id)
    where e.ticket_id = any(${[...ticketIds]}::text[])`.execute(db);
  return new Map(rows.map((row) => [eventKey(row), Number(row.history_id)]));
}

/** Lists when the tickets, or those that replaced them, were refunded, voided or disused. `ticket_id` is the given ticket: what it served, the last of them did. */
async function listClosings(db: Db, ticketIds: readonly string[]) {
  const { rows } = await sql<{ ticket_id: string; history_id: string; at: Date }>`
    with recursive chain as (
      select ticket_id as root, ticket_id from ticket where ticket_id = any(${[...ticketIds]}::text[])
      union all select chain.root, fresh.ticket_id from chain join ticket as fresh on fresh.reissue_of = chain.ticket_id)
    select chain.root as ticket_id, closed.event_id::text as history_id, closed.at
    from chain join ticket_event as closed on closed.ticket_id = chain.ticket_id
    where closed.to_status = any(${[...CLOSED_BY_DESK]}::text[])`.execute(db);
  return rows.map(({ history_id, ...row }) => ({ ...row, historyId: Number(history_id) }));
}

/** Returns when the tickets that these replaced were last transferred, by the given ticket. */
export async function listEarlierTransfers(
  db: Db,
  ticketIds: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  if (ticketIds.length === 0) return new Map();
  const { rows } = await sql<{ ticket_id: string; at: Date }>`
    with recursive past as (
      select ticket_id as root, reissue_of from ticket where ticket_id = any(${[...ticketIds]}::text[])
      union all select past.root, older.reissue_of from past join ticket as older on older.ticket_id = past.reissue_of)
    select past.root as ticket_id, max(given.at) as at
    from past join ticket_event as given on given.ticket_id = past.reissue_of
    where given.kind = 'transfer' group by past.root`.execute(db);
  return new Map(rows.map(({ ticket_id, at }) => [ticket_id, at]));
}

/** Whether passages or copied journeys of the ticket were set aside after they had been recorded. */
export async function hasSetAside(trx: Trx, ticketId: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select 1 from gate_event as e where e.ticket_id = ${ticketId} and not ${countsAs('e')})
      or exists (select 1 from ticket_entry
        where ticket_id = ${ticketId} and method = ${REISSUE_METHOD} and state = 'cancelled') as found`.execute(
    trx,
  );
  return rows[0]?.found ?? false;
}

/** Lists the exits at these times (epoch milliseconds) that count in a ticket's history, the earliest first. */
export async function listExits(trx: Trx, ticketId: string, moments: readonly number[]) {
  if (moments.length === 0) return [];
  return trx
    .selectFrom('ticket_event as e')
    .select(['code', 'station_id', 'method', 'actor', 'at'])
    .select(sql<string | null>`e.detail ->> 'eventId'`.as('event'))
    .where('ticket_id', '=', ticketId)
    .where('code', 'in', [...JOURNEY_ENDS])
    .where(countsInHistory('e'))
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
  // An entry through a gate stays open until its exit.
  verified_until: new Date('9999-12-31T00:00:00Z'),
  closed_at: closedAt === null ? null : new Date(closedAt),
});

/** Saves the open and closed entries of the tickets, through gates and verified. */
export async function writeEntries(trx: Trx, histories: ReadonlyMap<string, History>): Promise<void> {
  const known = await trx
    .selectFrom('ticket_entry')
    .select(['record_id', 'closed_at', 'state'])
    .where('ticket_id', 'in', [...histories.keys()])
    .where('method', '=', 'gate')
    .execute();
  const closedAt = new Map(known.map((row) => [row.record_id, row.closed_at?.getTime() ?? null]));
  const all = [...histories].flatMap(([ticketId, { entries }]) =>
    entries.map((entry) => entryRow(ticketId, entry)),
  );
  const held = new Set(all.map(({ record_id }) => record_id));
  const gone = known.flatMap(({ record_id, state }) =>
    held.has(record_id) || state === 'cancelled' ? [] : record_id,
  );
  // Entries at a gate that was later closed as of an earlier time.
  for (const some of chunks(gone))
    await trx
      .updateTable('ticket_entry')
      .set({ state: 'cancelled' })
      .where('record_id', 'in', [...some])
      .execute();
  const rows = all.filter((row) => closedAt.get(row.record_id) !== (row.closed_at?.getTime() ?? null));
  for (const some of chunks(rows))
    await trx
      .insertInto('ticket_entry')
      .values(some)
      .onConflict((conflict) =>
        conflict
          .column('record_id')
          .doUpdateSet((eb) => ({
            state: eb.ref('excluded.state'),
            closed_at: eb.ref('excluded.closed_at'),
          })),
      )
      .execute();
  const entered = rows.filter(({ direction }) => direction === 'in');
  await callBackLinks(
    trx,
    entered.map(({ ticket_id, verified_at }) => ({ ticketId: ticket_id, at: new Date(verified_at) })),
  );
  const closedChecks = [...histories.values()].flatMap((history) => history.closedChecks);
  for (const { recordId, closedAt: at } of closedChecks)
    await trx
      .updateTable('ticket_entry')
      .set({ state: 'passed', closed_at: new Date(at) })
      .where('record_id', '=', recordId)
      .where('state', '=', 'open')
      .execute();
  // A report of what happened before, or one that does not count any more, had closed them.
  for (const some of chunks([...histories.values()].flatMap((history) => history.openChecks)))
    await trx
      .updateTable('ticket_entry')
      .set({ state: 'open', closed_at: null })
      .where('record_id', 'in', [...some])
      .where('direction', '=', 'in')
      .where('state', '=', 'passed')
      .execute();
}

/** Saves when the travellers last entered and exited. */
export async function writeLastTimes(trx: Trx, histories: ReadonlyMap<string, History>): Promise<void> {
  const instants = (which: 'lastIn' | 'lastOut') =>
    [...histories.values()].map(({ [which]: at }) => (at === null ? null : new Date(at).toISOString()));
  await sql`update ticket as t
    set station_from_date = l.went_in::timestamptz, station_depart_date = l.went_out::timestamptz
    from unnest(${[...histories.keys()]}::text[], ${instants('lastIn')}::text[], ${instants('lastOut')}::text[])
      as l(ticket_id, went_in, went_out)
    where t.ticket_id = l.ticket_id`.execute(trx);
}

interface ConflictKey {
  readonly gate_id: string;
  readonly event_id: string;
  readonly kind: string;
  readonly against: string | null;
}
const keyOf = ({ gate_id, event_id, kind, against }: ConflictKey) =>
  JSON.stringify([gate_id, event_id, kind, against]);

/**
 * Replaces the tickets' open conflicts by those found now. Resolved conflicts and set-aside events stay. A resolved conflict covers its own
 * contradiction only; one of an older release, which does not name it, covers all of its kind at its passage.
 */
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
      against: conflict.against,
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
    .select(['conflict_id', 'gate_id', 'event_id', 'kind', 'against', 'settled_at'])
    .where('ticket_id', 'in', [...found.keys()])
    .where('kind', 'not in', [...STRAY_KINDS])
    .execute();
  const gone = known.flatMap((row) =>
    row.settled_at === null && !wanted.has(keyOf(row)) ? [row.conflict_id] : [],
  );
  for (const some of chunks(gone))
    await trx
      .deleteFrom('gate_conflict')
      .where('conflict_id', 'in', [...some])
      .execute();
  const had = new Set(
    known.filter(({ against, settled_at }) => against !== null || settled_at !== null).map(keyOf),
  );
  const fresh = rows.filter((row) => !had.has(keyOf(row)) && !had.has(keyOf({ ...row, against: null })));
  for (const some of chunks(fresh))
    await trx
      .insertInto('gate_conflict')
      .values(some)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** The conflict kinds that recomputing a ticket never finds: those of set-aside events, and of events that a lost gate reported late. */
const STRAY_KINDS = [
  'unknownTicket',
  'forged',
  'formerOwner',
  'afterClosing',
  'reportedLate',
  'noMoment',
  'noReason',
  'tooManyByHand',
] as const;

/** A set-aside event. `ticket_id` is the ticket that it names, when that exists. */
export interface Stray {
  /** The gate that reported it. */
  readonly gate_id: string;
  readonly event_id: string;
  readonly kind: (typeof STRAY_KINDS)[number];
  readonly ticket_id: string | null;
}

/** Counts a gate's set-aside events that the server received after `since`. */
export async function countStrays(trx: Trx, gateId: string, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from gate_conflict c join gate_event e using (gate_id, event_id)
    where c.gate_id = ${gateId} and c.kind = any(${[...STRAY_KINDS]}::text[]) and e.received_at > ${since}`.execute(
    trx,
  );
  return rows[0]?.count ?? 0;
}

/** Saves set-aside events for the desk, each once. */
export async function insertStrays(trx: Trx, strays: readonly Stray[], now: number): Promise<void> {
  const rest = { against: '', found_at: new Date(now), settled_at: null, settled_by: null };
  for (const some of chunks(strays))
    await trx
      .insertInto('gate_conflict')
      .values(some.map((stray) => ({ ...stray, ...rest, settled_note: null })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/**
 * Withdraws the open conflicts `reportedLate` of passages that are set aside now, because their gate's end was stated anew: of such a passage the
 * desk has to judge one thing only.
 */
export async function withdrawLate(trx: Trx, strays: readonly Stray[]): Promise<void> {
  for (const some of chunks(strays.filter(({ kind }) => kind === 'afterClosing')))
    await sql`delete from gate_conflict as c
      using unnest(${some.map((each) => each.gate_id)}::text[], ${some.map((each) => each.event_id)}::text[]) as aside(gate_id, event_id)
      where c.gate_id = aside.gate_id and c.event_id = aside.event_id and c.kind = 'reportedLate' and c.settled_at is null`.execute(
      trx,
    );
}

/** Marks a ticket used when its journeys are used up, unless it is already closed or suspended. */
export async function finishTicket(trx: Trx, ticket: ReportedTicket, now: number): Promise<void> {
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

/** Gives a used ticket the status `to` back that it had before. */
export async function reopenTicket(
  trx: Trx,
  ticketId: string,
  to: 'bound' | 'inUse',
  now: number,
): Promise<void> {
  await trx
    .updateTable('ticket')
    .set({ status: to })
    .where('ticket_id', '=', ticketId)
    .where('status', '=', 'used')
    .execute();
  await trx
    .insertInto('ticket_event')
    .values({
      ticket_id: ticketId,
      kind: 'reopen',
      from_status: 'used',
      to_status: to,
      actor: 'system',
      at: new Date(now),
      detail: null,
    })
    .execute();
}
