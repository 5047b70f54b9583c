// A retried call gets its first answer again: key and work live in one transaction.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { IDEMPOTENCY_HOURS } from '@kippu/contract/limits';
import type { IdempotencyTable } from '../db/account-tables.ts';
import { inTransaction, type Db, type Trx } from '../db/database.ts';
import { ahead, landed, withCommit } from '../db/flight.ts';
import { statement } from '../db/statement.ts';
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

type KeyOnly = Pick<IdempotencyKey, 'accountId' | 'key'>;

/** Has a second request with the key wait until the first commits or rolls back. */
const lockKey = statement<unknown, KeyOnly>(
  (place) => sql`
  select pg_advisory_xact_lock(hashtextextended(concat(${place('accountId')}::text, ' ', ${place('key')}::text), 13))`,
);

/** What is kept of the key; read once it is locked. */
const keptOf = statement<Kept, KeyOnly>(
  (place) => sql`
  select fingerprint, answer, created_at from idempotency
  where account_id = ${place('accountId')} and key = ${place('key')}`,
);

const keep = statement<unknown, IdempotencyKey & { readonly answer: string; readonly now: Date }>(
  (place) => sql`
  insert into idempotency (account_id, key, fingerprint, answer, created_at)
  values (${place('accountId')}, ${place('key')}, ${place('fingerprint')}, ${place('answer')}, ${place('now')})`,
);

const forget = statement<unknown, KeyOnly>(
  (place) => sql`delete from idempotency where account_id = ${place('accountId')} and key = ${place('key')}`,
);

/** Sweeping comes last and skips what others hold: it makes nobody wait, and waits for nobody. */
const sweep = statement<unknown, { readonly oldest: Date }>(
  (place) => sql`
  delete from idempotency where (account_id, key) in (
    select account_id, key from idempotency where created_at <= ${place('oldest')}::timestamptz
    order by created_at limit ${sql.lit(SWEEP)} for update skip locked)`,
);

type Kept = Pick<IdempotencyTable, 'fingerprint' | 'answer' | 'created_at'>;

/** What a locked key stands for: nothing, something forgotten, or the first answer. Throws AppError REQ-0002 for another request. */
function readKept<T>(
  [kept]: readonly Kept[],
  { fingerprint }: IdempotencyKey,
  now: Date,
): { readonly answer: T } | 'lapsed' | undefined {
  if (!kept) return undefined;
  if (kept.created_at.getTime() <= oldestAt(now).getTime()) return 'lapsed';
  if (kept.fingerprint !== fingerprint) throw new AppError('REQ-0002');
  return { answer: JSON.parse(kept.answer ?? 'null') as T };
}

/** Remembers the answer with the commit; a refusal that was returned is not remembered. */
async function remember(
  trx: Trx,
  key: IdempotencyKey,
  { now, lapsed, answer }: { readonly now: Date; readonly lapsed: boolean; readonly answer: unknown },
): Promise<void> {
  if (answer instanceof AppError) return;
  if (lapsed) await withCommit(trx, forget(key));
  await withCommit(trx, keep({ ...key, answer: JSON.stringify(answer), now }));
  if (sweeps()) await withCommit(trx, sweep({ oldest: oldestAt(now) }));
}

/** What a call's work waits for, and how often it may be done. */
interface WriteOnce {
  /** A session that was not checked yet. */
  readonly session?: ExpectedSession | undefined;
  readonly key?: IdempotencyKey | undefined;
  readonly now: Date;
}

/** Takes what to do once the work is committed, such as a mail: not for a retry, nor where the work is undone. */
export type AfterCommit = (task: () => void) => void;

/** The key has an answer already: the transaction rolls back, what was sent behind the key with it. */
class Answered extends Error {
  readonly answer: unknown;

  constructor(answer: unknown) {
    super('answered before');
    this.answer = answer;
  }
}

/**
 * One transaction for the work, once per key. The session's check and the key travel with the work's first statements, so
 * that they cost no round trip; when either fails, so do these, and what the work made of that does not count.
 */
export async function writeOnce<T>(
  db: Db,
  write: WriteOnce,
  work: (trx: Trx, afterCommit: AfterCommit) => Promise<T | AppError>,
): Promise<T | AppError> {
  const tasks: (() => void)[] = [];
  try {
    const answer = await inTransaction(db, (trx) =>
      attempt(trx, write, () => work(trx, (task) => tasks.push(task))),
    );
    for (const task of tasks) task();
    return answer;
  } catch (error) {
    if (error instanceof Answered) return error.answer as T;
    throw error;
  } finally {
    await write.session?.used();
  }
}

async function attempt<T>(
  trx: Trx,
  { session, key, now }: WriteOnce,
  work: () => Promise<T | AppError>,
): Promise<T | AppError> {
  let lapsed = false;
  await session?.check(trx);
  if (key) {
    await ahead(trx, lockKey(key), () => undefined);
    await ahead(trx, keptOf(key), (rows) => {
      const kept = readKept<T>(rows, key, now);
      if (typeof kept === 'object') throw new Answered(kept.answer);
      lapsed = kept === 'lapsed';
    });
  }
  const answer = await work().catch(async (error: unknown) => {
    // Work that refuses before it asks the database anything must not tell so to a stranger, nor to a retry.
    await landed(trx);
    throw error;
  });
  await landed(trx);
  if (key) await remember(trx, key, { now, lapsed, answer });
  return answer;
}
