// All SQL of timetables imported at the desk.
import type { FeedSummary } from '@kippu/contract/desk-feed';
import { sql, type Selectable } from 'kysely';
import type { Db, Trx } from '../db/database.ts';
import type { FeedImportTable } from '../db/feed-tables.ts';
import type { FeedTexts } from './gtfs-reader.ts';

export type FeedImportRow = Omit<Selectable<FeedImportTable>, 'files'>;

/** One driver reads a bigint as a number. */
const ID = sql<string>`import_id::text`.as('import_id');
const HEAD = [ID, 'summary', 'imported_at', 'imported_by', 'withdrawn_at', 'withdrawn_by'] as const;

/** The newest that was not taken back. */
export async function findImportInForce(
  db: Db,
): Promise<Pick<Selectable<FeedImportTable>, 'import_id' | 'files'> | undefined> {
  return db
    .selectFrom('feed_import')
    .select([ID, 'files'])
    .where('withdrawn_at', 'is', null)
    .orderBy('feed_import.import_id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The newest first, those taken back too. */
export async function listImports(db: Db, most: number): Promise<FeedImportRow[]> {
  return db.selectFrom('feed_import').select(HEAD).orderBy('feed_import.import_id', 'desc').limit(most).execute();
}

export async function insertImport(
  trx: Trx,
  feed: { readonly files: FeedTexts; readonly summary: FeedSummary; readonly by: string; readonly at: Date },
): Promise<FeedImportRow> {
  return trx
    .insertInto('feed_import')
    .values({
      files: JSON.stringify(feed.files),
      summary: JSON.stringify(feed.summary),
      imported_at: feed.at,
      imported_by: feed.by,
      withdrawn_at: null,
      withdrawn_by: null,
    })
    .returning(HEAD)
    .executeTakeFirstOrThrow();
}

/** Takes one back; one that was taken back before stays as it then was. Undefined where there is none of this id. */
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
