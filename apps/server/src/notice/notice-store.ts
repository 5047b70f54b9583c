// All SQL of the notices written at the desk.
import { sql, type Insertable, type RawBuilder, type Selectable, type Updateable } from 'kysely';
import type { NoticeState } from '@kippu/contract/values';
import { fallbackLanguage, offeredLanguages, type Language } from '@kippu/contract/languages';
import type { Db, Trx } from '../platform/db/database.ts';
import type { NoticeTable } from '../platform/db/tables/notice-tables.ts';

export type NoticeRow = Selectable<NoticeTable> & {
  readonly written_name: string;
  readonly saved_name: string;
  readonly withdrawn_name: string | null;
};
export interface ShownRow extends Pick<NoticeRow, 'notice_id' | 'edition' | 'level' | 'once'> {
  /** When it was first shown, or last published again. */
  readonly published_at: Date;
  readonly title: string;
  readonly body: string;
  /** The language of the title and the body. */
  readonly language: Language;
}
type NewNotice = Omit<Insertable<NoticeTable>, 'notice_id'>;

/** A notice is shown until the end of its last second. */
const secondOf = (now: number) => new Date(Math.floor(now / 1000) * 1000);
const atSecond = (now: number) => sql`${secondOf(now)}::timestamptz`;

/** The language in which a reader of `language` gets a notice: that one, the fallback, another one offered, or any in which it is written. */
const languageFor = (language: Language) => sql<Language>`coalesce(
  (select tag from unnest(${[language, fallbackLanguage(), ...offeredLanguages()]}::text[]) with ordinality as wanted (tag, place)
    where title ->> tag is not null and body ->> tag is not null order by place limit 1),
  (select key from jsonb_each_text(title) limit 1))`;

/**
 * Lists the notices shown at `now` (epoch milliseconds) in one language, last published first. `told_again_at` is when staff last published
 * the notice again, or null. With `limit`, at most so many are read: important ones before others.
 */
export async function listShownNotices(
  db: Db,
  language: Language,
  now: number,
  limit?: number,
): Promise<ShownRow[]> {
  const at = atSecond(now);
  const limited =
    limit === undefined ? sql`` : sql`order by (level = 'important') desc, published_at desc limit ${limit}`;
  const { rows } = await sql<ShownRow>`select * from (
    select notice_id::text as notice_id, notice.notice_id as number, edition, level, once, greatest(shown_from, told_again_at) as published_at,
      title ->> language as title, body ->> language as body, language
    from notice cross join lateral (select ${languageFor(language)} as language) reader where withdrawn_at is null and shown_from <= ${at} and shown_until >= ${at} ${limited}) shown
    order by published_at desc, number desc`.execute(db);
  return rows;
}

/** The condition for notices in a state at `now`. */
function inState(state: NoticeState, now: number): RawBuilder<unknown> {
  const at = atSecond(now);
  const live = sql`n.withdrawn_at is null`;
  switch (state) {
    case 'coming':
      return sql`${live} and n.shown_from > ${at}`;
    case 'shown':
      return sql`${live} and n.shown_from <= ${at} and n.shown_until >= ${at}`;
    case 'past':
      return sql`${live} and n.shown_until < ${at}`;
    case 'withdrawn':
      return sql`n.withdrawn_at is not null`;
  }
}

async function select(db: Db, where: RawBuilder<unknown>, limit: number): Promise<NoticeRow[]> {
  const { rows } = await sql<NoticeRow>`
    select n.*, n.notice_id::text as notice_id, w.name as written_name, s.name as saved_name, x.name as withdrawn_name
    from notice n join staff w on w.staff_id = n.written_by join staff s on s.staff_id = n.saved_by
      left join staff x on x.staff_id = n.withdrawn_by
    where ${where} order by n.shown_from desc, n.notice_id desc limit ${limit}`.execute(db);
  return rows;
}

/**
 * Where a page begins: after the notice with this `shown_from` and id. The id is null after a notice of the operator's files: those are
 * listed after all rows with the same `shown_from`.
 */
export interface NoticePosition {
  readonly from: Date;
  readonly noticeId: string | null;
}

/**
 * Lists at most `limit` notices after a position, newest `shown_from` first. An undefined state means all states; `now` is epoch
 * milliseconds.
 */
export function listNotices(
  db: Db,
  input: {
    readonly state: NoticeState | undefined;
    readonly after: NoticePosition | null;
    readonly limit: number;
  },
  now: number,
): Promise<NoticeRow[]> {
  const { state, after, limit } = input;
  const conditions = [
    sql`true`,
    ...(state === undefined ? [] : [inState(state, now)]),
    ...(after === null
      ? []
      : after.noticeId === null
        ? [sql`n.shown_from < ${after.from}::timestamptz`]
        : [sql`(n.shown_from, n.notice_id) < (${after.from}::timestamptz, ${after.noticeId}::bigint)`]),
  ];
  return select(db, sql.join(conditions, sql` and `), limit);
}

/** Finds a notice with the names of its staff. */
export async function findNotice(db: Db, noticeId: string): Promise<NoticeRow | undefined> {
  const [row] = await select(db, sql`n.notice_id = ${noticeId}::bigint`, 1);
  return row;
}

/** As findNotice; locks the notice until the transaction ends. */
export async function lockNotice(trx: Trx, noticeId: string): Promise<NoticeRow | undefined> {
  await sql`select 1 from notice where notice_id = ${noticeId}::bigint for update`.execute(trx);
  return findNotice(trx, noticeId);
}

/** Inserts a notice and returns its id. */
export async function insertNotice(trx: Trx, notice: NewNotice): Promise<string> {
  const { notice_id } = await trx
    .insertInto('notice')
    .values(notice)
    .returning(sql<string>`notice_id::text`.as('notice_id'))
    .executeTakeFirstOrThrow();
  return notice_id;
}

/** Changes columns of a notice. The caller has locked it and compared its version. */
export async function updateNotice(
  trx: Trx,
  noticeId: string,
  changes: Updateable<NoticeTable>,
): Promise<void> {
  await trx.updateTable('notice').set(changes).where('notice_id', '=', noticeId).execute();
}
