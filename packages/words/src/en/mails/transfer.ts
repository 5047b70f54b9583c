// Mails about a transferred ticket in English.
import type { TransferMails } from '../../mail-words.ts';

export const transfer: TransferMails = {
  sent: [
    'You transferred a ticket',
    'You transferred {product} (ticket no. {ticketNo}) to {other} on {at}. This cannot be undone, and your code for it no longer works.\n\nIf this was not you, change your password now and tell station staff.',
  ],
  received: [
    'You received a ticket',
    '{other} transferred {product} (ticket no. {ticketNo}) to you on {at}.\n\nYou will find it among your tickets:\n{origin}',
  ],
  sentSeveral: [
    'You transferred {count} tickets',
    'You transferred these {count} tickets to {other} on {at}:\n{tickets}\n\nThis cannot be undone, and your codes for them no longer work.\n\nIf this was not you, change your password now and tell station staff.',
  ],
  receivedSeveral: [
    'You received {count} tickets',
    '{other} transferred these {count} tickets to you on {at}:\n{tickets}\n\nYou will find them among your tickets:\n{origin}',
  ],
  link: [
    'A ticket is waiting for you',
    '{product} was sent to you.\n\nOpen this link by {until} and take the ticket. If you have no account yet, you can create one there.\n{link}\n\nThe ticket goes to the first person who takes it by the link. Do not pass it on.',
  ],
  taken: [
    'You took a ticket',
    '{product} (ticket no. {ticketNo}) is yours since {at}.\n\nYou will find it among your tickets:\n{origin}',
  ],
  returned: [
    'A ticket you gave away came back',
    '{product} (ticket no. {ticketNo}), which you had transferred to somebody else, came back to your account on {at}: the account that had it was deleted without using it.\n\nYou will find it among your tickets:\n{origin}',
  ],
  ended:
    'These tickets that you had received became void with your account, since no account is left that gave them:',
  seats: 'Seat reservations that went along:',
};
