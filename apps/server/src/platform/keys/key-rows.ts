// The table of the server's keys: all its SQL.
import { sql, type Selectable } from 'kysely';
import { inTransaction, type Db } from '../db/database.ts';
import { lockServerKeys } from '../db/locks.ts';
import type { Tables } from '../db/tables/tables.ts';

/** `issuer` signs certificates, `password` decrypts passwords, `secret` makes keyed hashes, `push` names the server to push services, `webhook` signs webhooks. */
export type KeyPurpose = Tables['server_key']['purpose'];

/** A key to store. Times in epoch milliseconds. */
export interface NewKeyRow {
  readonly purpose: KeyPurpose;
  readonly keyId: string;
  readonly publicPart: string | null;
  /** Null once the private part is destroyed. */
  readonly wrappedPart: string | null;
  readonly wrappedBy: string | null;
  readonly createdAt: number;
  readonly usedFrom: number;
  /** Null for a key without an end. */
  readonly endsAt: number | null;
}

export interface KeyRow extends NewKeyRow {
  /** Counts the keys of a purpose from 1. */
  readonly generation: number;
}

const rowOf = (row: Selectable<Tables['server_key']>): KeyRow => ({
  purpose: row.purpose,
  keyId: row.key_id,
  generation: row.generation,
  publicPart: row.public_part,
  wrappedPart: row.wrapped_part,
  wrappedBy: row.wrapped_by,
  createdAt: row.created_at.getTime(),
  usedFrom: row.signs_from.getTime(),
  endsAt: row.ends_at?.getTime() ?? null,
});

/** Reads every key, destroyed ones too, the newest of each purpose first. */
export async function readKeyRows(db: Db): Promise<KeyRow[]> {
  const rows = await db.selectFrom('server_key').selectAll().orderBy('generation', 'desc').execute();
  return rows.map(rowOf);
}

/** Returns the generation of a purpose's next key. */
export const nextGeneration = (rows: readonly KeyRow[], purpose: KeyPurpose): number =>
  1 + Math.max(0, ...rows.filter((row) => row.purpose === purpose).map((row) => row.generation));

/** Inserts a key. Returns false where another process has inserted this generation, or this key, before. */
export async function insertKeyRow(db: Db, row: NewKeyRow, generation: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('server_key')
    .values({
      purpose: row.purpose,
      key_id: row.keyId,
      generation,
      public_part: row.publicPart,
      wrapped_part: row.wrappedPart,
      wrapped_by: row.wrappedBy,
      created_at: new Date(row.createdAt),
      signs_from: new Date(row.usedFrom),
      ends_at: row.endsAt === null ? null : new Date(row.endsAt),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Inserts keys that the table lacks, the oldest first, if it still has `known` rows. Otherwise it does nothing: another process wrote first. */
export function insertMissingKeys(db: Db, known: number, keys: readonly NewKeyRow[]): Promise<void> {
  return inTransaction(db, async (trx) => {
    await lockServerKeys(trx);
    if ((await readKeyRows(trx)).length !== known) return;
    for (const key of keys) await insertKeyRow(trx, key, nextGeneration(await readKeyRows(trx), key.purpose));
  });
}

/**
 * Replaces all keys of a purpose by a new one and destroys their private parts. `now` in epoch milliseconds. Throws where another process
 * makes a key at the same time.
 */
export function replaceKeyRows(db: Db, key: NewKeyRow, now: number): Promise<void> {
  return inTransaction(db, async (trx) => {
    await lockServerKeys(trx);
    await sql`update server_key set wrapped_part = null, wrapped_by = null,
        ends_at = least(ends_at, ${new Date(now)}::timestamptz)
      where purpose = ${key.purpose} and wrapped_part is not null`.execute(trx);
    if (!(await insertKeyRow(trx, key, nextGeneration(await readKeyRows(trx), key.purpose))))
      throw new Error('another process has made a key at the same time; run this again');
  });
}

/** Destroys the private parts of all keys that ended before `endedBefore`, epoch milliseconds. */
export async function destroyEndedKeys(db: Db, endedBefore: number): Promise<void> {
  await db
    .updateTable('server_key')
    .set({ wrapped_part: null, wrapped_by: null })
    .where('wrapped_part', 'is not', null)
    .where('ends_at', '<', new Date(endedBefore))
    .execute();
}

/** Stores the private part under another wrapping key, unless the row has changed since it was read. */
export async function rewrapKeyRow(db: Db, row: KeyRow, rewrapped: NewKeyRow): Promise<void> {
  await db
    .updateTable('server_key')
    .set({ wrapped_part: rewrapped.wrappedPart, wrapped_by: rewrapped.wrappedBy })
    .where('purpose', '=', row.purpose)
    .where('key_id', '=', row.keyId)
    .where('wrapped_part', '=', row.wrappedPart)
    .execute();
}
