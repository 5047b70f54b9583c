// What the desk does to a partner's ticket, done to its order and posted.
import type { DeskAction } from '@kippu/contract/calls/desk/ticket';
import type { Trx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import { NO_CHARGE, returnLines, type Charge } from '../ledger/ledger-lines.ts';
import { post } from '../ledger/ledger-store.ts';
import { changePassenger, lockPassengerOf } from './order-store.ts';

/** The acts that give a ticket back, and what its passenger becomes. */
const GIVEN_BACK = { refund: 'refunded', void: 'void' } as const;
/** A ticket that its own seller gives back, with its fee. */
export interface BySeller {
  readonly kind: 'refund' | 'exchange';
  readonly charge: Charge;
}

const isGivenBack = (action: DeskAction): action is keyof typeof GIVEN_BACK => action in GIVEN_BACK;

/**
 * Follows an act of the desk, in its transaction, which has locked the ticket: a refund and a void give back the whole price without a fee, a reissue moves the
 * passenger to the new ticket. Nothing is posted for an order from before the ledger. Does nothing for a ticket that no partner sold.
 * @param now epoch milliseconds
 * @throws AppError DESK-0001 the partner has given the ticket back meanwhile
 */
export async function followDeskAct(
  trx: Trx,
  {
    ticketId,
    action,
    reissuedAs,
    bySeller,
  }: {
    readonly ticketId: string;
    readonly action: DeskAction;
    readonly reissuedAs?: string;
    /** Absent for staff: they give back the whole price. */
    readonly bySeller?: BySeller | undefined;
  },
  now: number,
): Promise<void> {
  if (action !== 'reissue' && !isGivenBack(action)) return;
  const passenger = await lockPassengerOf(trx, ticketId);
  if (!passenger) return;
  const { passenger_id: passengerId, state, price, tax, tax_rate: taxRate, adopted, ...order } = passenger;
  if (state !== 'issued') throw new AppError('DESK-0001');
  if (!isGivenBack(action)) {
    if (reissuedAs !== undefined) await changePassenger(trx, passengerId, { ticket_id: reissuedAs });
    return;
  }
  await changePassenger(trx, passengerId, {
    state: bySeller?.kind === 'exchange' ? 'exchanged' : GIVEN_BACK[action],
  });
  if (adopted) return;
  const lines = returnLines({ price, tax, taxRate }, bySeller?.charge ?? NO_CHARGE);
  await post(
    trx,
    { order, kind: bySeller?.kind ?? action, passengers: [{ passengerId, taxRate, lines }] },
    now,
  );
}
