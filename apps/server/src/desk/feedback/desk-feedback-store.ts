// The SQL of feedback at the desk.
import { sql, type RawBuilder } from 'kysely';
import type { Language } from '@kippu/contract/languages';
import type { Db, Trx } from '../../platform/db/database.ts';
import type { FeedbackTable } from '../../platform/db/tables/notice-tables.ts';

export interface FeedbackHeadRow {
  readonly feedback_id: string;
  readonly created_at: Date;
  readonly topic: string;
  readonly language: Language;
  readonly ticket_no: string | null;
  readonly has_picture: boolean;
  readonly by_visitor: boolean;
  readonly handled: boolean;
  /** The whole text, or its beginning. */
  readonly body: string;
}
export interface FeedbackFilter {
  readonly handled: boolean | undefined;
  readonly topic: string | undefined;
  readonly withTicket: boolean;
}
/** Where a page ends. */
export interface FeedbackPosition {
  readonly at: Date;
  readonly feedbackId: string;
}

/** The picture is not read with the rest, since it may have a megabyte. */
const headWith = (body: RawBuilder<unknown>) => sql`
  f.feedback_id, f.created_at, f.topic, f.language, t.ticket_no, f.picture_type is not null as has_picture, f.account_id is null as by_visitor, f.handled, ${body} as body
  from feedback f left join ticket t on t.ticket_id = f.ticket_id`;

/** Lists at most `limit` messages after a position, the newest first, each with its first `beginning` characters. */
export async function listFeedback(
  db: Db,
  { handled, topic, withTicket }: FeedbackFilter,
  input: { readonly after: FeedbackPosition | null; readonly limit: number; readonly beginning: number },
): Promise<FeedbackHeadRow[]> {
  const { after, limit, beginning } = input;
  const conditions = [
    sql`true`,
    // Written as a constant condition, so that the planner uses the index of unhandled messages.
    ...(handled === undefined ? [] : [handled ? sql`f.handled` : sql`not f.handled`]),
    ...(topic === undefined ? [] : [sql`f.topic = ${topic}`]),
    ...(withTicket ? [sql`f.ticket_id is not null`] : []),
    ...(after === null
      ? []
      : [sql`(f.created_at, f.feedback_id) < (${after.at}::timestamptz, ${after.feedbackId}::text)`]),
  ];
  const { rows } = await sql<FeedbackHeadRow>`
    select ${headWith(sql`left(f.body, ${sql.lit(beginning)})`)} where ${sql.join(conditions, sql` and `)}
    order by f.created_at desc, f.feedback_id desc limit ${limit}`.execute(db);
  return rows;
}

export async function findFeedback(db: Db, feedbackId: string): Promise<FeedbackHeadRow | undefined> {
  const { rows } = await sql<FeedbackHeadRow>`
    select ${headWith(sql`f.body`)} where f.feedback_id = ${feedbackId}`.execute(db);
  return rows[0];
}

export interface FeedbackActRow {
  readonly at: Date;
  readonly handled: boolean;
  readonly note: string;
  readonly name: string;
}

/** Lists what staff did about a message, the newest first, at most `limit`. */
export function listFeedbackActs(db: Db, feedbackId: string, limit: number): Promise<FeedbackActRow[]> {
  return db
    .selectFrom('feedback_act')
    .innerJoin('staff', 'staff.staff_id', 'feedback_act.staff_id')
    .select(['feedback_act.at', 'feedback_act.handled', 'feedback_act.note', 'staff.name'])
    .where('feedback_id', '=', feedbackId)
    .orderBy('act_id', 'desc')
    .limit(limit)
    .execute();
}

export type FeedbackPicture = Pick<FeedbackTable, 'picture' | 'picture_type'>;

export function findFeedbackPicture(db: Db, feedbackId: string): Promise<FeedbackPicture | undefined> {
  return db
    .selectFrom('feedback')
    .select(['picture', 'picture_type'])
    .where('feedback_id', '=', feedbackId)
    .executeTakeFirst();
}

/** Finds the email of the writer's account, or the one that a visitor typed; null when the account is being deleted. */
export async function findFeedbackWriter(db: Db, feedbackId: string): Promise<string | null | undefined> {
  const row = await db
    .selectFrom('feedback')
    .leftJoin('account', 'account.account_id', 'feedback.account_id')
    .select((eb) => eb.fn.coalesce('account.email', 'feedback.reply_to').as('email'))
    .where('feedback_id', '=', feedbackId)
    .executeTakeFirst();
  return row?.email;
}

/** The version of a message: the id of its last act, '0' for none. */
export async function readFeedbackVersion(db: Db, feedbackId: string): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select coalesce(max(act_id), 0)::text as version from feedback_act where feedback_id = ${feedbackId}`.execute(
    db,
  );
  return rows[0]?.version ?? '0';
}

/** Locks a message until the transaction ends. Returns whether it is handled; undefined when there is no such message. */
export async function lockFeedback(trx: Trx, feedbackId: string): Promise<boolean | undefined> {
  const row = await trx
    .selectFrom('feedback')
    .select('handled')
    .where('feedback_id', '=', feedbackId)
    .forUpdate()
    .executeTakeFirst();
  return row?.handled;
}

/** Saves what staff did about a locked message. */
export async function saveFeedbackAct(
  trx: Trx,
  feedbackId: string,
  act: { readonly at: Date; readonly staffId: string; readonly handled: boolean; readonly note: string },
): Promise<void> {
  const { at, staffId, handled, note } = act;
  await trx.updateTable('feedback').set({ handled }).where('feedback_id', '=', feedbackId).execute();
  await trx
    .insertInto('feedback_act')
    .values({ feedback_id: feedbackId, at, staff_id: staffId, handled, note })
    .execute();
}
