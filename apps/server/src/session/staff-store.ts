// SQL of the desk's staff, their sessions, and the record of their actions.
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Db, Trx } from '../platform/db/database.ts';
import { spellingsOf } from './email-spellings.ts';
import type { StaffActionTable, StaffSessionTable, StaffTable } from '../platform/db/tables/staff-tables.ts';

export type StaffRow = Selectable<StaffTable>;

/** `email` is normalised. */
export async function findStaffByEmail(db: Db, email: string): Promise<StaffRow | undefined> {
  return db.selectFrom('staff').selectAll().where('email', 'in', spellingsOf(email)).executeTakeFirst();
}

export async function findStaff(db: Db, staffId: string): Promise<StaffRow | undefined> {
  return db.selectFrom('staff').selectAll().where('staff_id', '=', staffId).executeTakeFirst();
}

/** Locks and returns the row. */
export async function lockStaff(trx: Trx, staffId: string): Promise<StaffRow | undefined> {
  return trx.selectFrom('staff').selectAll().where('staff_id', '=', staffId).forUpdate().executeTakeFirst();
}

/** Who did something, and when. */
export interface Act {
  /** `desk:<staff id>` for staff. */
  readonly actor: string | null;
  /** Epoch milliseconds, or the same as a Date. */
  readonly at: Date | number | null;
}

const keyOf = ({ actor, at }: Act) => `${actor ?? ''} ${at === null ? '' : Number(at)}`;

/**
 * Reads the names of staff as the record has them at their acts; the present ones for an act that it does not have yet, or from before it
 * kept names. Returns a function
 * from one of these acts to the name, undefined for actors who are no staff.
 */
export async function readNamesAt(
  db: Db,
  acts: readonly Act[],
): Promise<(actor: string | null, at: Date | number | null) => string | undefined> {
  const known = acts.filter(({ actor, at }) => actor?.startsWith('desk:') && at !== null);
  const asked = [...new Map(known.map((act) => [keyOf(act), act])).values()];
  if (asked.length === 0) return () => undefined;
  const actors = asked.map(({ actor }) => actor);
  const times = asked.map(({ at }) => new Date(Number(at)).toISOString());
  const { rows } = await sql<{ n: string; name: string }>`
    select act.n::text as n, coalesce(recorded.actor_name, s.name) as name
    from unnest(${actors}::text[], ${times}::timestamptz[]) with ordinality as act(actor, at, n)
    join staff s on s.staff_id = substring(act.actor from '^desk:(.*)$')
    left join lateral (select a.actor_name from staff_action a
      where a.at = act.at and a.actor = act.actor and a.actor_name is not null limit 1) as recorded on true`.execute(
    db,
  );
  const names = new Map(
    rows.flatMap(({ n, name }) => {
      const act = asked[Number(n) - 1];
      return act ? [[keyOf(act), name] as const] : [];
    }),
  );
  return (actor, at) => names.get(keyOf({ actor, at }));
}

/** Returns false where the email is in use. */
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

/** Returns the member of staff and the session of a token, live or ended. */
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

/** Ends the live sessions of a member of staff. */
export async function endStaffSessions(trx: Trx, staffId: string, at: Date): Promise<void> {
  await trx
    .updateTable('staff_session')
    .set({ ended_at: at })
    .where('staff_id', '=', staffId)
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

/** Deletes sessions that expired before `before`. The record of actions stays. */
export async function deleteStaffSessions(trx: Trx, before: Date): Promise<void> {
  await trx.deleteFrom('staff_session').where('expires_at', '<', before).execute();
}

/** A row of the record without the names of its actor. */
export type StaffAction = Omit<Insertable<StaffActionTable>, 'actor_name' | 'actor_email' | 'actor_role'>;

/** Adds a row to the record, with the actor's name as it is now; `staff` is null for a sales system. */
export async function insertStaffActions(
  trx: Trx,
  actions: readonly StaffAction[],
  staff: Pick<StaffRow, 'name' | 'email' | 'role'> | null,
): Promise<void> {
  const { name = null, email = null, role = null } = staff ?? {};
  const rows = actions.map((action) => ({
    ...action,
    actor_name: name,
    actor_email: email,
    actor_role: role,
  }));
  if (rows.length > 0) await trx.insertInto('staff_action').values(rows).execute();
}

/** Reports whether the same actor did the same to the same subject at `since` or later. */
export async function wasRecorded(db: Db, { actor, call, subject, refusal }: StaffAction, since: Date) {
  const row = await db
    .selectFrom('staff_action')
    .select('action_id')
    .where('actor', '=', actor)
    .where('call', '=', call)
    .where('subject', 'is not distinct from', subject ?? null)
    .where('refusal', 'is not distinct from', refusal ?? null)
    .where('at', '>=', since)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
