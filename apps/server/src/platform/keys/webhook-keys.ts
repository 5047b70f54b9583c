// The key that signs webhooks beside the endpoint's secret (Standard Webhooks, v1a): Ed25519. Receivers store its public part, so it is not rotated.
import { createPublicKey, randomBytes, sign } from 'node:crypto';
import { liveKeys, newEd25519Key, type ServerKey } from './server-key.ts';

export interface WebhookKeys {
  /** The newest key. Throws where there is none. */
  readonly current: {
    readonly keyId: string;
    /** `whpk_` and 32 bytes in base64. */
    readonly publicKey: string;
    /** Signs with Ed25519 (RFC 8032); returns 64 bytes. */
    readonly sign: (text: string) => Buffer;
  };
}

/** Makes a key without an end, for use from `now` on, epoch milliseconds. */
export const newWebhookKey = (now: number): ServerKey => ({
  purpose: 'webhook',
  keyId: randomBytes(6).toString('hex'),
  key: newEd25519Key(),
  createdAt: now,
  usedFrom: now,
  endsAt: null,
});

function webhookKeyOf({ keyId, key }: ServerKey): WebhookKeys['current'] {
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
  return {
    keyId,
    publicKey: `whpk_${Buffer.from(x, 'base64url').toString('base64')}`,
    sign: (text) => sign(null, Buffer.from(text), key),
  };
}

/** Returns the key of webhooks at `now`, epoch milliseconds. */
export function webhookKeysOf(keys: readonly ServerKey[], now: number): WebhookKeys {
  const [newest] = liveKeys(keys, now);
  const current = newest && webhookKeyOf(newest);
  return {
    get current() {
      if (!current) throw new Error('no key signs webhooks: /readyz says why');
      return current;
    },
  };
}
