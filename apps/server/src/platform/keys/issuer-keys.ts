// The keys that sign ticket certificates: Ed25519, rotated twice a year. Gates get the next key days before it signs.
import { createPublicKey, randomBytes, sign } from 'node:crypto';
import { liveKeys, newEd25519Key, type ServerKey } from './server-key.ts';

const DAY_MS = 86_400_000;
const ROTATE_AFTER_MS = 180 * DAY_MS;
/** For how long a key is valid: longer than the rotation, for a process that is restarted late and for gates that are offline. */
const VALID_MS = 400 * DAY_MS;
/** How long gates know a key before it signs: as long as a gate may be offline. */
export const LEAD_MS = 3 * DAY_MS;

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
  /** Its last second, epoch seconds, UTC: no certificate may outlive it. 0 where no key may sign. */
  readonly notAfter: number;
  /** Signs with Ed25519 (RFC 8032); returns 64 bytes. Throws where no key may sign. */
  readonly sign: (bytes: Uint8Array) => Uint8Array;
  /** Every key that has not ended, also one that waits for its time, newest first. */
  readonly publicKeys: readonly PublicIssuerKey[];
}

/** Describes a key: a new one, or with all arguments one that an older release stored in a file. Times in epoch milliseconds. */
export const issuerKey = (
  usedFrom: number,
  keyId = randomBytes(4).toString('hex'),
  key = newEd25519Key(),
  createdAt = usedFrom,
): ServerKey => ({ purpose: 'issuer', keyId, key, createdAt, usedFrom, endsAt: usedFrom + VALID_MS });

/**
 * Returns from when a new issuer key must sign, epoch milliseconds; undefined while the newest key is younger than 180 days. A late rotation
 * leaves gates less time to learn the new key, so that it signs before the old one ends.
 * @param live the keys that have not ended, newest first, also one that waits for its time
 * @param now epoch milliseconds
 */
export function nextIssuerKeyFrom(live: readonly Pick<ServerKey, 'usedFrom' | 'endsAt'>[], now: number) {
  const [newest] = live;
  if (!newest) return now;
  if (now - newest.usedFrom < ROTATE_AFTER_MS) return undefined;
  return Math.max(now, Math.min(now + LEAD_MS, (newest.endsAt ?? Infinity) - DAY_MS));
}

function publicKeyOf({ keyId, key, usedFrom, endsAt }: ServerKey): PublicIssuerKey {
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
  const seconds = (milliseconds: number) => Math.floor(milliseconds / 1000);
  return {
    kid: keyId,
    publicKey: x,
    notBefore: seconds(usedFrom),
    notAfter: seconds(endsAt ?? usedFrom + VALID_MS),
  };
}

const NONE: IssuerKeys = {
  kid: '',
  notAfter: 0,
  sign: () => {
    throw new Error('no issuer key may sign: /readyz says why');
  },
  publicKeys: [],
};

/** Returns the issuer keys at `now`, epoch milliseconds. The newest key that is valid signs. */
export function issuerKeysOf(keys: readonly ServerKey[], now: number): IssuerKeys {
  const live = liveKeys(keys, now);
  // If the clock was set back and no key is valid yet, gates know the oldest one best.
  const current = live.find((key) => key.usedFrom <= now) ?? live.at(-1);
  if (!current) return NONE;
  return {
    kid: current.keyId,
    notAfter: publicKeyOf(current).notAfter,
    sign: (bytes) => new Uint8Array(sign(null, bytes, current.key)),
    publicKeys: live.map(publicKeyOf),
  };
}

/** Makes keys for one process (tests). `now` in epoch milliseconds. */
export const newIssuerKeys = (now: number): IssuerKeys => issuerKeysOf([issuerKey(now)], now);
