import type { Messages } from '../../app-words.ts';

export const travel: Messages['travel'] = {
  onBoard: 'Unterwegs, Ankunft',
  missed: 'Ihr Zug ist abgefahren',
  arrived: 'Sie sind angekommen',
  arrivesNow: 'Kommt jetzt an',
  nextStop: (station, time) => `Nächster Halt: ${station} ${time}`,
  notInUse: (count) =>
    count === 1
      ? 'Ihr Ticket ist noch nicht in Benutzung. Erst damit können Sie fahren.'
      : `${count} Tickets sind noch nicht in Benutzung. Erst damit können Sie fahren.`,
  putIntoUse: (count) => (count === 1 ? 'Ticket jetzt benutzen' : `${count} Tickets jetzt benutzen`),
  question: (count) => `Diese ${count} Tickets jetzt benutzen?`,
  usedUntil: (moment) => `Das lässt sich nicht rückgängig machen. Sie gelten danach bis ${moment}.`,
  used: (count) => `${count} Tickets sind jetzt in Benutzung`,
  inside: 'Sie sind drin. Steigen Sie in Ihren Zug ein.',
  goToPlatform: (platform) => `Sie sind drin. Gehen Sie zu Gleis ${platform}.`,
  missedText:
    'Die reservierten Plätze galten nur für diesen Zug. Fragen Sie am Bahnhof, wie Sie weiterfahren können.',
  reserveLater: 'Anderen Zug reservieren',
  exitByCode: 'Zeigen Sie den Code beim Verlassen des Bahnhofs noch einmal.',
  exitByPhone: 'Bestätigen Sie den Ausgang beim Verlassen des Bahnhofs.',
};
