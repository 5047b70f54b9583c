// Tickets, directions and acts at a gate, in German.
import { forStaff } from '../app/for-staff.ts';

export const tickets = {
  /** Passenger categories. */
  category: forStaff.category,
  direction: { in: 'Eingang', out: 'Ausgang', both: 'Ein- und Ausgang' },
  /** Acts of staff. */
  act: { forcedExit: 'Ausgang von Hand', forcedUse: 'Eingang von Hand' },
  /** Reasons for an act of staff. */
  byHand: {
    phone: 'Smartphone leer oder defekt',
    unreadable: 'Code nicht lesbar',
    noEntry: 'Kein Eingang verzeichnet',
    wrongDirections: 'Weg falsch gewiesen',
  },
};
