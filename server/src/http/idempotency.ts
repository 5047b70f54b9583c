// A retried call gets its first answer again: key and work live in one transaction.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { IDEMPOTENCY_HOURS } from '@kippu/contract/limits';
import { inTransaction, type Db, type Trx } from '../db/database.ts';
import { ahead, landed, withCommit } from '../db/flight.ts';
import { AppError } from './app-error.ts';
import type { ExpectedSession } from './session.ts';

export interface IdempotencyKey {
  readonly accountId: string;
  readonly key: string;
  readonly fingerprint: string;
}

/** What must be equal for a retry to be the same request. */
export function requestFingerprint(call: string, query: unknown, body: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify([call, query, body]))
    .digest('hex');
}

/** Lapsed keys, whoever's, are taken away by one write in so many, more than these made, so that they do not pile up. */
export const SWEEP_EVERY = 50;
const SWEEP = 2 * SWEEP_EVERY;
let written = 0;

/** Whether it is the turn of this process's present write to sweep. */
function sweeps(): boolean {
  written = (written + 1) % SWEEP_EVERY;
  return written === 0;
}

/** From this moment back a key is forgotten. */
const oldestAt = (now: Date) => new Date(now.getTime() - IDEMPOTENCY_HOURS * 3_600_000);

/** Takes the key: no row means that it was taken. A second request with it waits until the first commits or rolls back. */
const claim = ({ accountId, key, fingerprint }: IdempotencyKey, now: Date) => sql<{ key: string }>`
  insert into idempotency (account_id, key, fingerprint, answer, created_at)
  values (${accountId}, ${key}, ${fingerprint}, null, ${now})
  on conflict (account_id, key) do update
    set fingerprint = excluded.fingerprint, answer = null, created_at = excluded.created_at
    where idempotency.created_at <= ${oldestAt(now)}
  returning key`;

/** The first answer of a taken key; undefined when it was forgotten meanwhile. Throws AppError REQ-0002 for another request. */
async function firstAnswer<T>(
  db: Db,
  { accountId, key, fingerprint }: IdempotencyKey,
): Promise<{ readonly answer: T } | undefined> {
  const { rows } = await sql<{ fingerprint: string; answer: string | null }>`
    select fingerprint, answer from idempotency where account_id = ${accountId} and key = ${key}`.execute(db);
  const [first] = rows;
  if (first && first.fingerprint !== fingerprint) throw new AppError('REQ-0002');
  return first && { answer: JSON.parse(first.answer ?? 'null') as T };
}

/** Remembers the answer with the commit; a refusal that was returned is not remembered. */
async function remember(
  trx: Trx,
  { accountId, key }: IdempotencyKey,
  now: Date,
  answer: unknown,
): Promise<void> {
  const mine = sql`account_id = ${accountId} and key = ${key}`;
  if (answer instanceof AppError) return withCommit(trx, sql`delete from idempotency where ${mine}`);
  await withCommit(trx, sql`update idempotency set answer = ${JSON.stringify(answer)} where ${mine}`);
  // Sweeping comes last and skips what others hold: it makes nobody wait, and waits for nobody.
  if (sweeps())
    await withCommit(
      trx,
      sql`
      delete from idempotency where (account_id, key) in (
        select account_id, key from idempotency where created_at <= ${oldestAt(now)}::timestamptz
        order by created_at limit ${sql.lit(SWEEP)} for update skip locked)`,
    );
}

/** Does the work once per key; a refusal it returns is committed but not remembered, one it throws undoes all. */
export async function once<T>(
  trx: Trx,
  key: IdempotencyKey,
  now: Date,
  work: () => Promise<T | AppError>,
): Promise<T | AppError> {
  const taken = await claim(key, now).execute(trx);
  if (taken.rows.length === 0) {
    const first = await firstAnswer<T>(trx, key);
    if (!first) throw new AppError('REQ-0007', { detail: 'a key went while it was locked' });
    return first.answer;
  }
  const answer = await work();
  await remember(trx, key, now, answer);
  return answer;
}

/** What a call's work waits for, and how often it may be done. */
export interface WriteOnce {
  /** A session that was not checked yet. */
  readonly session?: ExpectedSession | undefined;
  readonly key?: IdempotencyKey | undefined;
  readonly now: Date;
}

/** The key was taken: the transaction rolls back, and the first answer is read. */
class KeyTaken extends Error {}

/**
 * One transaction for the work, once per key. The session's check and the key travel with the work's first statements, so
 * that they cost no round trip; when either fails, so do these, and what the work made of that does not count.
 */
export async function writeOnce<T>(
  db: Db,
  write: WriteOnce,
  work: (trx: Trx) => Promise<T | AppError>,
): Promise<T | AppError> {
  try {
    return await inTransaction(db, (trx) => attempt(trx, write, work));
  } catch (error) {
    if (!(error instanceof KeyTaken) || !write.key) throw error;
    const first = await firstAnswer<T>(db, write.key);
    return first ? first.answer : await writeOnce(db, write, work);
  } finally {
    await write.session?.used();
  }
}

async function attempt<T>(
  trx: Trx,
  { session, key, now }: WriteOnce,
  work: (trx: Trx) => Promise<T | AppError>,
): Promise<T | AppError> {
  await session?.check(trx);
  if (key)
    await ahead(trx, claim(key, now), (rows) => {
      if (rows.length === 0) throw new KeyTaken();
    });
  const answer = await work(trx).catch(async (error: unknown) => {
    // Work that refuses before it asks the database anything must not tell so to a stranger, nor to a retry.
    await landed(trx);
    throw error;
  });
  await landed(trx);
  if (key) await remember(trx, key, now, answer);
  return answer;
}
