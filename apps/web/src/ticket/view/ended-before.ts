// A ticket activated before the day of its reserved train may end before the train leaves.
import { RESERVATION_STATE } from '@kippu/contract/values';
import type { Reservation } from '@kippu/contract/calls/traveller/seat';
import type { Ticket, TicketSummary } from '@kippu/contract/calls/traveller/ticket';
import { shownTimes } from '../../reservation/journey/live-times.ts';

/** Returns the reserved trains that leave after `end`: the last second (wire time) of the ticket if activated now. */
export const reservedBeyond = ({ reservations }: Pick<Ticket, 'reservations'>, end: string): Reservation[] =>
  reservations.filter((each) => each.state === RESERVATION_STATE.reserved && shownTimes(each).departAt > end);

/** Returns the earliest end of an in-use ticket that lies before the departure; undefined if there is none. */
export const endedBefore = (
  departAt: string,
  tickets: readonly Pick<TicketSummary, 'abtExpireDate'>[],
): string | undefined =>
  tickets
    .flatMap(({ abtExpireDate }) => (abtExpireDate && abtExpireDate < departAt ? abtExpireDate : []))
    .toSorted()[0];
