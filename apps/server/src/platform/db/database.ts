// The two kinds of connection: Db for reads, Trx for writes.
import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import { isTransient, outageOf } from './connect/outage.ts';
import { inSpan } from './spans.ts';
import type { Tables } from './tables/tables.ts';
import { inTransactionScope } from './transaction-scope.ts';

/** A connection. A Trx is one too, so a reader that takes Db accepts both. */
export type Db = Kysely<Tables>;
/** A transaction. Writers and lockers require it. */
export type Trx = Transaction<Tables>;

/** How often the same transaction is tried. */
const TRIES = 6;
/** Before the second try; doubled before each further one. */
const FIRST_WAIT_MS = 10;
/** No new try begins later, because the caller of the call still waits. */
const RETRY_WITHIN_MS = 1_000;
/** PostgreSQL looks for a deadlock only after a second (`deadlock_timeout`), so the first try alone takes longer than that. */
const RETRY_DEADLOCK_WITHIN_MS = 2_000;

/** A transaction that is about to be run again. */
export interface Retry {
  /** Why, in a word of `RETRY_REASONS`. */
  readonly reason: string;
  /** How often it has been tried. */
  readonly tries: number;
}

const STALE_PLAN = 'stalePlan';
/** Each reason for which a transaction is run again: words of `outageOf`, and `stalePlan` after a migration. */
export const RETRY_REASONS = ['serialization', 'deadlock', 'lost', 'stopping', STALE_PLAN] as const;

const observers = new WeakMap<Db, (retry: Retry) => void>();

/** Calls `observe` before each further try of a transaction of this database. */
export function watchRetries(db: Db, observe: (retry: Retry) => void): void {
  observers.set(db, observe);
}

/** Waits between a half and one and a half times `ms`, so that two transactions that met do not meet again. */
const waitAbout = (ms: number) => wait(ms / 2 + randomInt(ms + 1));

/**
 * Runs the work in one transaction. Inside it use `trx` only: on the embedded database, `db` would wait for ever. Do nothing slow inside it
 * (a password hash, a mail, a picture), because the embedded database serves one transaction at a time. Tests refuse such work.
 *
 * Runs the work again, up to five times within a second (two after a deadlock), after a deadlock, a serialization failure, a statement whose columns a migration
 * changed, or a connection that ended before the COMMIT was sent. So the work must have no effect but through `trx`. Nothing is run again after a COMMIT without an answer, because it may
 * have been stored: the caller's own retry under its idempotency key gets the stored answer.
 */
export async function inTransaction<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  const began = performance.now();
  for (let tries = 1; ; tries += 1) {
    try {
      return await inSpan('transaction', () =>
        db.transaction().execute((trx) => inTransactionScope(() => work(trx))),
      );
    } catch (error) {
      const reason = outageOf(error) ?? STALE_PLAN;
      const withinMs = reason === 'deadlock' ? RETRY_DEADLOCK_WITHIN_MS : RETRY_WITHIN_MS;
      if (tries === TRIES || performance.now() - began > withinMs || !isTransient(error)) throw error;
      observers.get(db)?.({ reason, tries });
      await waitAbout(FIRST_WAIT_MS * 2 ** (tries - 1));
    }
  }
}
