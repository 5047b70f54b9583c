// A retried call gets the first answer again: the key is written in the transaction of the work.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { IDEMPOTENCY_HOURS } from '@kippu/contract/limits';
import type { IdempotencyTable } from '../db/tables/account-tables.ts';
import { inTransaction, type Db, type Trx } from '../db/database.ts';
import { advisoryLock, tryAdvisoryLock } from '../db/locks.ts';
import { flush, prepend, withCommit } from '../db/pipeline/pipeline.ts';
import { statement } from '../db/pipeline/statement.ts';
import { AppError } from '../wire/app-error.ts';
import type { ExpectedSession } from '../../session/session.ts';

export interface IdempotencyKey {
  readonly accountId: string;
  readonly key: string;
  readonly fingerprint: string;
}

/** Returns a hash that is equal for two requests only if a retry may repeat the first answer. */
export function requestFingerprint(call: string, query: unknown, body: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify([call, query, body]))
    .digest('hex');
}

/** Every 50th write deletes up to 100 expired keys of all accounts, so the table cannot grow. */
export const SWEEP_EVERY = 50;
const SWEEP = 2 * SWEEP_EVERY;
let writes = 0;

/** Whether this write deletes expired keys. */
function isSweepDue(): boolean {
  writes = (writes + 1) % SWEEP_EVERY;
  return writes === 0;
}

/** A key of this age or older has expired. */
const expiryAt = (now: Date) => new Date(now.getTime() - IDEMPOTENCY_HOURS * 3_600_000);

type KeyOnly = Pick<IdempotencyKey, 'accountId' | 'key'>;

/** Makes a second request with the key wait until the first commits or rolls back. */
const lockKey = statement<unknown, KeyOnly>(
  (place) => sql`
  select ${advisoryLock('idempotencyKey', sql`concat(${place('accountId')}::text, ' ', ${place('key')}::text)`)}`,
);

/** As lockKey, but does not wait: says whether another request has the key. */
const tryKey = statement<{ readonly locked: boolean }, KeyOnly>(
  (place) => sql`
  select ${tryAdvisoryLock('idempotencyKey', sql`concat(${place('accountId')}::text, ' ', ${place('key')}::text)`)} as locked`,
);

/** Reads the stored answer; run it after lockKey. */
const selectAnswer = statement<StoredAnswer, KeyOnly>(
  (place) => sql`
  select fingerprint, answer, created_at from idempotency
  where account_id = ${place('accountId')} and key = ${place('key')}`,
);

const insertAnswer = statement<unknown, IdempotencyKey & { readonly answer: string; readonly now: Date }>(
  (place) => sql`
  insert into idempotency (account_id, key, fingerprint, answer, created_at)
  values (${place('accountId')}, ${place('key')}, ${place('fingerprint')}, ${place('answer')}, ${place('now')})`,
);

const deleteKey = statement<unknown, KeyOnly>(
  (place) => sql`delete from idempotency where account_id = ${place('accountId')} and key = ${place('key')}`,
);

/** Deletes expired keys. Runs last and skips locked rows, so that it neither waits nor makes others wait. */
const sweep = statement<unknown, { readonly oldest: Date }>(
  (place) => sql`
  delete from idempotency where (account_id, key) in (
    select account_id, key from idempotency where created_at <= ${place('oldest')}::timestamptz
    order by created_at limit ${sql.lit(SWEEP)} for update skip locked)`,
);

type StoredAnswer = Pick<IdempotencyTable, 'fingerprint' | 'answer' | 'created_at'>;

/** Returns the first answer, 'expired' for an expired key, or undefined for a new one. Throws AppError REQ-0002 for another request. */
function readStored<T>(
  [stored]: readonly StoredAnswer[],
  { fingerprint }: IdempotencyKey,
  now: Date,
): { readonly answer: T } | 'expired' | undefined {
  if (!stored) return undefined;
  if (stored.created_at.getTime() <= expiryAt(now).getTime()) return 'expired';
  if (stored.fingerprint !== fingerprint) throw new AppError('REQ-0002');
  return { answer: JSON.parse(stored.answer ?? 'null') as T };
}

/** Stores the answer with the commit. A returned refusal is not stored. */
async function remember(
  trx: Trx,
  key: IdempotencyKey,
  { now, expired, answer }: { readonly now: Date; readonly expired: boolean; readonly answer: unknown },
): Promise<void> {
  if (answer instanceof AppError) return;
  if (expired) await withCommit(trx, deleteKey(key));
  await withCommit(trx, insertAnswer({ ...key, answer: JSON.stringify(answer), now }));
  if (isSweepDue()) await withCommit(trx, sweep({ oldest: expiryAt(now) }));
}

