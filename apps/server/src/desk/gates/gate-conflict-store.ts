// The SQL by which the desk reads and resolves conflicts.
import { sql, type RawBuilder } from 'kysely';
import type { GateCode } from '@kippu/contract/calls/gate/gate';
import type { GateConflict, GateConflictKind } from '@kippu/contract/calls/desk/issue';
import type { TicketStatus } from '@kippu/contract/values';
import type { Db, Trx } from '../../platform/db/database.ts';

export interface PassageRow {
  readonly gate_id: string;
  readonly station_id: string;
  readonly code: GateCode;
  /** Epoch milliseconds. */
  readonly at: number;
}
/** What a conflict contradicts; times in epoch milliseconds. */
export type AgainstRow =
  | ({ readonly what: 'passage' } & PassageRow)
  | {
      readonly what: 'verification';
      readonly station_id: string;
      readonly direction: 'in' | 'out';
      readonly at: number;
    }
  | { readonly what: 'handover'; readonly at: number };

export interface ConflictRow extends PassageRow {
  readonly conflict_id: string;
  readonly kind: GateConflictKind;
  readonly event_id: string;
  readonly received_at: number;
  readonly found_at: number;
  readonly told: string;
  readonly proof: GateConflict['proof'];
  readonly reason: string | null;
  readonly ticket_id: string | null;
  readonly ticket_no: string | null;
  readonly status: TicketStatus | null;
  readonly before: readonly PassageRow[];
  readonly against: AgainstRow | null;
  readonly settled_at: number | null;
  readonly settled_by: string | null;
  readonly settled_note: string | null;
}

/** Where a page ends: whether among the resolved conflicts, and the conflict. */
export interface ConflictPosition {
  readonly settled: boolean;
  readonly conflictId: string;
}

const MAX_BEFORE = 5;
const ms = (column: RawBuilder<unknown>) => sql`floor(extract(epoch from ${column}) * 1000)::float8`;

/** The named thing that a conflict `c` contradicts (`nameOf` in gate/passages/replay-passages.ts writes the names). */
const against = sql`
  case split_part(c.against, ' ', 1)
    when 'passage' then (
      select json_build_object('what', 'passage', 'gate_id', o.gate_id, 'station_id', o.station_id, 'code', o.code,
        'at', ${ms(sql`o.at`)})
      from gate_event o where o.gate_id = split_part(c.against, ' ', 2)
        and o.event_id = substr(c.against, length(o.gate_id) + 10))
    when 'check' then (
      select json_build_object('what', 'verification', 'station_id', v.station_id, 'direction', v.direction,
        'at', ${ms(sql`v.verified_at`)})
      from ticket_entry v where v.record_id = split_part(c.against, ' ', 2))
    when 'handover' then json_build_object('what', 'handover', 'at', split_part(c.against, ' ', 2)::float8)
  end`;

/** Selects at most `limit` conflicts that match `where`: open ones first, then the newest. */
async function select(db: Db, where: RawBuilder<unknown>, limit: number): Promise<ConflictRow[]> {
  const { rows } = await sql<ConflictRow>`
    select c.conflict_id::text as conflict_id, c.kind, c.gate_id, c.event_id, c.ticket_id, c.settled_by, c.settled_note,
      ${ms(sql`c.found_at`)} as found_at, ${ms(sql`c.settled_at`)} as settled_at, e.station_id, e.code,
      ${ms(sql`coalesce(e.told_at, e.at)`)} as at, ${ms(sql`coalesce(e.first_received_at, e.received_at)`)} as received_at, e.told, e.reason,
      case when e.moment is not null then 'phone' when e.certificate <> '' then 'certificate' else 'hand' end as proof, t.ticket_no, t.status,
      (select coalesce(json_agg(b order by b.at desc), '[]'::json) from (
        select o.gate_id, o.station_id, o.code, ${ms(sql`o.at`)} as at from gate_event o
        where o.ticket_id = c.ticket_id and o.at <= e.at and (o.gate_id, o.event_id) <> (c.gate_id, c.event_id)
        order by o.at desc, o.event_id limit ${sql.lit(MAX_BEFORE)}) b) as before, ${against} as against
    from gate_conflict c join gate_event e using (gate_id, event_id) left join ticket t on t.ticket_id = c.ticket_id
    where ${where}
    order by (c.settled_at is not null), c.conflict_id desc limit ${limit}`.execute(db);
  return rows;
}

interface ConflictFilter {
  readonly settled: boolean | undefined;
  readonly stationId: string | undefined;
  readonly ticketId: string | undefined;
  readonly gateId: string | undefined;
  readonly kind: GateConflictKind | undefined;
}

