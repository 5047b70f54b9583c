// All SQL of feedback as the desk reads it and deals with it.
import { sql, type RawBuilder } from 'kysely';
import type { Language } from '@kippu/contract/limits';
import type { Db, Trx } from '../db/database.ts';
import type { FeedbackTable } from '../db/notice-tables.ts';

export interface FeedbackHeadRow {
  readonly feedback_id: string;
  readonly created_at: Date;
  readonly topic: string;
  readonly language: Language;
  readonly ticket_no: string | null;
  readonly has_picture: boolean;
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

/** The picture is never read with the rest: it may have a megabyte. */
const headWith = (body: RawBuilder<unknown>) => sql`
  f.feedback_id, f.created_at, f.topic, f.language, t.ticket_no, f.picture_type is not null as has_picture, f.handled, ${body} as body
  from feedback f left join ticket t on t.ticket_id = f.ticket_id`;

/** At most `limit` messages behind a position, the newest first, with the first `beginning` characters of each. */
export async function listFeedback(
  db: Db,
  { handled, topic, withTicket }: FeedbackFilter,
  wish: { readonly after: FeedbackPosition | null; readonly limit: number; readonly beginning: number },
): Promise<FeedbackHeadRow[]> {
  const { after, limit, beginning } = wish;
  const conditions = [
    sql`true`,
    // Written out, so that the index of open ones is seen to fit.
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

/** What staff did about a message, the newest first, at most `limit`. */
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

/** The address of who wrote it; null of an account that is being deleted. */
export async function findFeedbackWriter(db: Db, feedbackId: string): Promise<string | null | undefined> {
  const row = await db
    .selectFrom('feedback')
    .innerJoin('account', 'account.account_id', 'feedback.account_id')
    .select('account.email')
    .where('feedback_id', '=', feedbackId)
    .executeTakeFirst();
  return row?.email;
}

/** Whether it is handled; nobody else changes that until the transaction ends. Undefined where there is no such message. */
export async function lockFeedback(trx: Trx, feedbackId: string): Promise<boolean | undefined> {
  const row = await trx
    .selectFrom('feedback')
    .select('handled')
    .where('feedback_id', '=', feedbackId)
    .forUpdate()
    .executeTakeFirst();
  return row?.handled;
}

/** Writes what staff did about a locked message. */
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
