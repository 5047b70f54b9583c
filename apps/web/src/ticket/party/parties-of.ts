// Which tickets of an account belong together: those of one order, and those that travel on one reservation.
import type { Reservation } from '@kippu/contract/calls/traveller/seat';
import type { TicketSummary } from '@kippu/contract/calls/traveller/ticket';

/**
 * Returns the tickets in parties, each in the order of the list and at the place of its first ticket. A ticket that belongs to no other is a party of one.
 */
export function partiesOf<T extends Pick<TicketSummary, 'ticketId' | 'party'>>(
  tickets: readonly T[],
  coming: readonly Reservation[],
): readonly (readonly T[])[] {
  const groups = [
    ...coming.map(({ seats }) => new Set(seats.map(({ ticketId }) => ticketId))),
    ...[...new Set(tickets.flatMap(({ party }) => party ?? []))].map(
      (name) => new Set(tickets.filter(({ party }) => party === name).map(({ ticketId }) => ticketId)),
    ),
  ];
  const left = new Set(tickets);
  return tickets.flatMap((first) => {
    if (!left.has(first)) return [];
    const party = new Set([first.ticketId]);
    // A group that shares a ticket with the party brings all of its tickets, until none is added.
    for (let size = 0; size < party.size;) {
      size = party.size;
      for (const group of groups)
        if ([...group].some((ticketId) => party.has(ticketId)))
          for (const ticketId of group) party.add(ticketId);
    }
    const members = tickets.filter((ticket) => left.has(ticket) && party.has(ticket.ticketId));
    for (const member of members) left.delete(member);
    return [members];
  });
}

/** Whether the ticket can be given away now, as far as its summary shows. */
export const isMovable = ({ status, expired, entry }: TicketSummary): boolean =>
  (status === 'bound' || status === 'inUse') && !expired && entry === null;
