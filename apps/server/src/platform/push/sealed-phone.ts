// A phone's address and keys at its push service, encrypted in the database: who has them can push to the phone.
import { wrappingKeyOf } from '../keys/wrapping-key.ts';

/** What a phone sends when it subscribes. */
export interface SealedPhone {
  /** The push service's address of the phone. */
  readonly endpoint: string;
  /** The phone's public key: a point of P-256, uncompressed, base64url. */
  readonly p256dh: string;
  /** The secret of 16 bytes that it shares with this server, base64url. */
  readonly auth: string;
}

/** `mac` returns a keyed SHA-256 in hex. */
type Mac = { readonly mac: (text: string) => string };

const keyOf = ({ mac }: Mac) => wrappingKeyOf(Buffer.from(mac('push subscription'), 'hex'));

/** Encrypts a phone's address and keys. The result cannot be opened as another subscription's. */
export const sealPhone = (keys: Mac, subscriptionId: string, phone: SealedPhone): string =>
  keyOf(keys).wrap(Buffer.from(JSON.stringify(phone)), subscriptionId);

/** Decrypts a phone's address and keys. Returns undefined if the server's secret has been replaced since. */
export function openPhone(keys: Mac, subscriptionId: string, sealed: string): SealedPhone | undefined {
  const text = keyOf(keys).unwrap(sealed, subscriptionId);
  // Only sealPhone makes such texts.
  return text && (JSON.parse(text.toString('utf8')) as SealedPhone);
}

/** A keyed hash of a phone's address, by which the same phone is found again. */
export const endpointHash = ({ mac }: Mac, endpoint: string): string => mac(`push endpoint\n${endpoint}`);
