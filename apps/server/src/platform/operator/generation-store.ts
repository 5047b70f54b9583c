// The SQL of timetable generations: which one is current, its files, how far its reservations are moved, and who serves it.
import type { FeedSummary } from '@kippu/contract/calls/desk/timetable';
import { sql } from 'kysely';
import type { Db, Trx } from '../db/database.ts';
import { jsonText } from '../db/json-text.ts';
import { sharedTimetableLock } from '../db/locks.ts';
import { prepend } from '../db/pipeline/pipeline.ts';
import { statement } from '../db/pipeline/statement.ts';
import type { FeedInput } from '../gtfs/source/open-source.ts';
import type { FolderTexts } from './files/operator-files.ts';

interface GenerationHead {
  /** 0 before the first. */
  generation: number;
  /** Whether every reservation is moved to it. */
  moved: boolean;
}

interface Newest extends GenerationHead {
  /** The number of the last change of a live train; 0 before the first. */
  live: number;
}

const newestHead = statement<Newest, object>(
  () => sql`select coalesce(t.generation, 0) as generation, coalesce(t.moved, false) as moved, coalesce(v.version, 0) as live
    from (select 1) as one
    left join (select generation, moved_at is not null as moved from timetable order by generation desc limit 1) as t on true
    left join live_version v on true`,
);
const shareTimetable = statement<unknown, object>(() => sql`select ${sharedTimetableLock()}`);

/** Finds the current generation, and the last change of a live train. */
export async function findNewest(db: Db): Promise<Newest> {
  const { rows } = await db.executeQuery(newestHead({}).compile(db));
  return rows[0] ?? { generation: 0, moved: false, live: 0 };
}

/**
 * Reads the current generation and the last change of a live train with the transaction's next query, before it, and keeps the generation
 * current until the transaction ends. `check` gets both; if it throws, that query fails.
 */
export async function prependNewest(trx: Trx, check: (newest: Newest) => void): Promise<void> {
  // Two statements, since the second one must see what the lock waited for.
  await prepend(trx, shareTimetable({}), () => undefined);
  await prepend(trx, newestHead({}), ([newest]) => newest && check(newest));
}

export interface GenerationRow extends GenerationHead {
  /** The generation that has the same files; null for one with files of its own. */
  base: number | null;
  import_id: string | null;
  folder_hash: string;
  files: FolderTexts;
  feed: Uint8Array | null;
  replacements: Readonly<Record<string, string>>;
  published_at: Date;
  disrupted: number;
  summary: FeedSummary;
}

const ROW = sql`generation, base, import_id::text as import_id, folder_hash, replacements, published_at, disrupted, summary,
  moved_at is not null as moved`;

/** Finds the current generation with its files; undefined before the first. */
export async function findNewestWithFiles(db: Db): Promise<GenerationRow | undefined> {
  const { rows } = await sql<GenerationRow>`
    select ${ROW}, files, feed from timetable order by generation desc limit 1`.execute(db);
  return rows[0];
}

/** Finds the current generation; undefined before the first. */
export async function describeNewest(db: Db): Promise<Omit<GenerationRow, 'files' | 'feed'> | undefined> {
  const { rows } = await sql<GenerationRow>`
    select ${ROW} from timetable order by generation desc limit 1`.execute(db);
  return rows[0];
}

/** Whether a generation was made from a folder with this timetable. */
export async function isKnownFolder(db: Db, folderHash: string): Promise<boolean> {
  const found = await db
    .selectFrom('timetable')
    .select('generation')
    .where('folder_hash', '=', folderHash)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether a generation was made from this import. */
export async function isKnownImport(db: Db, importId: string): Promise<boolean> {
  const found = await db
    .selectFrom('timetable')
    .select('generation')
    .where('import_id', '=', importId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export interface NewGeneration {
  readonly importId: string | null;
  readonly folderHash: string;
  /** The timetable's files without its feed. */
  readonly files: FolderTexts;
  /** The feed as packFeed stores it. */
  readonly feed: Uint8Array;
}

const OLD_FEED = 'gtfs/';

/** Returns the feed of a generation. Older versions stored its texts among the files. */
export function feedOf({
  files,
  feed,
}: Pick<GenerationRow, 'files' | 'feed'>): FeedInput | { readonly packed: Uint8Array } {
  if (feed) return { packed: feed };
  const own = Object.entries(files).filter(([file]) => file.startsWith(OLD_FEED));
  return { texts: Object.fromEntries(own.map(([file, text]) => [file.slice(OLD_FEED.length), text])) };
}

/** Inserts a generation, and drops the files of older ones. Returns its number. */
export async function insertGeneration(
  trx: Trx,
  { importId, folderHash, files, feed, summary }: NewGeneration & { readonly summary: FeedSummary },
  at: Date,
): Promise<number> {
  const { generation } = await trx
    .insertInto('timetable')
    .values({
      import_id: importId,
      base: null,
      folder_hash: folderHash,
      files: jsonText(files),
      feed,
      summary: jsonText(summary),
      replacements: '{}',
      published_at: at,
      moved_at: null,
    })
    .returning('generation')
    .executeTakeFirstOrThrow();
  await dropFiles(trx, generation);
  return generation;
}

/** Inserts a generation with the files of the current one, which loses them. Returns its number. */
export async function repeatGeneration(trx: Trx, at: Date): Promise<number> {
  const { rows } = await sql<{ generation: number }>`
    insert into timetable (import_id, base, folder_hash, files, feed, summary, replacements, published_at)
    select import_id, coalesce(base, generation), folder_hash, files, feed, summary, '{}', ${at}::timestamptz
    from timetable order by generation desc limit 1
    returning generation`.execute(trx);
  const [row] = rows;
  if (!row) throw new Error('no timetable is in effect');
  await dropFiles(trx, row.generation);
  return row.generation;
}

/** Drops the files of the generations before this one. */
async function dropFiles(trx: Trx, generation: number): Promise<void> {
  await trx
    .updateTable('timetable')
    .set({ files: null, feed: null })
    .where('generation', '<', generation)
    .where('files', 'is not', null)
    .execute();
}

/** Stores the departures that other trips run in a new generation. */
export async function saveReplacements(
  trx: Trx,
  generation: number,
  replacements: Readonly<Record<string, string>>,
): Promise<void> {
  await trx
    .updateTable('timetable')
    .set({ replacements: JSON.stringify(replacements) })
    .where('generation', '=', generation)
    .execute();
}

/**
 * Locks a generation whose reservations are not all moved. Returns how far they are; undefined when they are moved, or
 * when another process moves them.
 */
export async function lockUnmoved(trx: Trx, generation: number): Promise<string | undefined> {
  const { rows } = await sql<{ through: string }>`
    select moved_through as through from timetable where generation = ${generation} and moved_at is null
    for update skip locked`.execute(trx);
  return rows[0]?.through;
}

/** Stores how far the reservations are moved, and how many of them were disrupted since the last time. */
export async function saveProgress(
  trx: Trx,
  generation: number,
  { through, disrupted }: { readonly through: string; readonly disrupted: number },
): Promise<void> {
  await sql`update timetable set moved_through = ${through}, disrupted = disrupted + ${disrupted}::int
    where generation = ${generation}`.execute(trx);
}

/** Marks all reservations as moved. Returns how many were disrupted. */
export async function markMoved(trx: Trx, generation: number, at: Date): Promise<number> {
  const { disrupted } = await trx
    .updateTable('timetable')
    .set({ moved_at: at })
    .where('generation', '=', generation)
    .returning('disrupted')
    .executeTakeFirstOrThrow();
  return disrupted;
}
