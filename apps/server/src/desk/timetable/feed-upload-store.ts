// The SQL of feeds sent from the desk: their ZIP files in parts, how far they are read, and what was found.
import type { Selectable } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import { jsonText } from '../../platform/db/json-text.ts';
import type { FeedUploadTable } from '../../platform/db/tables/feed-tables.ts';
import type { Progress } from '../../platform/gtfs/read/read-feed.ts';

/** An upload without its files. */
export type FeedUpload = Omit<Selectable<FeedUploadTable>, 'feed'>;

const HEAD = [
  'upload_id',
  'uploaded_by',
  'uploaded_at',
  'bytes',
  'file',
  'share',
  'seen_at',
  'result',
] as const;

export async function insertUpload(trx: Trx, uploadId: string, by: string, at: Date): Promise<void> {
  await trx
    .insertInto('feed_upload')
    .values({
      upload_id: uploadId,
      uploaded_by: by,
      uploaded_at: at,
      bytes: 0,
      seen_at: at,
      result: null,
      feed: null,
    })
    .execute();
}

/** Stores the next part of an upload's file. */
export async function insertPart(trx: Trx, uploadId: string, part: number, bytes: Uint8Array): Promise<void> {
  await trx.insertInto('feed_upload_part').values({ upload_id: uploadId, part, bytes }).execute();
  await trx
    .updateTable('feed_upload')
    .set(({ eb }) => ({ bytes: eb('bytes', '+', bytes.length) }))
    .where('upload_id', '=', uploadId)
    .execute();
}

export async function deleteUpload(trx: Trx, uploadId: string): Promise<void> {
  await trx.deleteFrom('feed_upload').where('upload_id', '=', uploadId).execute();
}

/** Stores how far an upload is read. */
export async function saveProgress(trx: Trx, uploadId: string, progress: Progress, at: Date): Promise<void> {
  await trx
    .updateTable('feed_upload')
    .set({ ...progress, seen_at: at })
    .where('upload_id', '=', uploadId)
    .where('result', 'is', null)
    .execute();
}

/** Marks an upload as one that nobody reads any more. */
export async function saveStopped(trx: Trx, uploadId: string): Promise<void> {
  await trx
    .updateTable('feed_upload')
    .set({ seen_at: new Date(0) })
    .where('upload_id', '=', uploadId)
    .where('result', 'is', null)
    .execute();
}

/** Stores what was found, and the feed as packFeed stores it if it has no error. */
export async function saveResult(
  trx: Trx,
  uploadId: string,
  result: object,
  feed: Uint8Array | null,
): Promise<void> {
  await trx
    .updateTable('feed_upload')
    .set({ result: jsonText(result), feed })
    .where('upload_id', '=', uploadId)
    .execute();
}

/** Finds an upload of a member of staff. */
export async function findUpload(db: Db, uploadId: string, by: string): Promise<FeedUpload | undefined> {
  return db
    .selectFrom('feed_upload')
    .select(HEAD)
    .where('upload_id', '=', uploadId)
    .where('uploaded_by', '=', by)
    .executeTakeFirst();
}

/** Locks an upload until the transaction ends. Returns false when it is gone. */
export async function lockUpload(trx: Trx, uploadId: string): Promise<boolean> {
  const row = trx.selectFrom('feed_upload').select('upload_id').where('upload_id', '=', uploadId);
  return (await row.forUpdate().executeTakeFirst()) !== undefined;
}

/** Reads the feed of an upload of a member of staff; undefined where there is none, null where it has an error or is not read yet. */
export async function findUploadedFeed(
  db: Db,
  uploadId: string,
  by: string,
): Promise<Uint8Array | null | undefined> {
  const found = await db
    .selectFrom('feed_upload')
    .select('feed')
    .where('upload_id', '=', uploadId)
    .where('uploaded_by', '=', by)
    .executeTakeFirst();
  return found?.feed;
}
