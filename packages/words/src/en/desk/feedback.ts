// Feedback, in English.

export const feedback = {
  topic: {
    ticket: 'Ticket',
    seat: 'Seat reservation',
    gate: 'Gate or station',
    account: 'Account',
    refund: 'Refund',
    app: 'App does not work',
    other: 'Something else',
  },
};