/** What a call's work waits for, and its idempotency key. */
export interface WriteOnce {
  /** A session that has not been checked yet. */
  readonly session?: ExpectedSession | undefined;
  readonly key?: IdempotencyKey | undefined;
  readonly now: Date;
  /** Makes the refusal of a request whose key another request has, which is under way. Without it, the second request waits. */
  readonly underWay?: (() => AppError) | undefined;
}

/** Takes a task to run after the commit, such as a mail. It does not run for a retry or after a rollback. */
export type AfterCommit = (task: () => void) => void;

/** Thrown where the key has an answer already: rolls back the transaction and everything sent after the key. */
class Answered extends Error {
  readonly answer: unknown;

  constructor(answer: unknown) {
    super('answered before');
    this.answer = answer;
  }
}

/**
 * Runs the work in one transaction, once for each key. The session's check and the key are sent with the work's first statements, so that
 * they cost no round trip. If either fails, those statements fail too, and the result of the work is discarded.
 */
export async function writeOnce<T>(
  db: Db,
  write: WriteOnce,
  work: (trx: Trx, afterCommit: AfterCommit) => Promise<T | AppError>,
): Promise<T | AppError> {
  let tasks: (() => void)[] = [];
  try {
    const answer = await inTransaction(db, (trx) => {
      // Those of a try that was rolled back must not run.
      tasks = [];
      return attempt(trx, write, () => work(trx, (task) => tasks.push(task)));
    });
    for (const task of tasks) task();
    return answer;
  } catch (error) {
    if (error instanceof Answered) return error.answer as T;
    throw error;
  } finally {
    await write.session?.used();
  }
}

/** Reads the key's stored answer without its lock. Throws AppError REQ-0002 where it belongs to another request. */
async function storedAnswer<T>(
  db: Db,
  key: IdempotencyKey | undefined,
  now: Date,
): Promise<{ readonly answer: T } | undefined> {
  if (!key) return undefined;
  const { rows } = await db.executeQuery(selectAnswer(key).compile(db));
  const stored = readStored<T>(rows, key, now);
  return typeof stored === 'object' ? stored : undefined;
}

/** A write in two parts: the slow one outside transactions, then one transaction. */
export interface SlowWork<P, T> {
  /** If it throws a refusal, that is the call's answer. What it counted in its own transactions stays. */
  readonly prepare: () => Promise<P>;
  /** Must check again, under a lock, whatever `prepare` read: it may have changed. */
  readonly write: (trx: Trx, prepared: P, afterCommit: AfterCommit) => Promise<T | AppError>;
}

/** As WriteOnce. `session` is called after the slow part, to be checked again in the transaction. */
export interface WriteAfterSlowWork extends Omit<WriteOnce, 'session'> {
  readonly session?: () => ExpectedSession | undefined;
}

/**
 * As writeOnce, for a write whose slow part must not hold a transaction. A retry gets the first answer without running `prepare`.
 */
export async function writeSlowly<P, T>(
  db: Db,
  { key, now, session }: WriteAfterSlowWork,
  { prepare, write }: SlowWork<P, T>,
): Promise<T | AppError> {
  const first = await storedAnswer<T>(db, key, now);
  if (first) return first.answer;
  let prepared: P;
  try {
    prepared = await prepare();
  } catch (error) {
    // Another process may have answered the same request since, and its change may be the cause of this refusal.
    const stored = error instanceof AppError ? await storedAnswer<T>(db, key, now) : undefined;
    if (stored) return stored.answer;
    throw error;
  }
  return writeOnce(db, { key, now, session: session?.() }, (trx, afterCommit) =>
    write(trx, prepared, afterCommit),
  );
}

async function attempt<T>(
  trx: Trx,
  { session, key, now, underWay }: WriteOnce,
  work: () => Promise<T | AppError>,
): Promise<T | AppError> {
  let expired = false;
  await session?.check(trx);
  if (key) {
    if (underWay)
      await prepend(trx, tryKey(key), ([row]) => {
        if (!row?.locked) throw underWay();
      });
    else await prepend(trx, lockKey(key), () => undefined);
    await prepend(trx, selectAnswer(key), (rows) => {
      const stored = readStored<T>(rows, key, now);
      if (typeof stored === 'object') throw new Answered(stored.answer);
      expired = stored === 'expired';
    });
  }
  const answer = await work().catch(async (error: unknown) => {
    // If the work refuses before its first query, the session and the key are still unchecked: check them before the refusal is sent.
    await flush(trx);
    throw error;
  });
  await flush(trx);
  if (key) await remember(trx, key, { now, expired, answer });
  return answer;
}
