// Mails about a transferred ticket in English.
import type { TransferMails } from '../../mail-words.ts';

export const transfer: TransferMails = {
  sent: [
    'You transferred a ticket',
    'You transferred {product} (ticket no. {ticketNo}) to {other} on {at} (Japan time). This cannot be undone, and your code for it no longer works.\n\nIf this was not you, change your password now and tell station staff.',
  ],
  received: [
    'You received a ticket',
    '{other} transferred {product} (ticket no. {ticketNo}) to you on {at} (Japan time).\n\nYou will find it among your tickets:\n{origin}',
  ],
  seats: 'Seat reservations that went along:',
};
