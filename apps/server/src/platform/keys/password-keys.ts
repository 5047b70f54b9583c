// The keys that decrypt passwords from phones (RSA-OAEP-256), rotated monthly, and the secret of keyed hashes.
import {
  createHmac,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto';
import { liveKeys, newRsaKey, newSecretKey, secretKeyOf, type ServerKey } from './server-key.ts';

const DAY_MS = 86_400_000;
const ROTATE_AFTER_MS = 30 * DAY_MS;
/** For how long a pair decrypts: twice the rotation, because a phone may have kept its public key. */
export const ACCEPTED_MS = 60 * DAY_MS;
/** Equivalent to 128-bit security. */
const RSA_BITS = 3072;

export interface Keys {
  /** The phone encrypts with it. Throws where no key may be used. */
  readonly publicKey: { readonly kid: string; readonly jwk: JsonWebKey };
  /** Returns the private key of a kid while it is accepted. For an unknown kid, it reads the database first. */
  readonly privateKey: (kid: string) => Promise<KeyObject | undefined>;
  /** Keyed hash (HMAC-SHA-256), 64 hexadecimal digits, for short secrets that a plain hash would not hide. Throws without a secret. */
  readonly mac: (text: string) => string;
}

const newId = (): string => randomBytes(6).toString('hex');

/** A key pair that phones may use from `createdAt` on, epoch milliseconds. */
export const passwordKey = (createdAt: number, key: KeyObject, keyId = newId()): ServerKey => ({
  purpose: 'password',
  keyId,
  key,
  createdAt,
  usedFrom: createdAt,
  endsAt: createdAt + ACCEPTED_MS,
});

/** Makes a key pair. `now` in epoch milliseconds. */
export const newPasswordKey = async (now: number): Promise<ServerKey> =>
  passwordKey(now, await newRsaKey(RSA_BITS));

/** A secret of older releases by its text and id, or a new one. */
export const macKey = (createdAt: number, text?: string, keyId = newId()): ServerKey => ({
  purpose: 'secret',
  keyId,
  key: text === undefined ? newSecretKey() : secretKeyOf(text),
  createdAt,
  usedFrom: createdAt,
  endsAt: null,
});

/** Whether the next key pair is due. Pairs of earlier releases are shorter than `RSA_BITS`. `live`: those still accepted, newest first. */
export function isPasswordKeyDue(
  live: readonly (Pick<ServerKey, 'usedFrom'> & Partial<Pick<ServerKey, 'key'>>)[],
  now: number,
): boolean {
  const [newest] = live;
  if (!newest || now - newest.usedFrom >= ROTATE_AFTER_MS) return true;
  return (newest.key?.asymmetricKeyDetails?.modulusLength ?? RSA_BITS) < RSA_BITS;
}

/**
 * Returns the keys to use at `now`, epoch milliseconds: phones get the newest pair whose time has come, every pair that has not ended
 * decrypts, and the newest secret makes the keyed hashes. Without a pair or a secret, what needs it throws when it is used.
 */
export function passwordKeysOf(keys: readonly ServerKey[], now: number): Keys {
  const live = liveKeys(keys, now);
  const pairs = live.filter(({ purpose }) => purpose === 'password');
  const byId = new Map(pairs.map(({ keyId, key }) => [keyId, key]));
  const current = pairs.find(({ usedFrom }) => usedFrom <= now) ?? pairs.at(-1);
  const secret = live.find(({ purpose }) => purpose === 'secret');
  const jwk = current && createPublicKey(current.key).export({ format: 'jwk' });
  return {
    get publicKey() {
      if (!current || !jwk) throw new Error('no key decrypts passwords: /readyz says why');
      return { kid: current.keyId, jwk };
    },
    privateKey: async (kid) => byId.get(kid),
    mac: (text) => {
      if (!secret) throw new Error('the server secret is missing: /readyz says why');
      return createHmac('sha256', secret.key).update(text).digest('hex');
    },
  };
}

let ownKey: KeyObject | undefined;

/** Makes keys for one process (tests). Each has its own secret; the pair is shared, because it takes a third of a second to make. */
export function newKeys(now: number): Keys {
  ownKey ??= generateKeyPairSync('rsa', { modulusLength: RSA_BITS }).privateKey;
  return passwordKeysOf([passwordKey(now, ownKey), macKey(now)], now);
}