/** Lists at most `limit` conflicts after a position: open ones first, then the newest. */
export function listConflicts(
  db: Db,
  { settled, stationId, ticketId, gateId, kind }: ConflictFilter,
  { after, limit }: { readonly after: ConflictPosition | null; readonly limit: number },
): Promise<ConflictRow[]> {
  const isSettled = sql`(c.settled_at is not null)`;
  const conditions = [
    sql`true`,
    ...(settled === undefined ? [] : [sql`${isSettled} = ${settled}::boolean`]),
    ...(stationId === undefined ? [] : [sql`e.station_id = ${stationId}`]),
    ...(ticketId === undefined ? [] : [sql`c.ticket_id = ${ticketId}`]),
    ...(gateId === undefined ? [] : [sql`c.gate_id = ${gateId}`]),
    ...(kind === undefined ? [] : [sql`c.kind = ${kind}`]),
    ...(after
      ? [
          sql`(${isSettled} > ${after.settled}::boolean
            or (${isSettled} = ${after.settled}::boolean and c.conflict_id < ${after.conflictId}::bigint))`,
        ]
      : []),
  ];
  return select(db, sql.join(conditions, sql` and `), limit);
}

/** Finds a conflict, or undefined. */
export async function findConflict(db: Db, conflictId: string): Promise<ConflictRow | undefined> {
  const [row] = await select(db, sql`c.conflict_id = ${conflictId}::bigint`, 1);
  return row;
}

/** Resolves an open conflict. Returns whether it was open. */
export async function resolveConflict(
  trx: Trx,
  conflictId: string,
  settled: { readonly at: Date; readonly by: string; readonly note: string },
): Promise<boolean> {
  const done = await trx
    .updateTable('gate_conflict')
    .set({ settled_at: settled.at, settled_by: settled.by, settled_note: settled.note })
    .where('conflict_id', '=', conflictId)
    .where('settled_at', 'is', null)
    .executeTakeFirst();
  return done.numUpdatedRows === 1n;
}

/** Which conflicts are resolved together: named ones, or those of a gate up to one of them. */
export type ConflictChoice =
  | { readonly conflictIds: readonly string[] }
  | { readonly gateId: string; readonly upTo: string; readonly kind?: GateConflictKind | undefined };

const chosen = (choice: ConflictChoice) =>
  'conflictIds' in choice
    ? sql`conflict_id = any(${[...choice.conflictIds]}::bigint[])`
    : sql`gate_id = ${choice.gateId} and conflict_id <= ${choice.upTo}::bigint and ${
        choice.kind === undefined ? sql`true` : sql`kind = ${choice.kind}`
      }`;

export interface SettledRow {
  readonly conflict_id: string;
  readonly kind: GateConflictKind;
  readonly ticket_id: string | null;
  readonly station_id: string;
}

/** Resolves at most `limit` of the chosen conflicts that are open, the oldest first. Returns them. */
export async function resolveConflicts(
  trx: Trx,
  choice: ConflictChoice,
  settled: { readonly at: Date; readonly by: string; readonly note: string },
  limit: number,
): Promise<SettledRow[]> {
  const { rows } = await sql<SettledRow>`
    with opened as (
      select conflict_id from gate_conflict where settled_at is null and ${chosen(choice)}
      order by conflict_id limit ${limit} for update),
    done as (
      update gate_conflict c set settled_at = ${settled.at}::timestamptz, settled_by = ${settled.by}::text,
        settled_note = ${settled.note}::text
      from opened where c.conflict_id = opened.conflict_id
      returning c.conflict_id, c.kind, c.ticket_id, c.gate_id, c.event_id)
    select done.conflict_id::text as conflict_id, done.kind, done.ticket_id, e.station_id
    from done join gate_event e using (gate_id, event_id) order by done.conflict_id`.execute(trx);
  return rows;
}

/** Returns those of the ids that are no conflict's. Leading zeros do not matter. */
export async function listUnknown(db: Db, conflictIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from unnest(${[...conflictIds]}::text[]) as chosen(id)
    where not exists (select 1 from gate_conflict where conflict_id = id::bigint)`.execute(db);
  return rows.map(({ id }) => id);
}

/** Whether one of the chosen conflicts is open. */
export async function isOneOpen(db: Db, choice: ConflictChoice): Promise<boolean> {
  const { rows } =
    await sql`select 1 from gate_conflict where settled_at is null and ${chosen(choice)} limit 1`.execute(db);
  return rows.length > 0;
}
