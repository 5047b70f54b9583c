// Mails about one's own reservations in German.
import type { ReservationMails, StopPage } from '../../mail-words.ts';

export const reservation: ReservationMails = {
  reserved: ['Reserviert: {train}, {day}', 'Ihre Plätze sind reserviert.'],
  changed: ['Geändert: {train}, {day}', 'Sie haben Ihre Reservierung geändert. Sie lautet jetzt so.'],
  cancelled: ['Storniert: {train}, {day}', 'Sie haben Ihre Reservierung storniert.'],
  cancelledPart: [
    'Einige Plätze storniert: {train}, {day}',
    'Sie haben einige Ihrer reservierten Plätze storniert.',
  ],
  replaced: [
    'Storniert: {train}, {day}',
    'Sie haben mit Ihrem Ticket einen anderen Zug reserviert. Deshalb ist diese Reservierung, die ihre Plätze verloren hatte, storniert.',
  ],
  eve: ['{day}, {time}: {train} ab {from}', 'Ihr Zug fährt am {day}.'],
  train: 'Zug: {train}',
  departs: 'Abfahrt: {moment}, {station}',
  arrives: 'Ankunft: {moment}, {station}',
  expected: 'Er ist verspätet. Voraussichtliche Abfahrt: {time}',
  platform: '{station}, Gleis {platform}',
  cancelledSeats: 'Storniert: {seats}',
  changeUntil: 'Sie können sie bis {until} in der App ändern oder stornieren.',
  notYou: 'Wenn Sie es nicht waren, ändern Sie Ihr Passwort.',
  calendar: {
    added: 'Öffnen Sie die angehängte Datei, um die Fahrt in Ihren Kalender einzutragen.',
    updated: 'Öffnen Sie die angehängte Datei, um den Eintrag in Ihrem Kalender zu aktualisieren.',
    removed: 'Öffnen Sie die angehängte Datei, um den Eintrag aus Ihrem Kalender zu entfernen.',
  },
  tickets: 'Ihre Tickets:',
  ticket: {
    waiting:
      '{product} (Nr. {ticketNo}): noch nicht in Benutzung. Drücken Sie am Reisetag in der App auf Benutzen, bevor Sie den Bahnhof betreten.',
    inUse: '{product} (Nr. {ticketNo}): in Benutzung, gültig bis {until}.',
    suspended:
      '{product} (Nr. {ticketNo}): gesperrt, öffnet keine Sperre. Bitte fragen Sie das Personal am Bahnhof.',
  },
  stop: 'Keine Erinnerungen mehr: ',
  calendarTitle: '{train} {from} – {to}',
  calendarCancelled: 'Fällt aus: {title}',
};

export const stopPage: StopPage = {
  ask: [
    'Keine Erinnerungen mehr?',
    'Sie erhalten am Abend vor einer Fahrt keine E-Mail mehr. E-Mails zu Reservierungen, Änderungen und ausfallenden Zügen kommen weiterhin.',
  ],
  send: 'Erinnerungen beenden',
  done: ['Keine Erinnerungen mehr', 'In der App können Sie sie unter Konto wieder einschalten.'],
  gone: [
    'Dieser Link funktioniert nicht mehr',
    'In der App können Sie die Erinnerungen unter Konto ausschalten.',
  ],
};
