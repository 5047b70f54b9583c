// The key that names this server to push services (VAPID, RFC 8292): P-256. Phones subscribe with its public part, so it is not rotated.
import { createPublicKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { liveKeys, type ServerKey } from './server-key.ts';

interface PushKey {
  readonly keyId: string;
  /** The point, uncompressed, 65 bytes in base64url. */
  readonly publicKey: string;
  /** Signs with ES256 (RFC 7518); returns 64 bytes. */
  readonly sign: (text: string) => Buffer;
}

export interface PushKeys {
  /** The newest key. Throws where there is none. */
  readonly current: PushKey;
}

/** Makes a key without an end, for use from `now` on, epoch milliseconds. */
export const newPushKey = (now: number): ServerKey => ({
  purpose: 'push',
  keyId: randomBytes(6).toString('hex'),
  key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey,
  createdAt: now,
  usedFrom: now,
  endsAt: null,
});

function pushKeyOf({ keyId, key }: ServerKey): PushKey {
  const { x = '', y = '' } = createPublicKey(key).export({ format: 'jwk' });
  const point = [Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
  return {
    keyId,
    publicKey: Buffer.concat(point).toString('base64url'),
    sign: (text) => sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }),
  };
}

/** Returns the key to use at `now`, epoch milliseconds. */
export function pushKeysOf(keys: readonly ServerKey[], now: number): PushKeys {
  const [newest] = liveKeys(keys, now);
  const current = newest && pushKeyOf(newest);
  return {
    get current() {
      if (!current) throw new Error('no key names this server to push services: /readyz says why');
      return current;
    },
  };
}
