// How an inspector's list names the ticket of a seat.

/**
 * Returns the text whose SHA-256 gives the tag of a ticket in the list of a departure: the first 9 bytes, in base64url. A list alone reveals no ticket, and
 * two lists of one ticket have nothing in common; who has read a ticket's code finds its seats.
 */
export const seatTagText = (departureId: string, ticketId: string): string =>
  `KQ1 seat\n${departureId}\n${ticketId}`;

export const SEAT_TAG_BYTES = 9;
