import type { Messages } from '../../app-words.ts';

const inMinutes = (minutes: number) => `${minutes}\u00a0${minutes === 1 ? 'Minute' : 'Minuten'}`;

export const late: Messages['late'] = {
  title: 'Verspätete Züge',
  one: 'Verspätungsbescheinigung',
  intro: (minutes, days) =>
    `Für Züge, die ${inMinutes(minutes)} oder mehr Verspätung hatten, von heute und den letzten ${days}\u00a0Tagen.`,
  day: 'Tag des Zuges',
  noneTitle: 'Keine Bescheinigungen für diesen Tag',
  noneText: (minutes) =>
    `Ein Zug mit ${inMinutes(minutes)} oder mehr Verspätung steht hier, sobald er an einem Bahnhof ankommt.`,
  most: (minutes) => `Bis zu ${minutes}\u00a0min verspätet`,
  checkTitle: 'Bescheinigung prüfen',
  checkLabel: 'Prüfcode',
  checkHint: 'Die 16 Zeichen auf der Bescheinigung.',
  checkWrong: 'Geben Sie 16 Buchstaben und Ziffern ein.',
  check: 'Prüfen',
  proves: 'Wir bescheinigen, dass dieser Zug wie unten angegeben verspätet ankam.',
  trainDay: 'Datum',
  train: 'Zug',
  section: 'Strecke',
  station: 'Ankunft in',
  planned: 'Plan',
  arrived: 'An',
  delay: 'Später',
  minutes: (minutes) => `${minutes}\u00a0min`,
  source: {
    feed: (moment) => `Verspätung laut Echtzeitdaten, ${moment}.`,
    desk: (moment) => `Verspätung laut Meldung des Personals, ${moment}.`,
  },
  notTraveller: 'Bescheinigt wird die Verspätung des Zuges, nicht die Mitfahrt.',
  issued: 'Ausgestellt',
  scan: 'Prüfen Sie diese Bescheinigung mit dem QR-Code oder auf dieser Seite.',
  codeAlt: 'QR-Code der Seite, die diese Bescheinigung prüft',
  genuine: (railway) => `Ausgestellt von ${railway}`,
  genuineText: (host) => `Achten Sie darauf, dass die Adresse dieser Seite ${host} ist.`,
  language: 'Sprache der Bescheinigung',
  print: 'Drucken',
  share: 'Teilen',
  goneTitle: 'Diese Bescheinigung gibt es nicht',
  goneText: 'Prüfen Sie den Code. Bescheinigungen lassen sich 13 Monate lang prüfen.',
  toList: 'Alle verspäteten Züge ansehen',
  arrivedLate: (time) => `Ihr Zug kam ${time} später an`,
  refunded: 'Ihr Sitzplatz wird erstattet',
  refundedText:
    'Ihr Ticket erhält die Reservierung etwa eine Stunde nach der Ankunft zurück. Wegen Geld zeigen Sie das Ticket am Schalter: Das Personal sieht den Eintrag.',
  show: 'Bescheinigung ansehen',
  noCertificate: (minutes) => `Bescheinigungen gibt es ab ${minutes}\u00a0Minuten.`,
};
