// Sends one event to one endpoint.
import type { Keys } from '../../platform/keys/password-keys.ts';
import type { WebhookKeys } from '../../platform/keys/webhook-keys.ts';
import { BlockedAddressError, type AllowedAddresses } from '../../platform/http/public-address.ts';
import type { Poster } from '../../platform/http/post-outside.ts';
import { endpointUrl } from './endpoint-address.ts';
import type { EndpointRow } from './endpoint-store.ts';
import { openSecret, signedHeaders, type Message } from './sign-webhook.ts';

export interface SendDeps {
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly keys: Pick<Keys, 'mac'>;
  readonly webhookKeys: WebhookKeys;
  readonly allowed: AllowedAddresses;
  readonly poster: Poster;
}

/** How a try ended. `gone`: the receiver wants no more events. A reason names no address. */
export type Sent =
  | { readonly end: 'accepted' }
  | { readonly end: 'failed'; readonly reason: string; readonly waitMs?: number | undefined }
  | { readonly end: 'gone'; readonly reason: string };

const GONE = 410;

/** Returns what an error of the network means; undefined for a fault of this server's. */
function failureOf(error: unknown): Sent | undefined {
  if (error instanceof BlockedAddressError) return { end: 'failed', reason: 'address not allowed' };
  const { code, name } = error as NodeJS.ErrnoException;
  if (name === 'TimeoutError' || name === 'AbortError') return { end: 'failed', reason: 'timeout' };
  const isNetwork =
    typeof code === 'string' && !code.startsWith('ERR_INVALID') && !code.startsWith('ERR_CRYPTO');
  return isNetwork ? { end: 'failed', reason: code } : undefined;
}

/** Sends a message. Rejects for a fault of this server's only. */
export async function sendWebhook(
  { clock, keys, webhookKeys, allowed, poster }: SendDeps,
  endpoint: Pick<EndpointRow, 'endpoint_id' | 'url' | 'secret' | 'former_secret' | 'former_until'>,
  message: Message,
): Promise<Sent> {
  const now = clock();
  const { endpoint_id: id, secret, former_secret: former, former_until: until } = endpoint;
  const sealed = former !== null && until !== null && until.getTime() > now ? [secret, former] : [secret];
  const secrets = sealed.flatMap((each) => openSecret(keys, id, each) ?? []);
  // Nobody could check it: the server's own secret was replaced, and the endpoint's must be made again.
  if (secrets.length === 0) return { end: 'failed', reason: 'secret unreadable' };
  if (endpointUrl(endpoint.url, allowed) === undefined)
    return { end: 'failed', reason: 'address not allowed' };
  try {
    const headers = signedHeaders(webhookKeys, secrets, message, now);
    const { status, retryAfterMs } = await poster.post(endpoint.url, headers, Buffer.from(message.body));
    if (status >= 200 && status < 300) return { end: 'accepted' };
    const reason = `answered ${status}`;
    return status === GONE ? { end: 'gone', reason } : { end: 'failed', reason, waitMs: retryAfterMs };
  } catch (error) {
    const failure = failureOf(error);
    if (!failure) throw error;
    return failure;
  }
}
