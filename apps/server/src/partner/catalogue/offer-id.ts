// The id of an offer: its terms, authenticated, so that the server needs to store none.
import type { PassengerCategory } from '@kippu/contract/values';
import type { Keys } from '../../platform/keys/password-keys.ts';
import type { OwnedBy } from '../orders/order-store.ts';
import { isSameSecret } from '../../platform/wire/same-secret.ts';

export interface OfferTerms {
  readonly productId: string;
  readonly prices: readonly (readonly [PassengerCategory, number])[];
  /** Epoch milliseconds. */
  readonly validUntil: number;
}

const sealOf = ({ mac }: Pick<Keys, 'mac'>, { partnerId, mode }: OwnedBy, terms: string): string =>
  mac(`partner offer\n${partnerId}\n${mode}\n${terms}`).slice(0, 32);

export function offerIdOf(keys: Pick<Keys, 'mac'>, owner: OwnedBy, terms: OfferTerms): string {
  const text = Buffer.from(JSON.stringify(terms)).toString('base64url');
  return `${text}.${sealOf(keys, owner, text)}`;
}

/** Returns the terms of an offer that was made to the partner, in the mode of its key; undefined for any other text. */
export function readOfferId(
  keys: Pick<Keys, 'mac'>,
  owner: OwnedBy,
  offerId: string,
): OfferTerms | undefined {
  const [text = '', seal = '', ...rest] = offerId.split('.');
  if (rest.length > 0 || !isSameSecret(sealOf(keys, owner, text), seal)) return undefined;
  return JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as OfferTerms;
}
