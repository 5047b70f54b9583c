// A ticket put to use before the day of its reserved train: the train leaves when the ticket is over.
import { RESERVATION_STATE, type Reservation } from '@kippu/contract/seat';
import type { Ticket, TicketSummary } from '@kippu/contract/ticket';

/** Takes a ticket and its last second were it used now (wire time); gives its reserved trains that leave only after that. */
export const reservedBeyond = ({ reservations }: Pick<Ticket, 'reservations'>, end: string): Reservation[] =>
  reservations.filter(({ state, departAt }) => state === RESERVATION_STATE.reserved && departAt > end);

/** Takes a departure (wire time) and its tickets; gives the first last second of a ticket in use that it comes after. */
export const endedBefore = (
  departAt: string,
  tickets: readonly Pick<TicketSummary, 'abtExpireDate'>[],
): string | undefined =>
  tickets
    .flatMap(({ abtExpireDate }) => (abtExpireDate && abtExpireDate < departAt ? abtExpireDate : []))
    .toSorted()[0];
