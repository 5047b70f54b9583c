// The two kinds of connection: Db for reads, Trx for everything that writes.
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from './tables.ts';

/** A connection; a Trx is one too, so readers take Db and serve both. */
export type Db = Kysely<Tables>;
/** A transaction; writers and lockers demand it. */
export type Trx = Transaction<Tables>;

/** Runs the work in one transaction. Inside it use `trx` only: on the embedded database, `db` would wait for ever. */
export function inTransaction<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  return db.transaction().execute(work);
}
