// Distinguishes failures of the database, which pass, from faults of a statement.
import { DatabaseError } from 'pg';

/**
 * Why there was no answer. `busy`: all connections are in use; `unreachable`: none could be opened; `silent`: the server did not answer in
 * time; `lost`: the connection ended before the answer; `locked`: the lock is stuck, and another caller waits for it.
 */
const CAUSES = ['busy', 'unreachable', 'silent', 'lost', 'locked'] as const;
type Cause = (typeof CAUSES)[number];

/** A failure before PostgreSQL answered. */
export class DatabaseUnavailable extends Error {
  readonly reason: Cause;
  /** Whether the COMMIT was sent, so that the work may have been stored. */
  readonly isCommitSent: boolean;

  constructor(reason: Cause, message: string, options: { cause?: unknown; isCommitSent?: boolean } = {}) {
    super(message, { cause: options.cause });
    this.name = 'DatabaseUnavailable';
    this.reason = reason;
    this.isCommitSent = options.isCommitSent ?? false;
  }
}

/** Each SQLSTATE, or its class, by which PostgreSQL or a pooler reports that it cannot work now. */
const REASONS: readonly (readonly [prefix: string, reason: string])[] = [
  ['08', 'lost'],
  ['25006', 'readOnly'],
  ['25P03', 'idleInTransaction'],
  ['28', 'refused'],
  ['3D000', 'refused'],
  ['40001', 'serialization'],
  ['40P01', 'deadlock'],
  ['53100', 'diskFull'],
  ['53200', 'outOfMemory'],
  ['53300', 'tooManyConnections'],
  ['53', 'outOfResources'],
  ['55P03', 'lockTimeout'],
  ['57014', 'statementTimeout'],
  ['57', 'stopping'],
  ['58', 'systemError'],
];

/** Each word that `outageOf` may return. */
export const OUTAGES: ReadonlySet<string> = new Set([...CAUSES, ...REASONS.map(([, reason]) => reason)]);

/** Returns the SQLSTATE of an error of PostgreSQL or the embedded database. */
function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  return /^[0-9A-Z]{5}$/.test(error.code) && 'severity' in error ? error.code : undefined;
}

/** The embedded database's file system throws this object, no Error, when the disk is full: WASI's number of ENOSPC. */
export const isFullDisk = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'errno' in error && error.errno === 51 && !('code' in error);

/** PostgreSQL reports a broken message by this code, a pooler that it has no server. */
const PROTOCOL = '08P01';

/** Returns in one word why the database cannot work now, for the log; undefined if the error has another cause. */
export function outageOf(error: unknown): string | undefined {
  if (error instanceof DatabaseUnavailable) return error.reason;
  if (isFullDisk(error)) return 'diskFull';
  const code = sqlState(error);
  if (code === undefined || (code === PROTOCOL && !isFatal(error))) return undefined;
  return REASONS.find(([prefix]) => code.startsWith(prefix))?.[1];
}

const isFatal = (error: unknown): boolean =>
  error instanceof DatabaseError && (error.severity === 'FATAL' || error.severity === 'PANIC');

/** Whether the caller has waited in vain for a connection or an answer, as the next one will. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable && ['busy', 'unreachable', 'silent'].includes(error.reason);

const CONFLICTS: readonly (string | undefined)[] = ['serialization', 'deadlock'];
const LOST: readonly (string | undefined)[] = ['lost', 'stopping'];
/** A server that has become read-only counts too, because another one may accept writes. */
const ENDING: readonly (string | undefined)[] = [...LOST, 'idleInTransaction', 'readOnly'];

/** Whether the connection must not be used again. */
export const endsConnection = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable || isFatal(error) || ENDING.includes(outageOf(error));

/** Whether the connection ended, so that a transaction whose COMMIT was not sent has been rolled back. */
export const isLost = (error: unknown): boolean => LOST.includes(outageOf(error));

/** Whether a prepared statement returns other columns since a migration: "cached plan must not change result type". */
export const isStalePlan = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery';

/** Whether the same transaction may succeed when it is run again, and has certainly not been stored. */
export function isTransient(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable && error.isCommitSent) return false;
  return CONFLICTS.includes(outageOf(error)) || isStalePlan(error) || isLost(error);
}
