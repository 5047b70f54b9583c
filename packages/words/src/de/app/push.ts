import type { Messages } from '../../app-words.ts';

export const push: Messages['push'] = {
  title: 'Mitteilungen',
  cardTitle: 'Erfahren, wenn sich Ihr Zug ändert',
  cardText:
    'Sie erfahren vor der Abfahrt Gleis und Wagen, und wenn Ihr Zug Verspätung hat oder ausfällt. Auch wenn die App geschlossen ist.',
  cardYes: 'Mitteilungen einschalten',
  notNow: 'Nicht jetzt',
  notNowDone: 'Sie können sie jederzeit unter „Konto“ einschalten.',
  cardOn: 'Dieses Smartphone meldet Ihnen, wenn sich Ihr Zug ändert.',
  toSettings: 'Auswählen, was gemeldet wird',
  install:
    'Auf iPhone und iPad: Tippen Sie auf „Teilen“, dann auf „Zum Home-Bildschirm“, und öffnen Sie die App von dort.',
  noneTitle: 'Dieser Browser erhält keine Mitteilungen',
  none: 'Öffnen Sie die App in einem aktuellen Chrome, Edge, Firefox oder Safari, nicht in einem privaten Fenster.',
  deniedTitle: 'Mitteilungen sind blockiert',
  denied:
    'Erlauben Sie die Mitteilungen dieser App in den Website-Einstellungen des Browsers oder in den Einstellungen des Smartphones. Kommen Sie dann hierher zurück.',
  notAllowed:
    'Mitteilungen sind noch nicht erlaubt. Tippen Sie noch einmal auf die Schaltfläche und wählen Sie „Zulassen“.',
  ended:
    'Die Mitteilungen haben aufgehört: Der Browser oder eine neue Anmeldung kann sie beenden. Schalten Sie sie wieder ein, um informiert zu werden.',
  offTitle: 'Mitteilungen sind auf diesem Smartphone aus',
  onTitle: 'Mitteilungen sind auf diesem Smartphone an',
  turnOn: 'Mitteilungen einschalten',
  turnedOn: 'Mitteilungen sind an',
  turnOff: 'Mitteilungen ausschalten',
  turnedOff: 'Mitteilungen sind aus',
  topics: 'Was gemeldet wird',
  topic: {
    departure: { name: 'Vor der Abfahrt', text: 'Gleis und Wagen, kurz bevor der Zug abfährt.' },
    change: {
      name: 'Ihr Zug ändert sich',
      text: 'Er ist verspätet, fällt aus oder hat ein anderes Gleis oder andere Wagen.',
    },
    received: { name: 'Ein Ticket für Sie', text: 'Jemand hat Ihnen ein Ticket gesendet.' },
    passage: {
      name: 'Mitreisende an der Sperre',
      text: 'Jemand, der mit Ihnen reist, ist durch eine Sperre gegangen.',
    },
  },
  topicMissing: 'Wählen Sie mindestens eins, oder schalten Sie die Mitteilungen aus.',
  quiet: 'Ruhezeit',
  quietOn: 'Eine Ruhezeit einhalten',
  quietText: 'In dieser Zeit wird nichts gesendet, was warten kann.',
  quietFrom: 'Von',
  quietTo: 'Bis',
  quietMissing: 'Wählen Sie zwei verschiedene Uhrzeiten.',
  language: (name) => `Mitteilungen kommen in der Sprache der App: ${name}.`,
  noSubscription:
    'Der Browser hat seinen Mitteilungsdienst nicht erreicht. Prüfen Sie das Netz und versuchen Sie es erneut.',
  general: 'Es gibt Neues zu Ihrer Reise. Tippen Sie, um es zu sehen.',
};
