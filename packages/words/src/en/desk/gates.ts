// Gates, passages and conflicts, in English.

export const gates = {
  direction: { in: 'Entry', out: 'Exit', both: 'Entry and exit' },
  passage: { 31: 'Entered', 32: 'Left', 37: 'Let out by staff', 38: 'Let in by staff' },
  conflict: {
    sameDirection: {
      title: 'Passed twice the same way',
      what: 'It passed the same way as the time before. Two gates without a network do not know of each other’s passages and both open.',
      todo: 'Compare station and time with the passage before. Where nobody could have travelled in between, two people may share one ticket.',
    },
    noEntry: {
      title: 'Left without having entered',
      what: 'It left, but nothing tells that it had entered. The gate of the entry has not sent it yet, or the traveller came in another way.',
      todo: 'See whether a gate has not been heard for long. Where you find out where they entered, say so in the note.',
    },
    usedUp: {
      title: 'Entered after its last journey',
      what: 'It entered again although all its journeys were made.',
      todo: 'Look at its journeys in the ticket’s history. Of a reissued ticket, passages of the one before may have come late.',
    },
    revoked: {
      title: 'Passed with a stopped ticket',
      what: 'It had been suspended, refunded or given on meanwhile, and the gate had not heard of that yet.',
      todo: 'See in the ticket’s history who had it by then. Of a refunded ticket, the fare is owed.',
    },
    wrongDirection: {
      title: 'A way the gate is not for',
      what: 'The gate let somebody pass a way that it was not enrolled for.',
      todo: 'Look at that gate’s settings. For another direction it is enrolled anew with a new code.',
    },
    wrongPlace: {
      title: 'A gate the ticket does not open',
      what: 'The product does not open gates at this station in this direction. The gate had old data, or the certificate named no stations.',
      todo: 'Compare the journey with where the ticket is good. For travel outside it, a fare is owed.',
    },
    passBack: {
      title: 'Back through the same station at once',
      what: 'The ticket passed the other way at the same station within minutes. Two people may have used one ticket.',
      todo: 'Look at the passages before and after. If entries and exits alternate, enrol that gate for one direction only.',
    },
    expired: {
      title: 'After the ticket had ended',
      what: 'It entered after its validity had ended, or left more than four hours after that.',
      todo: 'Compare the gate’s clock with the ticket’s validity. For travel after its end, a fare is owed.',
    },
    wrongClock: {
      title: 'A time that cannot be',
      what: 'The gate told a time in the future, or before the ticket was issued. It counts as of when the server heard of it.',
      todo: 'Look at the gate’s clock. If that is right, somebody else may have the gate’s key: close the gate.',
    },
    unknownTicket: {
      title: 'A number that is no ticket',
      what: 'There is no ticket with the number that staff typed. Most often it is a typing error.',
      todo: 'Look for a ticket with a similar number, and ask who was at the gate.',
    },
    forged: {
      title: 'A forged certificate',
      what: 'The gate opened for a certificate that no key of ours signed, or another ticket’s. Whoever has the named ticket need not be who passed; that ticket stays as it was.',
      todo: 'Tell a manager: that gate, and whoever can reach the issuing key, have to be looked at.',
    },
    noReason: {
      title: 'Passed by hand, no reason given',
      what: 'Staff passed somebody without a code and gave no reason. The ticket stays as it was.',
      todo: 'Ask the staff at that gate. If nobody there did it, close the gate.',
    },
    tooManyByHand: {
      title: 'Too many passed by hand',
      what: 'The gate reported more passages without a code than one gate may: 60 an hour, 500 a day. The tickets of the rest stay as they were.',
      todo: 'Find out what happened at that station. If nobody knows of it, close the gate.',
    },
    afterClosing: {
      title: 'After the gate was closed',
      what: 'A closed gate did this after the time until which it counts. It is not counted. A ticket that it used up before stays used.',
      todo: 'Where the ticket was used up and its owner did not travel, reissue it.',
    },
  },
  byHand: {
    phone: 'Phone dead or broken',
    unreadable: 'Code could not be read',
    noEntry: 'No entry on record',
    wrongDirections: 'Wrong directions given',
  },
};
