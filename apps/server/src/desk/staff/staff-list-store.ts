// The SQL of the staff list.
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import type { StaffRow } from '../../session/staff-store.ts';

export interface ListedStaff extends StaffRow {
  readonly last_action_at: Date | null;
}

/** Where a page ends: whether among closed people, the name, and the id. */
export interface StaffPlace {
  readonly closed: boolean;
  readonly name: string;
  readonly staffId: string;
}

const lastAction = sql<Date | null>`
  (select a.at from staff_action a where a.actor = 'desk:' || s.staff_id order by a.action_id desc limit 1)`;
// A fixed collation, so that pages join whatever the database's own collation is.
const name = sql`s.name collate "C"`;

/** Lists at most `limit` members of staff after a position: open ones first, then by name. */
export async function listStaff(
  db: Db,
  closed: boolean | undefined,
  { after, limit }: { readonly after: StaffPlace | null; readonly limit: number },
): Promise<ListedStaff[]> {
  const isClosed = sql`(s.closed_at is not null)`;
  const conditions = [
    sql`true`,
    ...(closed === undefined ? [] : [sql`${isClosed} = ${closed}::boolean`]),
    ...(after
      ? [
          sql`(${isClosed}, ${name}, s.staff_id) >
            (${after.closed}::boolean, ${after.name}::text collate "C", ${after.staffId}::text)`,
        ]
      : []),
  ];
  const { rows } = await sql<ListedStaff>`
    select s.*, ${lastAction} as last_action_at from staff s
    where ${sql.join(conditions, sql` and `)}
    order by ${isClosed}, ${name}, s.staff_id limit ${limit}`.execute(db);
  return rows;
}

export async function findListed(db: Db, staffId: string): Promise<ListedStaff | undefined> {
  const { rows } = await sql<ListedStaff>`
    select s.*, ${lastAction} as last_action_at from staff s where s.staff_id = ${staffId}`.execute(db);
  return rows[0];
}

/**
 * Locks every open manager, in the order of their ids; returns the ids. When two managers close each other, the second waits
 * here and is no longer a manager afterwards.
 */
export async function lockManagers(trx: Trx): Promise<readonly string[]> {
  const { rows } = await sql<{ staff_id: string }>`
    select staff_id from staff where role = 'manager' and closed_at is null order by staff_id for update`.execute(
    trx,
  );
  return rows.map((row) => row.staff_id);
}

/** Lists the names of everybody else who may sign in. */
export async function listOpenNames(trx: Trx, except: string): Promise<string[]> {
  const rows = trx.selectFrom('staff').select('name').where('closed_at', 'is', null);
  return (await rows.where('staff_id', '<>', except).execute()).map((row) => row.name);
}
