// Mails about a change of a ticket by staff, in English.
import type { TicketChangeMails } from '../../mail-words.ts';

export const ticketChange: TicketChangeMails = {
  suspend: [
    'Your ticket is suspended',
    '{product} (ticket no. {ticketNo}) has been suspended since {at}. Its code opens no gate for now; your seat reservations stay. To use it again, please ask station staff or the shop where you bought it.',
  ],
  resume: [
    'Your ticket works again',
    'The suspension of {product} (ticket no. {ticketNo}) was lifted on {at}. Earlier codes no longer work: open the ticket in the app once while you are online to get a new one. {origin}',
  ],
  refund: [
    'Your ticket was refunded',
    '{product} (ticket no. {ticketNo}) was refunded on {at} and can no longer be used. For the amount and when you will get it, please ask the shop where you bought the ticket.',
  ],
  void: [
    'Your ticket is no longer valid',
    '{product} (ticket no. {ticketNo}) was made void on {at} and can no longer be used. If you did not expect this, please ask station staff or the shop where you bought it.',
  ],
  reissue: [
    'Your ticket was reissued',
    '{product} (ticket no. {ticketNo}) was reissued on {at}. The new ticket (no. {newTicketNo}) is valid for the same time and is already among your tickets; the old one and its codes no longer work. {origin}',
  ],
  freed: 'Seat reservations that were cancelled:',
  freedByReissue: 'Seat reservations that were cancelled (please reserve again with the new ticket):',
};
