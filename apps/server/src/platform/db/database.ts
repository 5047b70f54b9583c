// The two kinds of connection: Db for reads, Trx for writes.
import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import { isTransient } from './connect/outage.ts';
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

/** Waits between a half and one and a half times `ms`, so that two transactions that met do not meet again. */
const waitAbout = (ms: number) => wait(ms / 2 + randomInt(ms + 1));

/**
 * Runs the work in one transaction. Inside it use `trx` only: on the embedded database, `db` would wait for ever. Do nothing slow inside it
 * (a password hash, a mail, a picture), because the embedded database serves one transaction at a time. Tests refuse such work.
 *
 * Runs the work again, up to five times within a second, after a deadlock, a serialization failure, a statement whose columns a migration
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
      const isLast = tries === TRIES || performance.now() - began > RETRY_WITHIN_MS;
      if (isLast || !isTransient(error)) throw error;
      await waitAbout(FIRST_WAIT_MS * 2 ** (tries - 1));
    }
  }
}
