// Passwords in transit (RSA-OAEP-256, key stored in DATA_DIR) and at rest (argon2id).
import {
  constants,
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  privateDecrypt,
} from 'node:crypto';
import { randomBytes, type JsonWebKey, type KeyObject } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import { refuseInTransaction } from '../../platform/db/transaction-scope.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import { FairPool, type RunTask } from '../../platform/limits/fair-pool.ts';
import { keyFile, makeKeyFile, readKeyFile, replaceKeyFile } from '../../platform/keys/key-file.ts';

const ROTATE_AFTER_MS = 30 * 24 * 3_600_000;
const KEEP_KEYS = 2;
/** Equivalent to 128-bit security. */
const RSA_BITS = 3072;
/** How soon a process rereads a file that another process may have written, and how soon for an unknown key id. */
const REREAD_MS = 10_000;
const REREAD_UNKNOWN_MS = 1_000;

interface StoredKeys {
  readonly secret: string;
  readonly pairs: readonly { readonly kid: string; readonly pem: string; readonly createdAt: number }[];
}

export interface Keys {
  /** The phone encrypts with it. */
  readonly publicKey: { readonly kid: string; readonly jwk: JsonWebKey };
  /** Returns the private key of a kid while it is accepted. */
  readonly privateKey: (kid: string) => KeyObject | undefined;
  /** Keyed hash, for short secrets that a plain hash would not hide. */
  readonly mac: (text: string) => string;
}

function newPair(now: number): StoredKeys['pairs'][number] {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: RSA_BITS });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return { kid: randomBytes(6).toString('hex'), pem, createdAt: now };
}

function keysOf(stored: StoredKeys): Keys {
  const pairs = new Map(stored.pairs.map(({ kid, pem }) => [kid, createPrivateKey(pem)]));
  const current = stored.pairs[0];
  const key = current && pairs.get(current.kid);
  if (!current || !key) throw new Error('DATA_DIR: keys/password.json holds no key');
  return {
    publicKey: { kid: current.kid, jwk: createPublicKey(key).export({ format: 'jwk' }) },
    privateKey: (kid) => pairs.get(kid),
    mac: (text) => createHmac('sha256', stored.secret).update(text).digest('hex'),
  };
}

let ownPair: StoredKeys['pairs'][number] | undefined;

/** Makes keys for one process (tests). Each has its own secret; the pair is shared, because it takes a third of a second to make. */
export function newKeys(now: number): Keys {
  ownPair ??= newPair(now);
  return keysOf({ secret: randomBytes(32).toString('hex'), pairs: [ownPair] });
}

/** Whether a pair may still be issued. Pairs of earlier versions are shorter than `RSA_BITS`. */
const isCurrent = ({ pem, createdAt }: StoredKeys['pairs'][number], now: number): boolean =>
  now - createdAt < ROTATE_AFTER_MS &&
  (createPrivateKey(pem).asymmetricKeyDetails?.modulusLength ?? 0) >= RSA_BITS;

/**
 * Reads the keys in `keys/password.json` under `dataDir`. Makes them at the first start and rotates them monthly; the previous key is still
 * accepted. `now` in epoch milliseconds. Throws when the file cannot be read.
 */
export function loadKeys(dataDir: string, now: number): Keys {
  const file = keyFile(dataDir, 'password.json');
  // This module alone writes the file.
  const read = () => readKeyFile(file) as StoredKeys | undefined;
  const old = read();
  const newest = old?.pairs[0];
  if (old && newest && isCurrent(newest, now)) return keysOf(old);
  const pair = newPair(now);
  if (old) replaceKeyFile(file, { ...old, pairs: [pair, ...old.pairs].slice(0, KEEP_KEYS) });
  else makeKeyFile(file, { secret: randomBytes(32).toString('hex'), pairs: [pair] });
  // Another process may have written the file at the same time.
  const kept = read();
  if (!kept) throw new Error(`DATA_DIR: ${file} is gone`);
  return keysOf(kept);
}

/**
 * As loadKeys, for a long-lived process: rereads the file, so that a phone may fetch the key from one process and use it with another. If
 * the file cannot be read later, `report` gets the error and the keys stay as they are.
 */
export function openKeys(dataDir: string, clock: () => number, report: (error: unknown) => void): Keys {
  let keys = loadKeys(dataDir, clock());
  let readAt = clock();
  const fresh = (afterMs: number): Keys => {
    const now = clock();
    if (Math.abs(now - readAt) < afterMs) return keys;
    readAt = now;
    try {
      keys = loadKeys(dataDir, now);
    } catch (error) {
      report(error);
    }
    return keys;
  };
  return {
    get publicKey() {
      return fresh(REREAD_MS).publicKey;
    },
    privateKey: (kid) => keys.privateKey(kid) ?? fresh(REREAD_UNKNOWN_MS).privateKey(kid),
    mac: keys.mac,
  };
}

/** Decrypts a field. Throws AppError ACC-0012, upon which the phone fetches the key again. */
export function decryptField(keys: Keys, field: { kid: string; value: string }): string {
  const key = keys.privateKey(field.kid);
  if (!key) throw new AppError('ACC-0012', { detail: 'unknown kid' });
  try {
    const options = { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' };
    return privateDecrypt(options, Buffer.from(field.value, 'base64')).toString('utf8');
  } catch {
    throw new AppError('ACC-0012', { detail: 'decryption failed' });
  }
}

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
 * AppError REQ-0008 when too many callers are waiting. `by` is the account or address that the caller counts as.
 */
export function withPasswords<T>(by: string, work: (passwords: Passwords) => Promise<T>): Promise<T> {
  return pool.enter(by, (run) => {
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
  });
}

/** Hashes a password outside a request: for seed data and tests. */
export const hashPassword = (password: string): Promise<string> =>
  withPasswords('the server', ({ hash: hashed }) => hashed(password));

/** Checks a password outside a request: at the start and in tests. */
export const isPassword = (passwordHash: string, password: string): Promise<boolean> =>
  withPasswords('the server', ({ matches }) => matches(passwordHash, password));
