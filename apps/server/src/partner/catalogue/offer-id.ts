// The id of an offer: its terms, authenticated, so that the server needs to store none.
import type { PassengerCategory } from '@kippu/contract/values';
import type { Keys } from '../../platform/keys/password-keys.ts';

interface OfferTerms {
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
