// What a fresh demo holds: the demo account's own tickets, and orders left for whoever tries the app.
import type { PassengerCategory } from '@kippu/contract/ticket';
import type { TicketCode } from '../ticket/ticket-store.ts';

export const DEMO_EMAIL = 'demo@kippu.example';
export const DEMO_PASSWORD = 'Kippu2026';
/** One of the desk's staff for each role, all with the demo's password. */
export const DEMO_STAFF = [
  { email: 'counter@kippu.example', name: 'Demo Counter', role: 'counter' },
  { email: 'editor@kippu.example', name: 'Demo Editor', role: 'editor' },
  { email: 'manager@kippu.example', name: 'Demo Manager', role: 'manager' },
] as const;
/** Demo tickets may be activated so many days from their making. */
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

/** The order's id; a demo account that was deleted and made again has orders of its own. */
export const orderIdOf = (accountId: string, { name }: DemoOrder): string =>
  `DEMO-${accountId.slice(0, 8)}-${name}`;
