// Sends a message to a phone by its push service (RFC 8030), as this server (VAPID, RFC 8292).
import { newPoster, type PostAnswer } from '../http/post-outside.ts';
import { BlockedAddressError } from '../http/public-address.ts';
import type { PushKeys } from '../keys/push-keys.ts';
import type { PushSettings } from '../start/push-settings.ts';
import { encryptPush } from './encrypt-push.ts';
import { serviceOf } from './push-address.ts';
import type { SealedPhone } from './sealed-phone.ts';

/** How long the proof of who sends is valid: 24 hours at most by the RFC, and less for a service whose clock is behind. */
const PROOF_SECONDS = 12 * 3600;

export interface Push {
  readonly phone: SealedPhone;
  /** JSON of 3,000 bytes at most. */
  readonly message: string;
  /** How long the service keeps it for a phone that is off, in seconds. */
  readonly ttlSeconds: number;
  /** A service that waits for a phone replaces a message by a newer one of the same topic. 32 characters of base64url at most. */
  readonly topic: string;
  readonly urgency: 'normal' | 'high';
}

export interface PushSender {
  /** Rejects with BlockedAddressError, or with the error of the network. */
  readonly send: (push: Push) => Promise<PostAnswer>;
  /** Closes the connections. */
  readonly close: () => void;
}

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

interface SenderDeps {
  readonly pushKeys: PushKeys;
  readonly settings: PushSettings;
  /** Whom the service writes to about problems: `mailto:` and an address. */
  readonly contact: string;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** The connections to one service that a process opens at most. */
export const PUSH_CONNECTIONS = 20;

/** Sends over connections that stay open. Redirects are not followed. */
export function newPushSender({ pushKeys, settings, contact, clock }: SenderDeps): PushSender {
  const poster = newPoster({ allowed: settings, connections: PUSH_CONNECTIONS, clock });

  const proofFor = (origin: string): string => {
    const { publicKey, sign } = pushKeys.current;
    const claims = { aud: origin, exp: Math.floor(clock() / 1000) + PROOF_SECONDS, sub: contact };
    const signed = `${encoded({ typ: 'JWT', alg: 'ES256' })}.${encoded(claims)}`;
    return `vapid t=${signed}.${sign(signed).toString('base64url')}, k=${publicKey}`;
  };

  return {
    send: async ({ phone, message, ttlSeconds, urgency, topic }) => {
      if (serviceOf(phone.endpoint, settings) === undefined)
        throw new BlockedAddressError('the address leads to no push service');
      const headers = {
        Authorization: proofFor(new URL(phone.endpoint).origin),
        'Content-Encoding': 'aes128gcm',
        'Content-Type': 'application/octet-stream',
        TTL: String(ttlSeconds),
        Urgency: urgency,
        Topic: topic,
      };
      return poster.post(phone.endpoint, headers, encryptPush(message, phone));
    },
    close: poster.close,
  };
}
