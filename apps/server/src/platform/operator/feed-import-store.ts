// The SQL of timetables imported at the desk.
import type { FeedSummary } from '@kippu/contract/calls/desk/timetable';
import { sql, type Selectable } from 'kysely';
import type { Db, Trx } from '../db/database.ts';
import { jsonText } from '../db/json-text.ts';
import type { FeedImportTable } from '../db/tables/feed-tables.ts';
import type { FeedInput } from '../gtfs/source/open-source.ts';

export type FeedImportRow = Omit<Selectable<FeedImportTable>, 'files' | 'upload_id'>;
/** An import, and where its feed is. */
export type FoundImport = Pick<Selectable<FeedImportTable>, 'import_id' | 'files' | 'upload_id'>;

/** One of the two database drivers reads a bigint as a number. */
const ID = sql<string>`import_id::text`.as('import_id');
const HEAD = [ID, 'summary', 'imported_at', 'imported_by', 'withdrawn_at', 'withdrawn_by'] as const;

/** Returns the feed of an import. Imports of older versions are texts. */
export async function feedOfImport(db: Db, { files, upload_id }: FoundImport): Promise<FeedInput> {
  return upload_id === null ? { texts: files ?? {} } : { zip: await feedOfUpload(db, upload_id) };
}

/** Returns the ZIP file of an upload. */
export async function feedOfUpload(db: Db, uploadId: string): Promise<Uint8Array> {
  const parts = await db
    .selectFrom('feed_upload_part')
    .select('bytes')
    .where('upload_id', '=', uploadId)
    .orderBy('part')
    .execute();
  return Buffer.concat(parts.map(({ bytes }) => bytes));
}

/** Finds the newest upload without an error, unless it was imported. */
export async function findReadyUpload(db: Db): Promise<string | undefined> {
  const newest = await db
    .selectFrom('feed_upload as u')
    .leftJoin('feed_import as i', 'i.upload_id', 'u.upload_id')
    .select(['u.upload_id', 'i.imported_at'])
    .where('u.feed', 'is not', null)
    .orderBy('u.uploaded_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.imported_at === null ? newest.upload_id : undefined;
}

/** Returns an upload's feed as packFeed stores it; null where it has none. */
export async function findPackedFeed(db: Db, uploadId: string): Promise<Uint8Array | null> {
  const found = await db
    .selectFrom('feed_upload')
    .select('feed')
    .where('upload_id', '=', uploadId)
    .executeTakeFirst();
  return found?.feed ?? null;
}

/** A condition on imports that may take effect: the feed is kept, and they were not withdrawn. */
const isUsable = sql<boolean>`(withdrawn_at is null and (files is not null or upload_id is not null))`;

/** The newest import that was not withdrawn. */
export async function findImportInForce(db: Db): Promise<FoundImport | undefined> {
  return db
    .selectFrom('feed_import')
    .select([ID, 'files', 'upload_id'])
    .where(isUsable)
    .orderBy('feed_import.import_id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The newest import before this one that was not withdrawn and whose feed is kept. */
export async function findImportBefore(db: Db, importId: string): Promise<FoundImport | undefined> {
  return db
    .selectFrom('feed_import')
    .select([ID, 'files', 'upload_id'])
    .where(isUsable)
    .where('import_id', '<', importId)
    .orderBy('feed_import.import_id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Lists imports, the newest first, withdrawn ones too. */
export async function listImports(db: Db, limit: number): Promise<FeedImportRow[]> {
  return db
    .selectFrom('feed_import')
    .select(HEAD)
    .orderBy('feed_import.import_id', 'desc')
    .limit(limit)
    .execute();
}

/** Finds the import of an upload. */
export async function findImportOfUpload(db: Db, uploadId: string): Promise<FeedImportRow | undefined> {
  return db
    .selectFrom('feed_import')
    .select(HEAD)
    .where('upload_id', '=', uploadId)
    .orderBy('feed_import.import_id')
    .limit(1)
    .executeTakeFirst();
}

export async function insertImport(
  trx: Trx,
  feed: { readonly uploadId: string; readonly summary: FeedSummary; readonly by: string; readonly at: Date },
): Promise<FeedImportRow> {
  return trx
    .insertInto('feed_import')
    .values({
      files: null,
      summary: jsonText(feed.summary),
      imported_at: feed.at,
      imported_by: feed.by,
      withdrawn_at: null,
      withdrawn_by: null,
      upload_id: feed.uploadId,
    })
    .returning(HEAD)
    .executeTakeFirstOrThrow();
}

/** Withdraws an import. One that is already withdrawn stays unchanged. Returns undefined when there is no such import. */
export async function withdrawImport(
  trx: Trx,
  importId: string,
  by: string,
  at: Date,
): Promise<FeedImportRow | undefined> {
  await trx
    .updateTable('feed_import')
    .set({ withdrawn_at: at, withdrawn_by: by })
    .where('import_id', '=', importId)
    .where('withdrawn_at', 'is', null)
    .execute();
  return trx.selectFrom('feed_import').select(HEAD).where('import_id', '=', importId).executeTakeFirst();
}
