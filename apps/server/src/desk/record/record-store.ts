// The SQL of the desk's audit record.
import { sql } from 'kysely';
import type { StaffRole } from '@kippu/contract/values';
import type { Db } from '../../platform/db/database.ts';

export interface RecordRow {
  readonly action_id: string;
  readonly at: Date;
  readonly actor: string;
  readonly call: string;
  readonly subject: string | null;
  readonly subject_name: string | null;
  readonly old_name: string | null;
  readonly refusal: string | null;
  readonly staff_id: string | null;
  /** The name, email and role at the act; the present ones for rows from before these were kept. */
  readonly name: string | null;
  readonly email: string | null;
  readonly role: StaffRole | null;
  readonly closed: boolean;
}

export interface RecordFilter {
  /** An actor such as 'desk:api-key'. */
  readonly actor: string | undefined;
  /** What the action was about. A ticket's number also finds what was recorded under the ticket's id, its conflicts, its order and the account that has it. */
  readonly subject: string | undefined;
  /** From the first time to the second, exclusive; epoch milliseconds. */
  readonly between: readonly [number, number] | undefined;
}

/** The calls whose subject is a conflict's id. */
const OF_CONFLICT = 'deskSettleGateConflict';

/** The calls whose subject may be an order: one that was issued, or the one of several tickets that were found. */
const OF_ORDER = ['deskTickets', 'deskFind'];
/** The calls that list an account's tickets. */
const OF_ACCOUNT = ['deskFindAccount', 'deskAccountTickets'];

/** Whether an action was about the subject. */
const isAbout = (subject: string) => sql<boolean>`(
  subject in (select ${subject}::text union all select ticket_id from ticket where ticket_no = ${subject})
  or call = any(${OF_ORDER}::text[]) and subject in (select order_id from ticket where ticket_no = ${subject})
  or call = any(${OF_ACCOUNT}::text[]) and subject in (select account_id from ticket where ticket_no = ${subject})
  or call = ${OF_CONFLICT} and subject in (
    select c.conflict_id::text from gate_conflict c join ticket t using (ticket_id) where t.ticket_no = ${subject}))`;

/** Lists at most `limit` actions before an action, the newest first. */
export async function listActions(
  db: Db,
  { actor, subject, between }: RecordFilter,
  { before, limit }: { readonly before: string | null; readonly limit: number },
): Promise<RecordRow[]> {
  const conditions = [
    sql`true`,
    ...(actor === undefined ? [] : [sql`actor = ${actor}`]),
    ...(subject === undefined ? [] : [isAbout(subject)]),
    ...(between
      ? [sql`at >= ${new Date(between[0])}::timestamptz and at < ${new Date(between[1])}::timestamptz`]
      : []),
    ...(before === null ? [] : [sql`action_id < ${before}::bigint`]),
  ];
  const { rows } = await sql<RecordRow>`
    with shown as materialized (
      select * from staff_action where ${sql.join(conditions, sql` and `)} order by action_id desc limit ${limit})
    select a.action_id::text as action_id, a.at, a.actor, a.call, a.subject, coalesce(a.subject_name, about.name) as subject_name,
      a.old_name, a.refusal, who.staff_id, coalesce(a.actor_name, who.name) as name, coalesce(a.actor_email, who.email) as email,
      coalesce(a.actor_role, who.role) as role, coalesce(who.closed_at is not null, false) as closed
    from shown a
      left join staff who on who.staff_id = substring(a.actor from '^desk:(.*)$')
      left join staff about on about.staff_id = a.subject
    order by a.action_id desc`.execute(db);
  return rows;
}
