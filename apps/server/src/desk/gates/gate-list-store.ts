// The SQL by which the desk lists and closes gates.
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import type { GateTable } from '../../platform/db/tables/tables.ts';

type GateRow = Omit<
  GateTable,
  'key_hash' | 'public_key' | 'answer_key' | 'moments_from' | 'end_stated_at' | 'judged_at'
>;

/** Where a page ends: whether among the closed gates, the station, the enrolment (epoch milliseconds), and the id. */
export interface GatePlace {
  readonly closed: boolean;
  readonly stationId: string;
  readonly enrolledAt: number;
  readonly gateId: string;
}

interface GateFilter {
  readonly closed: boolean | undefined;
  readonly stationId: string | undefined;
}

/** Lists at most `limit` gates after a position: open ones first, by station, then the newest. */
export async function listGates(
  db: Db,
  { closed, stationId }: GateFilter,
  { after, limit }: { readonly after: GatePlace | null; readonly limit: number },
): Promise<GateRow[]> {
  const isClosed = sql`(closed_at is not null)`;
  // Milliseconds are exact, since the cursor and the clock of the enrolment use them.
  const age = sql`-floor(extract(epoch from enrolled_at) * 1000)::bigint`;
  const conditions = [
    sql`true`,
    ...(closed === undefined ? [] : [sql`${isClosed} = ${closed}::boolean`]),
    ...(stationId === undefined ? [] : [sql`station_id = ${stationId}`]),
    ...(after
      ? [
          sql`(${isClosed}, station_id, ${age}, gate_id) >
            (${after.closed}::boolean, ${after.stationId}::text, ${-after.enrolledAt}::bigint, ${after.gateId}::text)`,
        ]
      : []),
  ];
  const { rows } = await sql<GateRow>`
    select gate_id, station_id, direction, inspects, enrolled_at, heard_at, closed_at, counts_until from gate
    where ${sql.join(conditions, sql` and `)}
    order by ${isClosed}, station_id, ${age}, gate_id limit ${limit}`.execute(db);
  return rows;
}

const GATE = [
  'gate_id',
  'station_id',
  'direction',
  'inspects',
  'enrolled_at',
  'heard_at',
  'closed_at',
  'counts_until',
] as const;

/**
 * Closes a gate, or sets an earlier time until which a closed gate's reports count. Returns the gate afterwards as `closed`; as `before` a closed
 * gate that this would not change; neither when there is none.
 */
export async function closeGate(
  trx: Trx,
  gateId: string,
  { at, countsUntil }: { readonly at: Date; readonly countsUntil: Date },
): Promise<{ readonly closed?: GateRow; readonly before?: GateRow }> {
  const before = await trx
    .selectFrom('gate')
    .select(GATE)
    .where('gate_id', '=', gateId)
    .forUpdate()
    .executeTakeFirst();
  if (!before) return {};
  const until = before.counts_until ?? before.closed_at;
  if (until !== null && until <= countsUntil) return { before };
  const closed = await trx
    .updateTable('gate')
    .set({
      closed_at: before.closed_at ?? at,
      counts_until: countsUntil,
      end_stated_at: at,
      // Passages that counted until now may be left to judge.
      judged_at: null,
    })
    .where('gate_id', '=', gateId)
    .returning(GATE)
    .executeTakeFirstOrThrow();
  return { closed };
}
