// The id of an offer: its terms, authenticated, so that the server needs to store none.
import type { PassengerCategory } from '@kippu/contract/values';
import type { Keys } from '../../platform/keys/password-keys.ts';
import { isSameSecret } from '../../platform/wire/same-secret.ts';

export interface OfferTerms {
  readonly productId: string;
  readonly prices: readonly (readonly [PassengerCategory, number])[];
  /** Epoch milliseconds. */
  readonly validUntil: number;
}

const sealOf = ({ mac }: Pick<Keys, 'mac'>, partnerId: string, terms: string): string =>
  mac(`partner offer\n${partnerId}\n${terms}`).slice(0, 32);

export function offerIdOf(keys: Pick<Keys, 'mac'>, partnerId: string, terms: OfferTerms): string {
  const text = Buffer.from(JSON.stringify(terms)).toString('base64url');
  return `${text}.${sealOf(keys, partnerId, text)}`;
}

/** Returns the terms of an offer that was made to the partner; undefined for any other text. */
export function readOfferId(
  keys: Pick<Keys, 'mac'>,
  partnerId: string,
  offerId: string,
): OfferTerms | undefined {
  const [text = '', seal = ''] = offerId.split('.');
  if (!isSameSecret(sealOf(keys, partnerId, text), seal)) return undefined;
  return JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as OfferTerms;
}
