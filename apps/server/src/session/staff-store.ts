// SQL of the desk's staff: who they are, their sessions, and the record of what they did.
import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Db, Trx } from '../db/database.ts';
import type { StaffActionTable, StaffSessionTable, StaffTable } from '../db/staff-tables.ts';

export type StaffRow = Selectable<StaffTable>;

export async function findStaffByEmail(db: Db, email: string): Promise<StaffRow | undefined> {
  return db.selectFrom('staff').selectAll().where('email', '=', email).executeTakeFirst();
}

/** The person's row, locked until the transaction ends. */
export async function lockStaff(trx: Trx, staffId: string): Promise<StaffRow | undefined> {
  return trx.selectFrom('staff').selectAll().where('staff_id', '=', staffId).forUpdate().executeTakeFirst();
}

/** The names of those of the actors (`desk:<staff id>`) who are or were staff, by actor. */
export async function namesOfActors(
  db: Db,
  actors: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const staffIds = actors.flatMap((actor) =>
    actor?.startsWith('desk:') ? [actor.slice('desk:'.length)] : [],
  );
  if (staffIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('staff')
    .select(['staff_id', 'name'])
    .where('staff_id', 'in', [...new Set(staffIds)])
    .execute();
  return new Map(rows.map(({ staff_id, name }) => [`desk:${staff_id}`, name]));
}

/** False where somebody has the email already. */
export async function insertStaff(trx: Trx, staff: StaffRow): Promise<boolean> {
  const result = await trx
    .insertInto('staff')
    .values(staff)
    .onConflict((on) => on.column('email').doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

export async function updateStaff(
  trx: Trx,
  staffId: string,
  changes: Updateable<StaffTable>,
): Promise<StaffRow> {
  return trx
    .updateTable('staff')
    .set(changes)
    .where('staff_id', '=', staffId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function insertStaffSession(trx: Trx, session: StaffSessionTable): Promise<void> {
  await trx.insertInto('staff_session').values(session).execute();
}

/** Who a token signed in, and whether they still are. */
export async function findStaffSession(
  db: Db,
  tokenHash: string,
): Promise<(StaffRow & Omit<StaffSessionTable, 'created_at'>) | undefined> {
  return db
    .selectFrom('staff_session')
    .innerJoin('staff', 'staff.staff_id', 'staff_session.staff_id')
    .selectAll('staff')
    .select(['token_hash', 'expires_at', 'last_seen_at', 'ended_at'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
}

export async function touchStaffSession(db: Db, tokenHash: string, at: Date): Promise<void> {
  await db
    .updateTable('staff_session')
    .set({ last_seen_at: at })
    .where('token_hash', '=', tokenHash)
    .execute();
}

/** Ends the person's live sessions, but for the one that is told. */
export async function endStaffSessions(trx: Trx, staffId: string, at: Date, but = ''): Promise<void> {
  await trx
    .updateTable('staff_session')
    .set({ ended_at: at })
    .where('staff_id', '=', staffId)
    .where('token_hash', '!=', but)
    .where('ended_at', 'is', null)
    .execute();
}

export async function endStaffSession(trx: Trx, tokenHash: string, at: Date): Promise<void> {
  await trx
    .updateTable('staff_session')
    .set({ ended_at: at })
    .where('token_hash', '=', tokenHash)
    .where('ended_at', 'is', null)
    .execute();
}

/** Forgets sessions that were over by then; what was done in them stays. */
export async function deleteStaffSessions(trx: Trx, before: Date): Promise<void> {
  await trx.deleteFrom('staff_session').where('expires_at', '<', before).execute();
}

export async function insertStaffAction(trx: Trx, action: Insertable<StaffActionTable>): Promise<void> {
  await trx.insertInto('staff_action').values(action).execute();
}
