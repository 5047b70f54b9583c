import type { Messages } from '../../app-words.ts';

export const code: Messages['code'] = {
  place: (at, of) => `Ticket ${at} von ${of}`,
  previous: 'Vorheriges Ticket',
  next: 'Nächstes Ticket',
  nextCode: (who) => `Nächster Code: ${who}`,
  passed: { in: 'Eingang erfolgt', out: 'Ausgang erfolgt' },
  startFirst: 'Öffnen Sie das Ticket und tippen Sie auf „Jetzt benutzen“. Danach steht der Code hier.',
  toTicket: 'Ticket öffnen',
  brighter: 'Liest der Leser langsam? Stellen Sie den Bildschirm heller.',
  staffNumber: 'Ticketnummer für das Personal',
  askStaff: 'Oder zeigen Sie dem Personal an der Sperre diese Nummer.',
  usedUp: 'Dieses Ticket wurde benutzt.',
  saved: {
    show: 'Meine Codes zeigen',
    title: 'Meine gespeicherten Codes',
    none: 'Auf diesem Smartphone ist kein Code gespeichert, der noch gilt. Melden Sie sich an, um Ihre Tickets zu sehen.',
    remove: 'Codes von diesem Smartphone löschen',
    removeTitle: 'Codes von diesem Smartphone löschen?',
    removeText: 'Melden Sie sich an, um sie wieder zu zeigen.',
  },
  states: {
    exitOnly: (time) =>
      `Dieses Ticket ist abgelaufen. Wenn Sie in einem Bahnhof sind, können Sie ihn noch verlassen: Ausgang bis ${time}.`,
    offline: (moment) =>
      `Kein Netz. Halten Sie den Code wie gewohnt über den Leser; er funktioniert bis ${moment}.`,
    saved: (moment) =>
      `Sie sind abgemeldet, dies ist eine gespeicherte Kopie. Halten Sie sie wie gewohnt über den Leser; sie funktioniert bis ${moment}.`,
    clockWrong: (minutes) =>
      `Die Uhr dieses Smartphones geht etwa ${minutes}\u00a0Min. falsch. Der Code hat die richtige Zeit; halten Sie ihn wie gewohnt über den Leser. Stellen Sie die Uhr später auf automatisch.`,
    unkept:
      'Dieses Smartphone kann den Code nicht speichern (kein Platz oder privates Fenster). Lassen Sie diese Seite offen, bis Sie durch die Sperre sind.',
    outlived:
      'Der Code auf diesem Smartphone ist abgelaufen. Verbinden Sie sich mit dem Netz und versuchen Sie es noch einmal.',
    notOnPhone:
      'Der Code dieses Tickets ist noch nicht auf dem Smartphone. Verbinden Sie sich einmal mit dem Netz und versuchen Sie es noch einmal.',
    noKey:
      'Dieser Browser kann den Code nicht erzeugen. Öffnen Sie die App in Safari oder Chrome, nicht in einer anderen App und nicht in einem privaten Fenster.',
    ended: 'Dieses Ticket zeigt jetzt keinen Code.',
  },
};
