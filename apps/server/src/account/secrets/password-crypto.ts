// Passwords on the way (RSA-OAEP-256, key kept in DATA_DIR) and at rest (argon2id).
import {
  constants,
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  privateDecrypt,
} from 'node:crypto';
import { randomBytes, type JsonWebKey, type KeyObject } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../http/app-error.ts';
import { keyFile, makeKeyFile, readKeyFile, replaceKeyFile } from './key-file.ts';

const ROTATE_AFTER_MS = 30 * 24 * 3_600_000;
const KEEP_KEYS = 2;
/** How soon a process follows what another wrote; and how soon where a phone has a key that this one does not know. */
const REREAD_MS = 10_000;
const REREAD_UNKNOWN_MS = 1_000;

interface StoredKeys {
  readonly secret: string;
  readonly pairs: readonly { readonly kid: string; readonly pem: string; readonly createdAt: number }[];
}

export interface Keys {
  /** What the phone encrypts with. */
  readonly publicKey: { readonly kid: string; readonly jwk: JsonWebKey };
  /** The private key of a kid, while it is accepted. */
  readonly privateKey: (kid: string) => KeyObject | undefined;
  /** Keyed hash for short secrets that a plain hash would not hide. */
  readonly mac: (text: string) => string;
}

function newPair(now: number): StoredKeys['pairs'][number] {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
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

/** Keys for one process only (tests). */
export function newKeys(now: number): Keys {
  return keysOf({ secret: randomBytes(32).toString('hex'), pairs: [newPair(now)] });
}

/**
 * Takes DATA_DIR and now (epoch milliseconds); gives the keys in `keys/password.json` as they stand now, made at the first
 * start and rotated monthly; the one before is still accepted. Throws when the file cannot be read.
 */
export function loadKeys(dataDir: string, now: number): Keys {
  const file = keyFile(dataDir, 'password.json');
  // Only this function writes it.
  const read = () => readKeyFile(file) as StoredKeys | undefined;
  const old = read();
  const newest = old?.pairs[0];
  if (old && newest && now - newest.createdAt < ROTATE_AFTER_MS) return keysOf(old);
  const pair = newPair(now);
  if (old) replaceKeyFile(file, { ...old, pairs: [pair, ...old.pairs].slice(0, KEEP_KEYS) });
  else makeKeyFile(file, { secret: randomBytes(32).toString('hex'), pairs: [pair] });
  // Another process may have done the same just before or after.
  const kept = read();
  if (!kept) throw new Error(`DATA_DIR: ${file} is gone`);
  return keysOf(kept);
}

/**
 * As loadKeys, for a process that lives long: follows the file, so that a phone may fetch the key from one process and use it
 * with another. `report` hears of a file that cannot be read later on; the keys then stay what they were.
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

/** The password inside an encrypted field; ACC-0012 tells the phone to fetch the key again. */
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

/** argon2id, the library's default cost (19 MiB, 2 passes). */
export const hashPassword = (password: string): Promise<string> => hash(password);
export const isPassword = (passwordHash: string, password: string): Promise<boolean> =>
  verify(passwordHash, password);

/** Made at the start: made by the first unknown account, it would answer that one slower. */
const decoy = hash(randomBytes(16).toString('hex'));
/** Spends the time of a real check, so that an unknown account answers no faster. */
export async function spendPasswordTime(password: string): Promise<void> {
  await verify(await decoy, password);
}
