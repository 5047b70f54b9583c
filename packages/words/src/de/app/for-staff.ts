// Words that the app also shows to staff in the railway's own language, in German. They load alone.
import type { ForStaff } from '../../app-words.ts';

export const forStaff: ForStaff = {
  category: {
    adult: 'Erwachsene',
    child: 'Kind',
    specialAdult: 'Erwachsene, ermäßigt',
    specialChild: 'Kind, ermäßigt',
    senior: 'Senioren',
    saleAdult: 'Erwachsene, Sonderpreis',
    saleChild: 'Kind, Sonderpreis',
  },
  verifiedIn: 'Eingang bestätigt',
  verifiedOut: 'Ausgang bestätigt',
  ticketRow: 'Ticket',
  exchangedTitle: 'Umtauschnummer',
};
