// A key of the server in memory, and its form in the database, where its private part is wrapped.
import {
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  generateKeyPair,
  generateKeyPairSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto';
import { refuseInTransaction } from '../db/transaction-scope.ts';
import type { KeyPurpose, KeyRow, NewKeyRow } from './key-rows.ts';
import type { WrappingKey } from './wrapping-key.ts';

/** Times in epoch milliseconds. */
export interface ServerKey {
  readonly purpose: KeyPurpose;
  readonly keyId: string;
  /** A private key, or a secret. */
  readonly key: KeyObject;
  readonly createdAt: number;
  /** From when it is used; in the future for a key that waits for its time. */
  readonly usedFrom: number;
  /** It is valid before this; null for a key without an end. */
  readonly endsAt: number | null;
}

const isSecret = ({ purpose }: Pick<ServerKey, 'purpose'>): boolean => purpose === 'secret';

const publicPartOf = (key: ServerKey): string | null =>
  isSecret(key)
    ? null
    : createPublicKey(key.key).export({ type: 'spki', format: 'der' }).toString('base64url');

/** What a wrapped part is bound to: nobody can give it another name, another time or another public part. */
const labelOf = (row: Omit<NewKeyRow, 'wrappedPart' | 'wrappedBy'>): string =>
  JSON.stringify([
    'kippu server key',
    row.purpose,
    row.keyId,
    row.publicPart,
    row.createdAt,
    row.usedFrom,
    row.endsAt,
  ]);

/** Wraps a key for the database. */
export function wrapServerKey(key: ServerKey, wrapping: WrappingKey): NewKeyRow {
  const { purpose, keyId, createdAt, usedFrom, endsAt } = key;
  const row = { purpose, keyId, publicPart: publicPartOf(key), createdAt, usedFrom, endsAt };
  const plain = isSecret(key) ? key.key.export() : key.key.export({ type: 'pkcs8', format: 'der' });
  return { ...row, wrappedPart: wrapping.wrap(plain, labelOf(row)), wrappedBy: wrapping.fingerprint };
}

/** Returns one line for the operator about a key that cannot be unwrapped: what is wrong, and what to do. */
function unwrapFault({ purpose, keyId, wrappedBy }: KeyRow, wrapping: readonly WrappingKey[]): string {
  const own = wrapping.map(({ fingerprint }) => fingerprint);
  return wrappedBy !== null && own.includes(wrappedBy)
    ? `DATABASE_URL: the row of the ${purpose} key ${keyId} in server_key was changed; restore it from a backup`
    : `KEY_FILE: the ${purpose} key ${keyId} in the database is wrapped with the wrapping key ${wrappedBy ?? 'none'}, and this process has ${own.join(', ') || 'none'}; start it with that wrapping key, or with both`;
}

/** Unwraps a key of the database that is not destroyed. Returns one line for the operator where that is impossible. */
export function unwrapServerKey(row: KeyRow, wrapping: readonly WrappingKey[]): ServerKey | string {
  const own = wrapping.find(({ fingerprint }) => fingerprint === row.wrappedBy);
  const plain = own?.unwrap(row.wrappedPart ?? '', labelOf(row));
  if (!plain) return unwrapFault(row, wrapping);
  const key = isSecret(row)
    ? createSecretKey(plain)
    : createPrivateKey({ key: plain, format: 'der', type: 'pkcs8' });
  const { purpose, keyId, createdAt, usedFrom, endsAt } = row;
  return { purpose, keyId, key, createdAt, usedFrom, endsAt };
}

/** Makes an Ed25519 key. */
export const newEd25519Key = (): KeyObject => generateKeyPairSync('ed25519').privateKey;

/** Makes an RSA key on another thread: it takes a third of a second and more. Rejects inside a transaction. */
export async function newRsaKey(bits: number): Promise<KeyObject> {
  refuseInTransaction('a key pair');
  return new Promise((resolve, reject) =>
    generateKeyPair('rsa', { modulusLength: bits }, (error, _public, key) =>
      error ? reject(error) : resolve(key),
    ),
  );
}

/** Makes a secret of 256 bits, which is used as hexadecimal text. */
export const newSecretKey = (): KeyObject => secretKeyOf(randomBytes(32).toString('hex'));

/** Returns a key of the text's own bytes. Hexadecimal text is not decoded. */
export const secretKeyOf = (text: string): KeyObject => createSecretKey(Buffer.from(text));

/** The keys that are valid at `now` or later, the newest first. */
export const liveKeys = <K extends Pick<ServerKey, 'usedFrom' | 'endsAt'>>(
  keys: readonly K[],
  now: number,
): K[] =>
  keys.filter(({ endsAt }) => endsAt === null || endsAt > now).toSorted((a, b) => b.usedFrom - a.usedFrom);
