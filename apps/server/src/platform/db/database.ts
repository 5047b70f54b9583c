// The two kinds of connection: Db for reads, Trx for writes.
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from './tables/tables.ts';
import { inTransactionScope } from './transaction-scope.ts';

/** A connection. A Trx is one too, so a reader that takes Db accepts both. */
export type Db = Kysely<Tables>;
/** A transaction. Writers and lockers require it. */
export type Trx = Transaction<Tables>;

/**
 * Runs the work in one transaction. Inside it use `trx` only: on the embedded database, `db` would wait for ever. Do nothing slow inside it
 * (a password hash, a mail, a picture), because the embedded database serves one transaction at a time. Tests refuse such work.
 */
export function inTransaction<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  return db.transaction().execute((trx) => inTransactionScope(() => work(trx)));
}
