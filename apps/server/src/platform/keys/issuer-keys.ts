// The keys that sign ticket certificates: Ed25519, stored in DATA_DIR, shared by all processes, rotated twice a year. Gates get the next key
// days before it signs.
import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { keyFile, makeKeyFile, readKeyFile, replaceKeyFile } from './key-file.ts';

const DAY_MS = 86_400_000;
const ROTATE_AFTER_MS = 180 * DAY_MS;
/** Longer than the rotation, for a process that is restarted late and for gates that are offline. */
const LIFE_MS = 400 * DAY_MS;
/** How long gates know a key before it signs: as long as a gate may be offline. */
export const LEAD_MS = 3 * DAY_MS;
/** How soon a process reads what another one wrote. */
const REREAD_MS = 10_000;

interface StoredKey {
  readonly kid: string;
  /** PKCS#8. */
  readonly pem: string;
  /** From when it is valid and signs, epoch milliseconds; in the future for the next key. */
  readonly createdAt: number;
}

/** A key as sent to gates; valid from `notBefore` to `notAfter`, both included, in epoch seconds, UTC. */
interface PublicIssuerKey {
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
  /** Signs with Ed25519 (RFC 8032); returns 64 bytes. */
  readonly sign: (bytes: Uint8Array) => Uint8Array;
  /** Every key that gates still accept, newest first. */
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

/** `stored` newest first. The newest key that is valid at `now` signs. */
function keysOf(stored: readonly StoredKey[], now: number): IssuerKeys {
  // If the clock was set back and no key is valid yet, gates know the oldest one best.
  const current = stored.find((key) => key.createdAt <= now) ?? stored.at(-1);
  if (!current) throw new Error('DATA_DIR: keys/issuer.json holds no key');
  const key = createPrivateKey(current.pem);
  return {
    kid: current.kid,
    notAfter: publicKeyOf(current).notAfter,
    sign: (bytes) => new Uint8Array(sign(null, bytes, key)),
    publicKeys: stored.map(publicKeyOf),
  };
}

/** Reads the keys, newest first; none without a file. Only this module writes the file. */
const readKeys = (file: string) => (readKeyFile(file) ?? []) as StoredKey[];

/** As readKeys; makes the first key if there is none. */
function readOrMake(file: string, now: number): StoredKey[] {
  const stored = readKeys(file);
  if (stored.length > 0) return stored;
  makeKeyFile(file, [newKey(now)]);
  return readKeys(file);
}

/** Makes keys for one process (tests). `now` in epoch milliseconds. */
export const newIssuerKeys = (now: number): IssuerKeys => keysOf([newKey(now)], now);

const fileOf = (dataDir: string) => keyFile(dataDir, 'issuer.json');

function addNext(file: string, stored: readonly StoredKey[], signsFrom: number, now: number): StoredKey[] {
  const next = [newKey(signsFrom), ...stored.filter((key) => now - key.createdAt < LIFE_MS)];
  // Two processes may do this at once: the last one's key stays, and the other's has signed nothing yet.
  replaceKeyFile(file, next);
  return readKeys(file);
}

/**
 * Reads the keys in `keys/issuer.json` under `dataDir`; makes the first one at the first start. 180 days after the newest began, writes a
 * next one that signs three days later; gates accept the old one until its end. `now` in epoch milliseconds. Throws when the file cannot be
 * read.
 */
export function loadIssuerKeys(dataDir: string, now: number): IssuerKeys {
  const file = fileOf(dataDir);
  const stored = readOrMake(file, now);
  const [newest] = stored;
  if (!newest || now - newest.createdAt < ROTATE_AFTER_MS) return keysOf(stored, now);
  // Even a late rotation must start while the old key still signs.
  const end = newest.createdAt + LIFE_MS - DAY_MS;
  return keysOf(addNext(file, stored, Math.max(now, Math.min(now + LEAD_MS, end)), now), now);
}

/**
 * Writes the next key, which signs `leadMs` after `now` (epoch milliseconds), and returns it. Throws RangeError while another key waits for
 * its time.
 */
export function rotateIssuerKey(dataDir: string, now: number, leadMs = LEAD_MS): PublicIssuerKey {
  const file = fileOf(dataDir);
  const stored = readOrMake(file, now);
  const waiting = stored.find((key) => key.createdAt > now);
  if (waiting)
    throw new RangeError(
      `key ${waiting.kid} signs from ${new Date(waiting.createdAt).toISOString()} already`,
    );
  const [next] = addNext(file, stored, now + leadMs, now);
  if (!next) throw new Error(`DATA_DIR: ${file} holds no key`);
  return publicKeyOf(next);
}

/**
 * As loadIssuerKeys, for a long-lived process: rereads the file regularly. The keys change only between two turns of the event loop, so
 * `kid` and `sign` read in one turn belong together. If the file cannot be read later, `report` gets the error and the keys stay as they
 * are. Call `close` at the end.
 */
export function openIssuerKeys(
  dataDir: string,
  clock: () => number,
  report: (error: unknown) => void,
): IssuerKeys & { readonly close: () => void } {
  let keys = loadIssuerKeys(dataDir, clock());
  const timer = setInterval(() => {
    try {
      keys = loadIssuerKeys(dataDir, clock());
    } catch (error) {
      report(error);
    }
  }, REREAD_MS).unref();
  return {
    get kid() {
      return keys.kid;
    },
    get notAfter() {
      return keys.notAfter;
    },
    get sign() {
      return keys.sign;
    },
    get publicKeys() {
      return keys.publicKeys;
    },
    close: () => clearInterval(timer),
  };
}
