// Tickets, directions and acts at a gate, in English.

export const tickets = {
  /** Passenger categories. */
  category: {
    adult: 'Adult',
    child: 'Child',
    specialAdult: 'Adult, reduced',
    specialChild: 'Child, reduced',
    senior: 'Senior',
    saleAdult: 'Adult, special fare',
    saleChild: 'Child, special fare',
  },
  direction: { in: 'Entry', out: 'Exit', both: 'Entry and exit' },
  /** Acts of staff. */
  act: { forcedExit: 'Forced exit', forcedUse: 'Forced use' },
  /** Reasons for an act of staff. */
  byHand: {
    phone: 'Phone is dead or broken',
    unreadable: 'Code cannot be read',
    noEntry: 'No entry on record',
    wrongDirections: 'Wrong directions given',
  },
};
