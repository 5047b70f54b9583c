// The keys that sign ticket certificates: Ed25519, kept in DATA_DIR, rotated at a start twice a year.
import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const DAY_MS = 86_400_000;
const ROTATE_AFTER_MS = 180 * DAY_MS;
/** Longer than the rotation, for a process that is not restarted in time and for gates that are offline. */
const LIFE_MS = 400 * DAY_MS;

interface StoredKey {
  readonly kid: string;
  /** PKCS#8. */
  readonly pem: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

/** A key as gates are told it; it counts from `notBefore` to `notAfter`, both included, in epoch seconds, UTC. */
export interface PublicIssuerKey {
  readonly kid: string;
  /** Ed25519, 32 bytes in base64url. */
  readonly publicKey: string;
  readonly notBefore: number;
  readonly notAfter: number;
}

export interface IssuerKeys {
  /** The key that signs now. */
  readonly kid: string;
  /** Its last second, epoch seconds, UTC: no certificate may outlive it. */
  readonly notAfter: number;
  /** Signs with Ed25519 (RFC 8032); gives 64 bytes. */
  readonly sign: (bytes: Uint8Array) => Uint8Array;
  /** Every key a gate still accepts, the newest first. */
  readonly publicKeys: readonly PublicIssuerKey[];
}

function newKey(now: number): StoredKey {
  const { privateKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return { kid: randomBytes(4).toString('hex'), pem, createdAt: now };
}

function publicKeyOf({ kid, pem, createdAt }: StoredKey): PublicIssuerKey {
  const { x = '' } = createPublicKey(pem).export({ format: 'jwk' });
  const notBefore = Math.floor(createdAt / 1000);
  return { kid, publicKey: x, notBefore, notAfter: notBefore + LIFE_MS / 1000 };
}

function keysOf(stored: readonly StoredKey[]): IssuerKeys {
  const [current] = stored;
  if (!current) throw new Error('DATA_DIR: keys/issuer.json holds no key');
  const key = createPrivateKey(current.pem);
  const publicKeys = stored.map(publicKeyOf);
  return {
    kid: current.kid,
    notAfter: publicKeyOf(current).notAfter,
    sign: (bytes) => new Uint8Array(sign(null, bytes, key)),
    publicKeys,
  };
}

function readKeys(file: string): StoredKey[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as StoredKey[];
  } catch (error) {
    throw new Error(`DATA_DIR: ${file} cannot be read; put back its copy`, { cause: error });
  }
}

/** Takes now in epoch milliseconds; gives keys for one process only (tests). */
export const newIssuerKeys = (now: number): IssuerKeys => keysOf([newKey(now)]);

/**
 * Takes DATA_DIR and now (epoch milliseconds); gives the keys in `keys/issuer.json`, made at the first start. A key
 * older than 180 days gets a successor and is still told to gates until its end. Throws when the file cannot be read.
 */
export function loadIssuerKeys(dataDir: string, now: number): IssuerKeys {
  const dir = join(dataDir, 'keys');
  const file = join(dir, 'issuer.json');
  const old = existsSync(file) ? readKeys(file) : [];
  const [newest] = old;
  if (newest && now - newest.createdAt < ROTATE_AFTER_MS) return keysOf(old);
  const next = [newKey(now), ...old.filter((key) => now - key.createdAt < LIFE_MS)];
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  // A left-over keeps its own mode when written over.
  rmSync(`${file}.new`, { force: true });
  writeFileSync(`${file}.new`, JSON.stringify(next), { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
  return keysOf(next);
}
