// Mails about a transferred ticket in German.
import type { TransferMails } from '../../mail-words.ts';

export const transfer: TransferMails = {
  sent: [
    'Sie haben ein Ticket übertragen',
    'Sie haben {product} (Ticket Nr. {ticketNo}) an {other} übertragen: {at}. Das lässt sich nicht rückgängig machen, und Ihr Code dafür funktioniert nicht mehr.\n\nWenn Sie es nicht waren, ändern Sie jetzt Ihr Passwort und melden Sie sich beim Personal am Bahnhof.',
  ],
  received: [
    'Sie haben ein Ticket erhalten',
    '{other} hat Ihnen {product} (Ticket Nr. {ticketNo}) übertragen: {at}.\n\nSie finden es bei Ihren Tickets:\n{origin}',
  ],
  sentSeveral: [
    'Sie haben {count} Tickets übertragen',
    'Sie haben diese {count} Tickets an {other} übertragen: {at}.\n{tickets}\n\nDas lässt sich nicht rückgängig machen, und Ihre Codes dafür funktionieren nicht mehr.\n\nWenn Sie es nicht waren, ändern Sie jetzt Ihr Passwort und melden Sie sich beim Personal am Bahnhof.',
  ],
  receivedSeveral: [
    'Sie haben {count} Tickets erhalten',
    '{other} hat Ihnen diese {count} Tickets übertragen: {at}.\n{tickets}\n\nSie finden sie bei Ihren Tickets:\n{origin}',
  ],
  link: [
    'Ein Ticket wartet auf Sie',
    '{product} wurde an Sie gesendet.\n\nÖffnen Sie diesen Link bis {until} und nehmen Sie das Ticket an. Wenn Sie noch kein Konto haben, legen Sie dort eines an.\n{link}\n\nDas Ticket erhält, wer es über den Link zuerst annimmt. Geben Sie ihn nicht weiter.',
  ],
  taken: [
    'Sie haben ein Ticket angenommen',
    '{product} (Ticket Nr. {ticketNo}) gehört jetzt Ihnen: {at}.\n\nSie finden es bei Ihren Tickets:\n{origin}',
  ],
  returned: [
    'Ein übertragenes Ticket ist zurück',
    '{product} (Ticket Nr. {ticketNo}), das Sie jemandem übertragen hatten, ist wieder in Ihrem Konto: {at}. Das Konto, das es hatte, wurde gelöscht, ohne es zu benutzen.\n\nSie finden es bei Ihren Tickets:\n{origin}',
  ],
  ended:
    'Diese erhaltenen Tickets wurden mit Ihrem Konto ungültig, weil es kein Konto mehr gibt, das sie übertragen hat:',
  seats: 'Mit übertragene Platzreservierungen:',
};
