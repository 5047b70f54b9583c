// Words that the app also shows to staff in the railway's own language, in English. They load alone.
import type { ForStaff } from '../../app-words.ts';

export const forStaff: ForStaff = {
  category: {
    adult: 'Adult',
    child: 'Child',
    specialAdult: 'Adult, reduced',
    specialChild: 'Child, reduced',
    senior: 'Senior',
    saleAdult: 'Adult, special fare',
    saleChild: 'Child, special fare',
  },
  verifiedIn: 'Entry verified',
  verifiedOut: 'Exit verified',
  ticketRow: 'Ticket',
  exchangedTitle: 'Exchange number',
};
