// Gates, passages and conflicts, in English.

export const gates = {
  direction: { in: 'Entry', out: 'Exit', both: 'Entry and exit' },
  passage: { 31: 'Entered', 32: 'Left', 37: 'Let out by staff', 38: 'Let in by staff' },
  conflict: {
    sameDirection: {
      title: 'Passed twice in the same direction',
      what: 'It passed in the same direction as before, or its traveller also verified an entry or exit on the phone: after this passage, at another station, or many minutes apart. Without a network, gates and the phone do not know each other’s passages.',
      todo: 'Compare station and time with the previous passage. If nobody could have travelled between them, two people may share one ticket.',
    },
    noEntry: {
      title: 'Exit without an entry',
      what: 'An exit is recorded, but no entry. The gate of the entry has not sent it yet, or the traveller entered without a gate.',
      todo: 'Check whether a gate has not connected for a long time. If you find out where the traveller entered, write it in the note.',
    },
    changedHands: {
      title: 'Inside when it changed hands',
      what: 'It entered before it was transferred or reissued, and had not left. The gate reported that only afterwards.',
      todo: 'Check in the ticket’s history who had it before and after. If both travelled, one fare is owed.',
    },
    noTraveller: {
      title: 'Let pass, but in no account',
      what: 'Staff let this ticket pass by its number, but no traveller had added it. Its code or letter may be in somebody else’s hands.',
      todo: 'Ask the staff at that gate who travelled. If the ticket is still in no account, suspend or void it; otherwise one fare may be owed.',
    },
    beforeRefund: {
      title: 'Used before it was refunded or ended',
      what: 'It passed before staff refunded, voided or ended it. The gate reported that only afterwards.',
      todo: 'Check in the ticket’s history what was decided. If it was refunded, the fare of this journey is owed.',
    },
    usedUp: {
      title: 'Entered after its last journey',
      what: 'It entered again although all its journeys were used.',
      todo: 'Check the journeys in the ticket’s history. If it was reissued, passages of the former ticket may have arrived late.',
    },
    revoked: {
      title: 'Passed with a stopped ticket',
      what: 'It had been suspended or refunded, or had moved to another phone, and the gate did not know this yet.',
      todo: 'Check in the ticket’s history who had it at that time. For a refunded ticket, the fare is owed.',
    },
    wrongDirection: {
      title: 'Wrong direction for this gate',
      what: 'The gate let somebody pass in a direction that it was not enrolled for.',
      todo: 'Check that gate’s settings. To change its direction, enrol it again with a new code.',
    },
    wrongPlace: {
      title: 'A gate that the ticket does not open',
      what: 'The product does not open gates at this station in this direction. The gate had old data, or the certificate named no stations.',
      todo: 'Compare the journey with the ticket’s area. For travel outside it, a fare is owed.',
    },
    passBack: {
      title: 'Passed back at once at the same station',
      what: 'The ticket passed in the other direction at the same station within minutes. Two people may have used one ticket.',
      todo: 'Check the passages before and after. If entries and exits alternate, enrol that gate for one direction only.',
    },
    expired: {
      title: 'After the ticket had ended',
      what: 'It entered after its validity had ended, or left later than the time allowed after that.',
      todo: 'Compare the gate’s clock with the ticket’s validity. For travel after its end, a fare is owed.',
    },
    wrongClock: {
      title: 'Impossible time',
      what: 'The gate reported a time in the future, or before the ticket was issued. The time of arrival at the server counts instead.',
      todo: 'Check the gate’s clock. If it is right, somebody else may have the gate’s key: close the gate.',
    },
    unknownTicket: {
      title: 'No ticket has this number',
      what: 'There is no ticket with the number that staff typed. Most often it is a typing error.',
      todo: 'Look for a ticket with a similar number, and ask who was at the gate.',
    },
    forged: {
      title: 'A forged certificate',
      what: 'The gate opened for a certificate that we did not sign, or that belongs to another ticket. The owner of the named ticket may not be the person who passed. That ticket is unchanged.',
      todo: 'Inform a manager: check that gate, and everybody with access to the issuing key.',
    },
    noMoment: {
      title: 'Without the phone’s signature',
      what: 'This gate sends the phone’s signature with each passage, but not with this one. Somebody who has the gate may have invented it from a code seen before. The ticket is unchanged.',
      todo: 'Check whether the gate is where it should be. If it is lost, close it.',
    },
    formerOwner: {
      title: 'A passage of a former owner',
      what: 'Somebody passed before the ticket, or the one that replaced it, was transferred, and the gate reported it after the transfer. The ticket of the new owner is unchanged.',
      todo: 'See the transfer in the ticket’s history: its sender owes the fare. If it happens again at that gate, check the gate’s network.',
    },
    noReason: {
      title: 'Passed by hand, no reason given',
      what: 'Staff let somebody pass without a code and gave no reason. The ticket is unchanged.',
      todo: 'Ask the staff at that gate. If nobody there did it, close the gate.',
    },
    tooManyByHand: {
      title: 'Too many passed by hand',
      what: 'The gate reported more passages without a code than allowed: 60 an hour, 500 a day. The tickets of the rest are unchanged.',
      todo: 'Find out what happened at that station. If nobody knows about it, close the gate.',
    },
    reportedLate: {
      title: 'Reported late by a closed gate',
      what: 'A closed gate sent this after it was last under control, for a time before. Somebody who had the gate may have invented it. It counts.',
      todo: 'If its owner did not travel, close the gate as of an earlier time: then it does not count, and the ticket has its journey again.',
    },
    afterClosing: {
      title: 'After the gate was closed',
      what: 'A closed gate reported this for a time after the last one that counts. It is not counted. If it had used the ticket up, the ticket has its journey again.',
      todo: 'If a gate without a network still refuses the ticket, reissue it. If its owner did travel, void it.',
    },
  },
  byHand: {
    phone: 'Phone dead or broken',
    unreadable: 'Code could not be read',
    noEntry: 'No entry on record',
    wrongDirections: 'Wrong directions given',
  },
};
