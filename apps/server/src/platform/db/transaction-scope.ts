// Detects, in tests, whether code runs inside a database transaction. Slow work (a password hash, a mail, a picture) calls it, so that a
// test fails when such work starts while a transaction holds a connection and locks.
import { AsyncLocalStorage } from 'node:async_hooks';

/** Undefined until `watchTransactions` is called: tracking every promise would cost time in production. */
let scope: AsyncLocalStorage<true> | undefined;

/** Starts to watch transactions until the process ends. Called by the tests' database. */
export function watchTransactions(): void {
  scope ??= new AsyncLocalStorage<true>();
}

/** Runs the work of a transaction, so that `refuseInTransaction` detects it. */
export function inTransactionScope<T>(work: () => Promise<T>): Promise<T> {
  return scope ? scope.run(true, work) : work();
}

/** For tests that keep a transaction open: runs the work as another caller's, outside the transaction. */
export function besideTransaction<T>(work: () => T): T {
  return scope ? scope.exit(work) : work();
}

/**
 * Throws an Error inside a transaction of a watched process; does nothing otherwise. `what` names the slow work in the message.
 */
export function refuseInTransaction(what: string): void {
  if (scope?.getStore()) throw new Error(`${what} must not run inside a transaction`);
}
