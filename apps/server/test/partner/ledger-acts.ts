// Sells and gives back tickets of a partner in the ledger, without tickets and calls: for tests of its sums.
import { randomUUID } from 'node:crypto';
import { changePassenger, insertOrder } from '../../src/partner/orders/order-store.ts';
import { returnLines, saleLines } from '../../src/partner/ledger/ledger-lines.ts';
import { post } from '../../src/partner/ledger/ledger-store.ts';
import { inTransaction, type Db, type Trx } from '../../src/platform/db/database.ts';
import type { PartnerMode } from '@kippu/contract/partner/partner-values';

export interface SoldTicket {
  readonly passengerId: string;
  readonly price: number;
  readonly tax: number;
  readonly taxRate: number;
  readonly order: {
    readonly order_id: string;
    readonly partner_id: string;
    readonly mode: PartnerMode;
    readonly currency: string;
  };
}
type Price = Pick<SoldTicket, 'price' | 'tax' | 'taxRate'>;

/** Adds a partner that sells everything. Returns its id. */
export async function addPartner(db: Db, name: string): Promise<string> {
  const partner_id = randomUUID();
  const at = new Date(0);
  await db
    .insertInto('partner')
    .values({ partner_id, name, contact: '', seats_a_train: null, created_at: at, closed_at: null })
    .execute();
  return partner_id;
}

/** Adds an order of tickets: confirmed and posted at `at` (epoch milliseconds), or open until `openUntil`. */
export function sell(
  db: Db,
  of: { readonly partnerId: string; readonly mode?: PartnerMode; readonly currency?: string },
  prices: readonly Price[],
  at: number,
  openUntil?: number,
): Promise<SoldTicket[]> {
  const isOpen = openUntil !== undefined;
  const order_id = randomUUID();
  const { partnerId, mode = 'live', currency = 'JPY' } = of;
  const order = { order_id, partner_id: partnerId, mode, currency };
  const tickets = prices.map((price) => ({ passengerId: randomUUID(), ...price, order }));
  return inTransaction(db, async (trx) => {
    await insertOrder(
      trx,
      {
        ...order,
        reference: order_id,
        state: isOpen ? 'open' : 'confirmed',
        created_at: new Date(at),
        expires_at: new Date(openUntil ?? at),
        confirmed_at: isOpen ? null : new Date(at),
        cancelled_at: null,
      },
      [{ order_id, position: 0, product_id: 'any', use_by: '2027-12-31' }],
      tickets.map(({ passengerId, price, tax, taxRate }, position) => ({
        passenger_id: passengerId,
        order_id,
        item: 0,
        position,
        category: 'adult',
        reference: null,
        price,
        tax,
        tax_rate: taxRate,
        state: isOpen ? 'ordered' : 'issued',
        ticket_id: null,
      })),
    );
    const passengers = tickets.map((ticket) => ({ ...ticket, lines: saleLines(ticket) }));
    if (!isOpen) await post(trx, { order, kind: 'sale', passengers }, at);
    return tickets;
  });
}

const STATES = { refund: 'refunded', exchange: 'exchanged', void: 'void' } as const;
export type BackKind = keyof typeof STATES;

/** Gives a ticket back in a transaction, at `at` in epoch milliseconds. */
export async function giveBackIn(
  trx: Trx,
  { passengerId, order, ...priced }: SoldTicket,
  kind: BackKind,
  at: number,
  charge = { fee: 0, feeTax: 0 },
): Promise<void> {
  await changePassenger(trx, passengerId, { state: STATES[kind] });
  const { taxRate } = priced;
  await post(
    trx,
    { order, kind, passengers: [{ passengerId, taxRate, lines: returnLines(priced, charge) }] },
    at,
  );
}

/** Gives a ticket back, at `at` in epoch milliseconds. */
export const giveBack = (
  db: Db,
  ...act: Parameters<typeof giveBackIn> extends [Trx, ...infer A] ? A : never
) => inTransaction(db, (trx) => giveBackIn(trx, ...act));
