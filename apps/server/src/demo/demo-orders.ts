// The contents of a new demo: the demo account's tickets, and orders for others to add.
import type { PassengerCategory } from '@kippu/contract/values';
import type { TicketCode } from '../ticket/record/ticket-store.ts';

/** The seller of the demo's tickets. `close-demo` finds them by it. */
export const DEMO_SELLER = 'Kippu demo';
/** Demo tickets can be activated for this many days after they are made. */
export const DEMO_DAYS = 90;

export interface DemoOrder {
  readonly name: string;
  readonly productId: string;
  readonly passengers: readonly PassengerCategory[];
}

export const OWNED: readonly (DemoOrder & { readonly inUse?: true })[] = [
  { name: 'arrival', productId: 'haruka-kix-kyoto', passengers: ['adult', 'adult'] },
  { name: 'pass', productId: 'kansai-pass-2day', passengers: ['adult'] },
  { name: 'museum', productId: 'museum-eticket', passengers: ['adult'] },
  { name: 'exchange', productId: 'keihan-voucher', passengers: ['adult'] },
  { name: 'return', productId: 'haruka-kyoto-kix', passengers: ['adult'], inUse: true },
];

export const TO_TRY: readonly (DemoOrder & { readonly by: TicketCode['by'] })[] = [
  { name: 'one', productId: 'haruka-kix-kyoto', passengers: ['adult'], by: 'link' },
  { name: 'family', productId: 'haruka-round-kyoto', passengers: ['adult', 'adult', 'child'], by: 'link' },
  { name: 'redeem', productId: 'kansai-wide-5day', passengers: ['adult'], by: 'redeemCode' },
  { name: 'voucher', productId: 'city-day-qr', passengers: ['adult'], by: 'voucherNo' },
];

/** Returns the order's id. It differs for each demo account, so that a new account gets new orders. */
export const orderIdOf = (accountId: string, { name }: DemoOrder): string =>
  `DEMO-${accountId.slice(0, 8)}-${name}`;
