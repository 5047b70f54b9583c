// The SQL of failed sign-ins at the desk: one row per hour and member of staff.
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';

const HOUR_MS = 3_600_000;
const KEEP_MS = 30 * 24 * HOUR_MS;

/** The start of the hour, epoch milliseconds. */
const hourOf = (now: number): number => Math.floor(now / HOUR_MS) * HOUR_MS;

/** Counts a failure of a member of staff, or of unknown emails (''). Deletes hours older than 30 days. */
export async function countFailedSignIn(trx: Trx, staffId: string, now: number): Promise<void> {
  const at = new Date(now);
  await trx
    .deleteFrom('staff_sign_in_failure')
    .where('hour', '<', new Date(now - KEEP_MS))
    .execute();
  await trx
    .insertInto('staff_sign_in_failure')
    .values({ hour: new Date(hourOf(now)), staff_id: staffId, failures: 1, first_at: at, last_at: at })
    .onConflict((on) =>
      on
        .columns(['hour', 'staff_id'])
        .doUpdateSet({
          failures: sql`staff_sign_in_failure.failures + 1`,
          last_at: sql`greatest(staff_sign_in_failure.last_at, excluded.last_at)`,
        }),
    )
    .execute();
}

export interface FailedSignIns {
  /** Null for unknown emails. */
  readonly staff_id: string | null;
  readonly name: string | null;
  readonly email: string | null;
  readonly failures: number;
  readonly first_at: Date;
  readonly last_at: Date;
}

const STAFF_SHOWN = 50;

/** Lists failures since `from`: unknown emails in one row first, then at most 50 members of staff, the most failures first. */
export async function listFailedSignIns(db: Db, from: Date): Promise<FailedSignIns[]> {
  const { rows } = await sql<FailedSignIns>`
    select staff.staff_id, staff.name, staff.email, sum(f.failures)::int as failures,
      min(f.first_at) as first_at, max(f.last_at) as last_at
    from staff_sign_in_failure f left join staff on staff.staff_id = f.staff_id
    where f.hour >= ${from}::timestamptz
    group by staff.staff_id, staff.name, staff.email
    order by staff.staff_id is not null, failures desc, staff.staff_id
    limit ${sql.lit(STAFF_SHOWN + 1)}`.execute(db);
  return rows;
}
