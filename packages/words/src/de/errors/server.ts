// The server's refusals in German.
import type { ErrorWords } from '../../error-words.ts';

export const errorWords: ErrorWords = {
  AccountUnavailable:
    'Dieses Konto kann zurzeit nicht verwendet werden. Bitte schreiben Sie uns über die Hilfe, oder fragen Sie das Personal am Bahnhof.',
  imgCodeError:
    'Die Zeichen aus dem Bild fehlen oder stimmen nicht. Bitte geben Sie die Zeichen aus dem neuen Bild ein.',
  AccountOrPwdError:
    'Die E-Mail oder das Passwort ist falsch. Bitte prüfen Sie beides und versuchen Sie es noch einmal.',
  'MFA-0010':
    'Aus diesem Netz können Sie sich nicht anmelden. Bitte versuchen Sie ein anderes, etwa mobile Daten.',
  'MFA-0011':
    'Die Anmeldung ist nach mehreren Fehlversuchen unterbrochen. Bitte versuchen Sie es in [{minutes} Min.|einigen Minuten] noch einmal.',
  'MFA-0012':
    'Nach mehreren Fehlversuchen ist die Anmeldung unterbrochen. Bitte versuchen Sie es in [{minutes} Min.|einigen Minuten] noch einmal.',
  'MFA-0020':
    'Die Bildprüfung ist zurzeit nicht verfügbar. Sie müssen nichts bezahlen. Bitte schreiben Sie uns über die Hilfe, oder fragen Sie das Personal am Bahnhof.',
  'MFA-0021':
    'Es wurden zu viele Bilder angefordert. Bitte warten Sie einige Minuten und versuchen Sie es noch einmal.',
  'MFA-0022': 'Das Bild konnte nicht erzeugt werden. Bitte versuchen Sie es noch einmal.',
  'MFA-0023': 'Dieses Bild gilt nicht mehr. Bitte geben Sie die Zeichen im neuen Bild ein.',
  'MFA-0024': 'Die Zeichen stimmen nicht mit dem Bild überein. Bitte versuchen Sie das neue.',
  'MFA-0030':
    'Codes können zurzeit nicht gesendet werden. Sie müssen nichts bezahlen. Bitte schreiben Sie uns über die Hilfe, oder fragen Sie das Personal am Bahnhof.',
  'MFA-0031':
    'Codes können nicht so kurz nacheinander gesendet werden. Bitte fordern Sie in [{seconds} Sek.|einer Minute] einen neuen an.',
  'MFA-0032':
    'Der Code konnte nicht gesendet werden. Prüfen Sie die E-Mail, oder versuchen Sie es in einigen Minuten noch einmal.',
  'MFA-0033': 'Dieser Code gilt nicht mehr. Bitte fordern Sie einen neuen an.',
  'MFA-0034': 'Der Code ist falsch. Bitte prüfen Sie ihn und geben Sie ihn noch einmal ein.',
  'MFA-0035': 'An ein solches Gerät kann kein Code gesendet werden. Bitte verwenden Sie Ihre E-Mail.',
  'AUTH-0001': 'Diese Art der Anmeldung gibt es nicht. Bitte verwenden Sie Ihre E-Mail und Ihr Passwort.',
  'AUTH-0002':
    'Mit einem solchen Konto können Sie sich hier nicht anmelden. Bitte verwenden Sie ein Konto für Reisende.',
  'AUTH-0003': 'Bitte geben Sie Ihre E-Mail und Ihr Passwort ein.',
  'AUTH-0004':
    'Diese Anmeldung ist nicht registriert. Bitte prüfen Sie Ihre E-Mail, oder erstellen Sie ein Konto.',
  'AUTH-0005': 'Ihre Anmeldung wurde unterbrochen. Bitte melden Sie sich noch einmal an.',
  'AUTH-0010': 'Dieses Konto gibt es nicht. Bitte prüfen Sie Ihre E-Mail, oder erstellen Sie ein Konto.',
  'AUTH-0011': 'E-Mail oder Passwort ist falsch. Bitte prüfen Sie beides und versuchen Sie es noch einmal.',
  'AUTH-0012':
    'Dieses Konto ist nicht aktiv. Bitte schreiben Sie uns über die Hilfe, oder fragen Sie das Personal am Bahnhof.',
  'AUTH-0013': 'Ihre Berechtigungen konnten nicht geladen werden. Bitte melden Sie sich noch einmal an.',
  'AUTH-0014':
    'Ihre Berechtigungen sind nicht richtig eingerichtet. Bitte schreiben Sie uns über die Hilfe, oder fragen Sie das Personal am Bahnhof.',
  'AUTH-0015':
    'Die Berechtigungen der Bahn konnten nicht geladen werden. Bitte versuchen Sie es später noch einmal.',
  'AUTH-0016':
    'Die Berechtigungen der Bahn sind nicht richtig eingerichtet. Bitte schreiben Sie uns über die Hilfe, oder fragen Sie das Personal am Bahnhof.',
  'AUTH-0020': 'Dieses Passwort ist falsch. Bitte geben Sie es noch einmal ein.',
  'AUTH-0021':
    'Ihr Passwort konnte nicht zurückgesetzt werden. Bitte beginnen Sie mit einem neuen Code von vorn.',
  'AUTH-0022': 'Das neue Passwort ist dasselbe wie das aktuelle. Bitte wählen Sie ein anderes.',
  'SES-0001': 'Bitte melden Sie sich an, um fortzufahren.',
  'SES-0002': 'Ihre Anmeldung ist abgelaufen. Bitte melden Sie sich noch einmal an.',
  'SES-0003': 'Ihre Anmeldung gilt nicht mehr. Bitte melden Sie sich noch einmal an.',
  'SES-0004':
    'Ihr Konto wurde auf einem anderen Gerät angemeldet, deshalb wurden Sie hier abgemeldet. Melden Sie sich noch einmal an, um dieses Gerät zu verwenden.',
  'SES-0005': 'Sie wurden nach langer Zeit ohne Eingabe abgemeldet. Bitte melden Sie sich noch einmal an.',
  'SES-0006':
    'Dafür haben Sie keine Berechtigung. Bitte melden Sie sich noch einmal an, oder schreiben Sie uns über die Hilfe.',
  'TKT-0001': 'Dieses Ticket ist nicht mehr in Ihrem Konto. Es wurde vielleicht übertragen oder geschlossen.',
  'TKT-0002':
    'Zu diesem Link oder dieser Nummer gibt es kein Ticket. Bitte prüfen Sie die Eingabe und versuchen Sie es noch einmal.',
  'TKT-0003':
    'Dieses Ticket ist in einem anderen Konto registriert. Wenn es Ihr Konto ist, melden Sie sich damit an; sonst fragen Sie dort, wo Sie das Ticket gekauft haben.',
  'TKT-0004': 'Dieses Ticket ist schon in Ihrem Konto. Sie finden es bei Ihren Tickets.',
  'TKT-0005': 'Dieses Ticket ist abgelaufen. Bitte verwenden Sie ein anderes Ticket.',
  'TKT-0006':
    'Das ist im jetzigen Zustand des Tickets nicht möglich. Bitte laden Sie es neu und prüfen Sie seinen Zustand.',
  'TKT-0007':
    'Dieses Ticket ist gesperrt. Bitte fragen Sie das Personal am Bahnhof oder dort, wo Sie es gekauft haben.',
  'TKT-0008':
    'Sie sind mit diesem Ticket in einem Bahnhof. Bitte verlassen Sie ihn, oder widerrufen Sie zuerst den Eingang.',
  'TKT-0009':
    'Für dieses Ticket ist kein Eingang verzeichnet. Wenn Sie im Bahnhof sind, fragen Sie bitte das Personal.',
  'TKT-0010':
    'Dieser Code gehört zu keinem unserer Bahnhöfe. Bitte scannen Sie den QR-Code auf dem Bahnhofsplakat.',
  'TKT-0011':
    'Sie sind zu weit vom Bahnhof entfernt. Bitte gehen Sie näher heran, oder scannen Sie den QR-Code auf dem Plakat.',
  'TKT-0012': 'Einige Punkte sind nicht angekreuzt. Bitte prüfen Sie alle und kreuzen Sie sie an.',
  'TKT-0013': 'Dieses Ticket kann nicht übertragen werden. Es bleibt in Ihrem Konto.',
  'TKT-0014':
    'Kein Konto mit dieser E-Mail kann Tickets empfangen. Bitte prüfen Sie sie, oder bitten Sie die andere Person, zuerst ein Konto zu erstellen.',
  'TKT-0015': 'Das ist Ihre eigene E-Mail. Bitte geben Sie die der anderen Person ein.',
  'TKT-0016':
    'Die beiden E-Mails stimmen nicht überein. Bitte geben Sie die E-Mail der anderen Person noch einmal ein.',
  'TKT-0017': 'Dieser Gutschein ist schon umgetauscht. Bitte zeigen Sie die Umtauschnummer am Schalter.',
  'TKT-0018':
    'Dieses Ticket hat das Smartphone zu oft gewechselt. Bitte zeigen Sie es auf dem letzten Smartphone, oder versuchen Sie es in [{minutes} Min.|einiger Zeit] noch einmal.',
  'TKT-0019':
    'Ein Eingang lässt sich innerhalb von [{minutes} Min.|einigen Minuten] widerrufen, höchstens [{times} Mal|einige Male] am Tag. Bitte fragen Sie das Personal am Bahnhof.',
  'TKT-0020': 'Dieser Schalter tauscht diesen Gutschein nicht um. Bitte wählen Sie einen anderen Schalter.',
  'TKT-0021':
    'Sie haben diesen Bahnhof mit diesem Ticket vor weniger als [{minutes} Min.|einigen Minuten] passiert. Bitte fragen Sie das Personal am Bahnhof.',
  'TKT-0022':
    'Das ist der Link, den Sie erstellt haben. Das Ticket gehört noch Ihnen. Den Link können Sie beim Ticket zurückrufen.',
  'TKT-0023': 'Dieser Link wurde zurückgerufen. Bitten Sie um einen neuen.',
  'TKT-0024': 'Dieser Link ist abgelaufen. Bitten Sie um einen neuen.',
  'TKT-0025': 'Mit diesem Ticket ist gerade jemand im Bahnhof. Versuchen Sie es später noch einmal.',
  'SEAT-0001':
    'Diese Reservierung ist nicht mehr in Ihrem Konto. Sie wurde vielleicht storniert oder mit ihrem Ticket übertragen.',
  'SEAT-0002':
    '[Eben vergeben: {seats}.|Dieser Platz wurde eben vergeben.][ Noch frei: {free}.|] Bitte wählen Sie noch einmal.',
  'SEAT-0003':
    'In diesem Zug sind nicht genug Plätze frei[ (noch {left})|].[ Wagen {cars} brauchen keine Reservierung.|] Bitte wählen Sie weniger Tickets oder einen anderen Zug.',
  'SEAT-0004': 'Die Abfahrtszeit ist vorbei. Bitte wählen Sie für die Fahrt einen späteren Zug.',
  'SEAT-0005':
    'Plätze lassen sich bis [{minutes} Minuten|kurz] vor der Abfahrt reservieren, ändern oder stornieren. Bitte wählen Sie einen späteren Zug oder fragen Sie das Personal am Bahnhof.',
  'SEAT-0006':
    '[Für Sie werden noch Plätze gehalten: {held}. Bitte bestätigen Sie sie, geben Sie sie auf, oder warten Sie, bis sie freigegeben werden.|Die Höchstzahl der Reservierungen ist erreicht. Bitte prüfen Sie, wie viele jedes Ticket noch hat.][ Sie können höchstens {max} Plätze auf einmal wählen.|]',
  'SEAT-0007': 'Bitte wählen Sie für jedes Ticket einen Platz[ (Plätze: {seats}, Tickets: {tickets})|].',
  'SEAT-0008':
    'Die Zeit zum Bestätigen ist abgelaufen, und Ihre Plätze wurden freigegeben. Bitte wählen Sie noch einmal.',
  'SEAT-0009':
    'Dieser Tag kann nicht reserviert werden.[ Bitte wählen Sie einen vom {from} bis {to}.|][ Ihr Ticket kann bis {until} benutzt werden.|][ Reservierungen dafür öffnen am {opens}.|]',
  'SEAT-0010':
    'Ihr Ticket gilt nicht für diese Strecke oder diesen Wagen. Bitte wählen Sie andere, oder ein anderes Ticket.',
  'SEAT-0011':
    'Ein gewähltes Ticket hat für diese Fahrt schon einen Platz. Sie können ihn bei Ihren Reservierungen ändern.',
  'SEAT-0012': 'Diese Reservierung ist schon storniert. Bitte reservieren Sie für die Fahrt noch einmal.',
  'SEAT-0013': 'Zug, Bahnhof oder Platz wurde nicht gefunden. Bitte wählen Sie noch einmal.',
  'SEAT-0014': 'Für diesen Zug werden keine Plätze verkauft. Bitte wählen Sie einen anderen Zug.',
  'SEAT-0015': 'Dieser Zug fällt aus. Bitte wählen Sie einen anderen Zug.',
  'SEAT-0016':
    'Dieser Zug hält an diesem Tag an einem Ihrer Bahnhöfe nicht. Bitte wählen Sie einen anderen Zug.',
  'DESK-0001':
    'Dies wurde geändert, seit Sie es geöffnet haben. Es wurde nichts ausgeführt. Bitte prüfen Sie den jetzigen Stand und entscheiden Sie noch einmal.',
  'DESK-0002': 'Dies wurde schon entgegengenommen[ am {at}|].',
  'DESK-0003':
    'Dieser Gutschein wurde für einen anderen Schalter umgetauscht. Bitte schicken Sie die Person zu jenem Schalter.',
  'DESK-0004':
    'Dieses Ticket wird nicht von Personal entgegengenommen. Es öffnet Sperren, oder es wird zuerst in der App umgetauscht.',
  'DESK-0005':
    'Dieser Code gilt nicht mehr. Bitte lassen Sie den Code noch einmal öffnen, oder geben Sie die Ticketnummer ein.',
  'DESK-0006':
    'Diese Sperre wurde schon geschlossen[ ({at}), und was sie tat, zählt bis {until}|]. Damit weniger zählt, geben Sie eine frühere Zeit an.',
  'DESK-0007':
    'Diese Zeit liegt in der Zukunft. Geben Sie an, wann die Sperre zuletzt unter Kontrolle war, oder nichts für jetzt.',
  'DESK-0008': 'Dieser Zug ist angekommen und kann nicht mehr geändert werden.',
  'DESK-0009': 'Der Zug hält an einem dieser Halte nicht. Bitte laden Sie den Zug neu.',
  'DESK-0010': 'Diese Zugbildung gibt es nicht mehr. Bitte wählen Sie eine andere.',
  'DESK-0011': 'Die Zugbildung hat keinen solchen Wagen. Bitte prüfen Sie die fehlenden Wagen.',
  'DESK-0012':
    'Der Zug muss an mindestens zwei Halten halten. Lassen Sie stattdessen den ganzen Zug ausfallen.',
  'DESK-0013':
    'Ein anderer offener Partner hat diesen Namen. Bitte wählen Sie einen, der sich unterscheidet.',
  'DESK-0014': 'Zwei Schlüssel dieses Partners sind offen. Schließen Sie zuerst den alten.',
  'DESK-0015':
    'Dieser Monat kann noch nicht abgeschlossen werden. Bitte laden Sie ihn neu: Die Seite nennt den Grund.',
  'ACC-0001':
    'Diese E-Mail wird schon verwendet. Bitte melden Sie sich an, oder setzen Sie Ihr Passwort zurück.',
  'ACC-0002': 'Die beiden E-Mails stimmen nicht überein. Bitte geben Sie sie noch einmal ein.',
  'ACC-0003': 'Bitte geben Sie alle [{digits} |]Ziffern des Codes ein.',
  'ACC-0004':
    'Der Code stimmt nicht. Bitte sehen Sie in der neuesten E-Mail nach und geben Sie ihn noch einmal ein.',
  'ACC-0005': 'Dieser Code kann nicht mehr verwendet werden. Bitte fordern Sie einen neuen an.',
  'ACC-0006':
    'Bitte verwenden Sie 8 bis 36 einfache Zeichen ohne Leerzeichen, mit mindestens einer Ziffer, einem Groß- und einem Kleinbuchstaben, und nichts leicht zu Erratendes.',
  'ACC-0007': 'Die beiden Passwörter stimmen nicht überein. Bitte geben Sie sie noch einmal ein.',
  'ACC-0008': 'Dieses Passwort haben Sie schon verwendet. Bitte wählen Sie ein neues.',
  'ACC-0009': 'Bitte entfernen Sie Zeichen, die hier nicht möglich sind[: {characters}|].',
  'ACC-0010':
    'Bitte lesen Sie die Nutzungsbedingungen und die Datenschutzerklärung und stimmen Sie ihnen zu.',
  'ACC-0011':
    'Dieses Konto kann noch nicht gelöscht werden. Ihr Passwort muss seit mindestens 14 Tagen gelten, und kein Ticket darf unbenutzt oder in Benutzung sein.',
  'ACC-0012': 'Ihr Passwort konnte nicht sicher gelesen werden. Bitte versuchen Sie es noch einmal.',
  'PUSH-0001':
    'An diesen Browser können keine Mitteilungen gesendet werden. Bitte verwenden Sie einen anderen.',
  'GATE-0001': 'Die Uhr dieses Geräts geht falsch. Stellen Sie Datum und Zeit auf automatisch.',
  'REQ-0001':
    'Eine Eingabe kann nicht angenommen werden. Bitte prüfen Sie sie und versuchen Sie es noch einmal.',
  'REQ-0002':
    'Dies wurde schon mit anderen Angaben gesendet. Bitte prüfen Sie das Ergebnis und beginnen Sie von vorn.',
  'REQ-0003': 'Dies ist zu groß zum Senden. Bitte kürzen Sie den Text oder verwenden Sie ein kleineres Bild.',
  'REQ-0004': 'Zu viele Versuche in kurzer Zeit. Bitte warten Sie etwas und versuchen Sie es noch einmal.',
  'REQ-0005':
    'Das wurde nicht gefunden. Der Link ist vielleicht alt oder unvollständig. Bitte gehen Sie zurück und versuchen Sie es noch einmal.',
  'REQ-0006': 'Das gibt es noch nicht. Bitte versuchen Sie es zu einem späteren Datum.',
  'REQ-0007':
    'Es tut uns leid: Bei uns ist ein Fehler aufgetreten. Bitte versuchen Sie es in einigen Minuten noch einmal.',
  'REQ-0008':
    'Sehr viele Menschen verwenden gerade diesen Dienst. Bitte warten Sie einige Sekunden und versuchen Sie es noch einmal.',
  'REQ-0009':
    'Diese Seite ist älter als die letzte Aktualisierung. Bitte laden Sie sie neu und versuchen Sie es noch einmal.',
  'REQ-0010': 'Der Dienst ist kurz nicht verfügbar. Bitte versuchen Sie es in einigen Sekunden noch einmal.',
};
