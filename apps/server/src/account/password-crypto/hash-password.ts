// Hashes and checks passwords (argon2id), for a limited number of callers at once.
import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import { refuseInTransaction } from '../../platform/db/transaction-scope.ts';
import { networksOf } from '../../platform/limits/client-address.ts';
import { FairPool, type RunTask } from '../../platform/limits/fair-pool.ts';

/**
 * One argon2 hash takes about 40 ms of a core and 19 MiB, and the process's threads do other work too: so at most half of the cores, and
 * never all four threads. Admitted callers are answered within about two seconds; further ones are refused with a time to wait.
 */
const pool = new FairPool({
  running: Math.min(3, Math.max(1, Math.floor(availableParallelism() / 2))),
  callers: 48,
  callersOfOne: 12,
  retryAfter: 3,
});

/** The cost of a hash, as OWASP advises for argon2id. Raise it here: a stored hash names its own cost and is replaced at the next login. */
const HASH_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Whether a stored hash has the current cost. */
function isAtCost(passwordHash: string): boolean {
  const { memoryCost, timeCost, parallelism } = parseOptions(passwordHash);
  return (
    memoryCost === HASH_COST.memoryCost &&
    timeCost === HASH_COST.timeCost &&
    parallelism === HASH_COST.parallelism
  );
}

/** Made at the start: otherwise the first login to an unknown account would be slower. */
const decoy = hash(randomBytes(16).toString('hex'), HASH_COST);

/** The operations for an admitted caller. Each is queued, and throws inside a transaction. */
export interface Passwords {
  /** Hashes with argon2id, at `HASH_COST`. */
  readonly hash: (password: string) => Promise<string>;
  /** Returns a new hash of a matching password, or undefined where the stored one is at `HASH_COST`. */
  readonly renewed: (passwordHash: string, password: string) => Promise<string | undefined>;
  readonly matches: (passwordHash: string, password: string) => Promise<boolean>;
  /** Spends the time of a real check, so that an unknown account answers no faster. */
  readonly spendTime: (password: string) => Promise<void>;
}

/**
 * Admits a caller to hash and check passwords. Call it before anything is counted or spent, and outside transactions. Rejects at once with
 * AppError REQ-0008 when too many callers are waiting, or later, before the first hash, when one of a network with fewer callers comes. `by` is the account or address that the caller counts as.
 */
export function withPasswords<T>(by: string, work: (passwords: Passwords) => Promise<T>): Promise<T> {
  const admitted = (run: RunTask) => {
    const slowly: RunTask = (task) => {
      refuseInTransaction('a password hash');
      return run(task);
    };
    const matches: Passwords['matches'] = (passwordHash, password) =>
      slowly(() => verify(passwordHash, password));
    const hashed = (password: string) => slowly(() => hash(password, HASH_COST));
    return work({
      hash: hashed,
      renewed: async (passwordHash, password) => (isAtCost(passwordHash) ? undefined : hashed(password)),
      matches,
      spendTime: async (password) => void (await matches(await decoy, password)),
    });
  };
  return pool.enter(by, admitted, networksOf(by).at(-1)?.network);
}

/** Hashes a password outside a request: for seed data and tests. */
export const hashPassword = (password: string): Promise<string> =>
  withPasswords('the server', ({ hash: hashed }) => hashed(password));

/** Checks a password outside a request: at the start and in tests. */
export const isPassword = (passwordHash: string, password: string): Promise<boolean> =>
  withPasswords('the server', ({ matches }) => matches(passwordHash, password));
