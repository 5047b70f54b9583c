// Secrets of endpoints, and the signatures of Standard Webhooks: v1 by the endpoint's secret, v1a by the server's key.
import { createHmac } from 'node:crypto';
import type { Keys } from '../../platform/keys/password-keys.ts';
import type { WebhookKeys } from '../../platform/keys/webhook-keys.ts';
import { wrappingKeyOf } from '../../platform/keys/wrapping-key.ts';

type Mac = Pick<Keys, 'mac'>;

const PREFIX = 'whsec_';

/**
 * Derives the secret of an act, 32 bytes, so that a retry of the act gets the same one and no stored answer has it. Without the server's own secret it is
 * random.
 */
export const webhookSecretOf = ({ mac }: Mac, endpointId: string, act: string): string =>
  PREFIX + Buffer.from(mac(`webhook secret\n${endpointId}\n${act}`), 'hex').toString('base64');

const sealOf = ({ mac }: Mac) => wrappingKeyOf(Buffer.from(mac('webhook endpoint'), 'hex'));

/** Encrypts a secret for the database. The result cannot be opened as another endpoint's. */
export const sealSecret = (keys: Mac, endpointId: string, secret: string): string =>
  sealOf(keys).wrap(Buffer.from(secret), endpointId);

/** Decrypts a secret; undefined if the server's own secret was replaced since. */
export const openSecret = (keys: Mac, endpointId: string, sealed: string): string | undefined =>
  sealOf(keys).unwrap(sealed, endpointId)?.toString('utf8');

export interface Message {
  /** The same each time that the event is sent. */
  readonly id: string;
  /** JSON. */
  readonly body: string;
}

/**
 * Returns the headers of a message that is sent at `now`, epoch milliseconds. Each secret signs, so a receiver may check with any of them.
 */
export function signedHeaders(
  webhookKeys: WebhookKeys,
  secrets: readonly string[],
  { id, body }: Message,
  now: number,
): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000));
  const signed = `${id}.${timestamp}.${body}`;
  const bySecret = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  });
  const byKey = `v1a,${webhookKeys.current.sign(signed).toString('base64')}`;
  return {
    'Content-Type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': [...bySecret, byKey].join(' '),
  };
}
