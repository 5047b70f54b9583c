// The SQL of gates as the desk lists and closes them.
import { sql } from 'kysely';
import type { Db, Trx } from '../db/database.ts';
import type { GateTable } from '../db/tables.ts';

type GateRow = Omit<GateTable, 'key_hash'>;

/** Where a page ends: whether among the closed ones, at which station, when it was enrolled (epoch milliseconds), and which. */
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

/** At most `limit` gates after a place: open ones first, by station, in each the newest first. */
export async function listGates(
  db: Db,
  { closed, stationId }: GateFilter,
  { after, limit }: { readonly after: GatePlace | null; readonly limit: number },
): Promise<GateRow[]> {
  const isClosed = sql`(closed_at is not null)`;
  // The cursor names milliseconds, and the clock that enrolled the gate did too.
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
    select gate_id, station_id, direction, enrolled_at, heard_at, closed_at from gate
    where ${sql.join(conditions, sql` and `)}
    order by ${isClosed}, station_id, ${age}, gate_id limit ${limit}`.execute(db);
  return rows;
}

/** Closes a gate that is open; gives it as it is then, undefined where there is none. */
export async function closeGate(trx: Trx, gateId: string, at: Date): Promise<GateRow | undefined> {
  return trx
    .updateTable('gate')
    .set({ closed_at: sql<Date>`coalesce(closed_at, ${at}::timestamptz)` })
    .where('gate_id', '=', gateId)
    .returning(['gate_id', 'station_id', 'direction', 'enrolled_at', 'heard_at', 'closed_at'])
    .executeTakeFirst();
}
