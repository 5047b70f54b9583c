// The phone's own errors in German: those that no code of the server stands for.
import type { Messages } from '../../app-words.ts';
import type { ClientWords } from '../../client-messages.ts';

export const clientWords: ClientWords = {
  timeout:
    'Die Verbindung hat zu lange gedauert. Tippen Sie auf den Bildschirm, um es noch einmal zu versuchen.',
  networkDown: 'Kein Netz. Bitte prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
  notJson: 'Die Antwort des Servers war nicht lesbar. Bitte versuchen Sie es noch einmal.',
  httpError: 'Die Verbindung ist gescheitert. Bitte versuchen Sie es noch einmal.',
  unknownRefusal:
    'Der Server hat dies nicht angenommen. Bitte gehen Sie zurück und versuchen Sie es noch einmal, oder schreiben Sie uns über die Hilfe.',
  mayBeDone:
    'Es könnte schon ausgeführt sein. Versuchen Sie es noch einmal, um es zu erfahren: Es wird nie zweimal ausgeführt.',
  serverConfig:
    'Der Dienst ist nicht richtig eingerichtet. Bitte schreiben Sie uns über die Hilfe, oder fragen Sie das Personal am Bahnhof.',
  linkError:
    'Dieser Link funktioniert nicht. Bitte schreiben Sie uns über die Hilfe, oder fragen Sie das Personal am Bahnhof.',
  encryptFailed:
    'Ihr Passwort konnte für das Senden nicht geschützt werden. Bitte laden Sie die Seite neu und versuchen Sie es noch einmal.',
  encryptEmpty: 'Es gibt noch nichts zu senden. Bitte geben Sie Ihr Passwort ein.',
  pageNotFound: 'Diese Seite wurde nicht gefunden. Bitte gehen Sie zurück zu Ihren Tickets.',
  serverError:
    'Es tut uns leid: Bei uns ist ein Fehler aufgetreten. Bitte versuchen Sie es in einigen Minuten noch einmal.',
  maintenance:
    'Wir führen Wartungsarbeiten durch. Es tut uns leid. Codes, die Sie in den letzten 24 Stunden geöffnet haben, funktionieren weiter an der Sperre.',
  cameraMissing:
    'Keine Kamera gefunden. Bitte lesen Sie den Code aus einem Foto, oder schließen Sie dies und wählen Sie aus der Liste.',
  cameraDenied:
    'Die Kamera ist nicht erlaubt. Bitte erlauben Sie sie in den Einstellungen des Browsers, oder lesen Sie den Code aus einem Foto.',
  cameraBusy:
    'Eine andere App verwendet die Kamera. Bitte schließen Sie sie und versuchen Sie es noch einmal.',
  cameraInsecure:
    'Die Kamera funktioniert nur auf einer sicheren Seite. Bitte öffnen Sie die Adresse, die mit https beginnt.',
  cameraUnsuitable:
    'Diese Kamera kann keine Codes lesen. Bitte verwenden Sie eine andere oder wählen Sie aus der Liste.',
  cameraUnsupported:
    'Dieser Browser kann die Kamera nicht verwenden. Bitte verwenden Sie Safari oder Chrome, oder wählen Sie aus der Liste.',
  positionDenied:
    'Der Standort ist nicht erlaubt. Bitte erlauben Sie ihn in den Einstellungen des Browsers, oder wählen Sie den Bahnhof aus der Liste.',
  positionOff:
    'Ihr Standort wurde nicht gefunden. Bitte schalten Sie den Standort ein, oder wählen Sie den Bahnhof aus der Liste.',
  positionTimeout:
    'Die Suche nach Ihrem Standort hat zu lange gedauert. Bitte versuchen Sie es noch einmal, oder wählen Sie den Bahnhof aus der Liste.',
  noStationNearby:
    'In Ihrer Nähe ist kein Bahnhof. Bitte gehen Sie näher heran, oder wählen Sie den Bahnhof aus der Liste.',
  clockWrong:
    'Die Uhr Ihres Smartphones geht falsch, deshalb könnten Sperren den Code ablehnen. Bitte stellen Sie die Zeit auf automatisch.',
  ticketInvalid:
    'Die Angaben zum Ticket sind falsch oder nicht mehr gültig. Bitte laden Sie Ihre Tickets neu.',
  ticketIdMissing: 'Es ist nicht klar, welches Ticket Sie meinen. Bitte öffnen Sie es aus Ihren Tickets.',
  reservationIdMissing:
    'Es ist nicht klar, welche Reservierung Sie meinen. Bitte öffnen Sie sie aus Ihren Reservierungen.',
  noticeIdMissing:
    'Es ist nicht klar, welche Mitteilung Sie meinen. Bitte öffnen Sie sie aus den Mitteilungen.',
  trainsFailed: 'Die Züge konnten nicht geladen werden. Bitte versuchen Sie es noch einmal.',
  addFailed: 'Das Ticket konnte nicht hinzugefügt werden. Bitte versuchen Sie es noch einmal.',
  redeemFailed:
    'Der Code konnte nicht eingelöst werden. Bitte prüfen Sie ihn und versuchen Sie es noch einmal.',
  activateFailed:
    'Das Ticket konnte nicht in Benutzung genommen werden. Bitte laden Sie es neu und versuchen Sie es noch einmal.',
  transferFailed:
    'Das Ticket konnte nicht übertragen werden. Es gehört noch Ihnen. Bitte versuchen Sie es noch einmal.',
  reserveFailed: 'Die Plätze konnten nicht reserviert werden. Bitte versuchen Sie es noch einmal.',
  changeFailed:
    'Die Plätze konnten nicht geändert werden. Ihre Reservierung bleibt, wie sie war. Bitte versuchen Sie es noch einmal.',
  cancelFailed:
    'Die Reservierung konnte nicht storniert werden. Sie gilt weiter. Bitte versuchen Sie es noch einmal.',
  registerFailed: 'Ihr Konto konnte nicht erstellt werden. Bitte versuchen Sie es noch einmal.',
  noAddPermission:
    'Ihr Konto darf dies nicht hinzufügen. Bitte schreiben Sie uns über die Hilfe, oder fragen Sie das Personal am Bahnhof.',
  permissionAllocation:
    'Ihre Berechtigungen wurden nicht richtig vergeben. Bitte schreiben Sie uns über die Hilfe, oder fragen Sie das Personal am Bahnhof.',
  emailInvalid: 'Bitte geben Sie eine gültige E-Mail ein.',
  codeEmpty: 'Bitte geben Sie den Code aus der E-Mail ein.',
  captchaEmpty: 'Bitte geben Sie die Zeichen im Bild ein.',
  ticketLinkEmpty: 'Bitte geben Sie einen Ticket-Link, eine Gutscheinnummer oder einen Einlösecode ein.',
  stationsMissing: 'Bitte wählen Sie Abfahrts- und Ankunftsbahnhof.',
};

/** At an address of no screen. */
export const notFound: Messages['notFound'] = {
  title: 'Seite nicht gefunden',
  text: 'Der Link ist alt oder unvollständig.',
};
