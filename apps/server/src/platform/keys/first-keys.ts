// What a start does with the keys: it finds the wrapping key, and fills an empty database with the keys of an earlier release's files or
// with new ones.
import type { Db } from '../db/database.ts';
import { issuerKey } from './issuer-keys.ts';
import { insertMissingKeys, readKeyRows, rewrapKeyRow, type KeyPurpose, type KeyRow } from './key-rows.ts';
import { readOldKeyFiles, type OldKeyFile } from './old-key-files.ts';
import { macKey, newPasswordKey } from './password-keys.ts';
import { newPushKey } from './push-keys.ts';
import { newWebhookKey } from './webhook-keys.ts';
import { liveKeys, unwrapServerKey, wrapServerKey, type ServerKey } from './server-key.ts';
import { makeWrappingKey, readWrappingKeys, type KeySettings, type WrappingKey } from './wrapping-key.ts';

const PURPOSES = ['secret', 'issuer', 'password', 'push', 'webhook'] as const satisfies readonly KeyPurpose[];

/** Makes a key of a purpose for use from `now` on, epoch milliseconds. */
export const NEW_KEYS: Readonly<Record<KeyPurpose, (now: number) => ServerKey | Promise<ServerKey>>> = {
  secret: (now) => macKey(now),
  issuer: (now) => issuerKey(now),
  password: newPasswordKey,
  push: (now) => newPushKey(now),
  webhook: (now) => newWebhookKey(now),
};

/** Throws an Error of one line where a key of the database cannot be unwrapped. */
function requireUnwrapped(rows: readonly KeyRow[], wrapping: readonly WrappingKey[]): void {
  for (const row of rows.filter(({ wrappedPart }) => wrappedPart !== null)) {
    const unwrapped = unwrapServerKey(row, wrapping);
    if (typeof unwrapped === 'string') throw new Error(unwrapped);
  }
}

/**
 * Returns the keys of a file that the database lacks and that have not ended, oldest first. An earlier release that ran again has added them.
 * @throws Error of one line where the database knows none of the file's keys and has others: two processes used different ones
 */
function missingOf({ path, keys }: OldKeyFile, rows: readonly KeyRow[], now: number): ServerKey[] {
  const live = liveKeys(keys, now).toReversed();
  const unknown = live.filter(
    (key) => !rows.some((row) => row.purpose === key.purpose && row.keyId === key.keyId),
  );
  const hasOthers = live.every((key) => rows.some(({ purpose }) => purpose === key.purpose));
  if (unknown.length > 0 && unknown.length === live.length && hasOthers)
    throw new Error(
      `DATA_DIR: ${path} holds other keys than the database; another process put its own there. Move the file away to use those of the database`,
    );
  return unknown;
}

interface Start {
  readonly db: Db;
  readonly wrapping: readonly [WrappingKey, ...WrappingKey[]];
  readonly files: readonly OldKeyFile[];
  readonly now: number;
}

/** Puts the missing keys into the database. Of several processes that do so at once, one does. Returns the rows. */
async function fill({ db, wrapping, files, now }: Start): Promise<KeyRow[]> {
  for (;;) {
    const rows = await readKeyRows(db);
    requireUnwrapped(rows, wrapping);
    const missing = files.flatMap((file) => missingOf(file, rows, now));
    for (const purpose of PURPOSES)
      if (![...rows, ...missing].some((key) => key.purpose === purpose))
        missing.push(await NEW_KEYS[purpose](now));
    if (missing.length === 0) return rows;
    const wrapped = missing.map((key) => wrapServerKey(key, wrapping[0]));
    await insertMissingKeys(db, rows.length, wrapped);
  }
}

/** Wraps every key with the first wrapping key. */
async function rewrap({ db, wrapping }: Start, rows: readonly KeyRow[]): Promise<void> {
  for (const row of rows) {
    if (row.wrappedPart === null || row.wrappedBy === wrapping[0].fingerprint) continue;
    const unwrapped = unwrapServerKey(row, wrapping);
    if (typeof unwrapped === 'string') throw new Error(unwrapped);
    await rewrapKeyRow(db, row, wrapServerKey(unwrapped, wrapping[0]));
  }
}

/**
 * Prepares the keys of the database for this process. Returns its wrapping keys, of which the first one wraps.
 *
 * A wrapping key is made in DATA_DIR only if the database has no key yet. In production it must be given, except for an installation of an
 * earlier release, which keeps its keys in DATA_DIR already. `now` in epoch milliseconds.
 * @throws Error of one line where the wrapping key is missing or another one, or where DATA_DIR holds other keys
 */
export async function prepareKeys(
  db: Db,
  config: KeySettings,
  now: number,
): Promise<readonly [WrappingKey, ...WrappingKey[]]> {
  const files = readOldKeyFiles(config.dataDir);
  let [first, ...others] = readWrappingKeys(config);
  if (!first) {
    requireUnwrapped(await readKeyRows(db), []);
    if (config.production && files.length === 0)
      throw new Error(
        'KEY_FILE: must name a file with the wrapping key; make one with `openssl rand -base64 32`, mode 0600, and keep a copy of it apart from the database (this is production)',
      );
    first = makeWrappingKey(config.dataDir);
  }
  const start: Start = { db, wrapping: [first, ...others], files, now };
  await rewrap(start, await fill(start));
  return start.wrapping;
}
