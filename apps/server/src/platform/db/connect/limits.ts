// How long the server waits for PostgreSQL at each step, in milliseconds.

export interface DatabaseLimits {
  /** For a connection: for a free one of the pool, or for a new one. */
  readonly acquireMs: number;
  /** PostgreSQL ends a statement after this time; 0 = never. */
  readonly statementMs: number;
  /** PostgreSQL gives up waiting for a lock after this time; 0 = never. Less than acquireMs, so that callers of a connection outlast those who wait for a lock. */
  readonly lockMs: number;
  /** PostgreSQL ends the connection of a transaction that waits for its next statement for this long, so its locks are freed; 0 = never. */
  readonly idleInTransactionMs: number;
  /** For the answer to statements sent together. After it the connection is closed, because the server may be frozen; 0 = never. */
  readonly answerMs: number;
  /** For a connection and the first answer together, so that a call to a frozen server fails in this time; 0 = never. */
  readonly firstAnswerMs: number;
}

/** The limits of calls. A call to a database that does not answer fails within three seconds; slow answers add up. */
export const CALL_LIMITS: DatabaseLimits = {
  acquireMs: 1_800,
  statementMs: 2_000,
  lockMs: 1_500,
  idleInTransactionMs: 5_000,
  answerMs: 2_500,
  firstAnswerMs: 2_700,
};

/** Migrations may rewrite a table or wait for another process that migrates. */
export const MIGRATION_LIMITS: DatabaseLimits = {
  acquireMs: 10_000,
  statementMs: 0,
  lockMs: 0,
  idleInTransactionMs: 0,
  answerMs: 0,
  firstAnswerMs: 0,
};

/** The settings that PostgreSQL gets for the limits. */
export const sessionLimits = ({ statementMs, lockMs, idleInTransactionMs }: DatabaseLimits) => ({
  statement_timeout: String(statementMs),
  lock_timeout: String(lockMs),
  idle_in_transaction_session_timeout: String(idleInTransactionMs),
});
