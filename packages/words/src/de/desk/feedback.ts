// Feedback, in German.

export const feedback = {
  topic: {
    ticket: 'Ticket',
    seat: 'Platzreservierung',
    gate: 'Sperre oder Bahnhof',
    account: 'Konto',
    refund: 'Erstattung',
    app: 'App funktioniert nicht',
    other: 'Etwas anderes',
  },
};
