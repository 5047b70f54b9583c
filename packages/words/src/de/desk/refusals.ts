// Refusals, where the server's text is for travellers, in German.

export const refusals = {
  noTicket: 'Es gibt kein Ticket mit dieser Nummer. Prüfen Sie die Nummer und suchen Sie noch einmal.',
  noAccount: 'Dieses Konto gibt es nicht mehr. Es wurde vielleicht gelöscht.',
  noMessage:
    'Diese Nachricht gibt es nicht mehr. Sie wird zusammen mit dem Konto gelöscht, das sie gesendet hat.',
  noNotice: 'Diese Mitteilung gibt es nicht.',
  noConflict: 'Diesen Widerspruch gibt es nicht.',
  noTrain: 'Dieser Zug fährt an jenem Tag nicht.',
  numberTaken: 'An diesem Tag hat ein anderer Zug diese Nummer. Geben Sie eine andere ein.',
  noExtra: 'Kein Live-Feed führt diesen Zug mehr. Schließen Sie dies und sehen Sie noch einmal nach.',
  carsChanged:
    'Jemand anders hat diesem Zug Wagen gegeben oder genommen. Schließen Sie dies und sehen Sie noch einmal nach.',
  cutsGone:
    'Was wartet, hat sich geändert: Jemand anders hat entschieden, oder der Datenstrom will mehr Züge oder keine mehr. Schließen Sie dies und sehen Sie noch einmal nach.',
  noSearch: 'Danach kann nicht gesucht werden. Prüfen Sie die Eingabe.',
  noPerson: 'Inzwischen hat eine andere Leitung diese Person geändert. Prüfen Sie die Liste.',
  checkEnded: 'Die Prüfung durch dieses Gerät ist abgelaufen. Drücken Sie noch einmal auf Anmelden.',
  oldFeed:
    'Diese Dateien werden nicht als Fahrplan angenommen. Schließen Sie dies und wählen Sie die ZIP-Datei noch einmal.',
  notAnEmail: 'Das ist keine E-Mail. Prüfen Sie die Schreibweise.',
  inNoAccount: 'Es ist in keinem Konto mehr. Suchen Sie es noch einmal, um den jetzigen Stand zu sehen.',
  noTicketAtCounter:
    'Nichts hat diese Nummer. Vergleichen Sie sie mit dem Bildschirm der Reisenden. Geben Sie nichts allein wegen eines Bildschirms heraus.',
  codeInvalid:
    'Dieser Code gilt nicht. Lassen Sie ihn noch einmal öffnen, oder geben Sie die Ticketnummer ein. Ein Bildschirmfoto gilt nicht.',
  orderIssued:
    'Diese Bestellnummer wurde schon für andere Tickets verwendet. Wählen Sie eine andere, oder suchen Sie sie unter Tickets.',
  productEnded: 'Dieses Produkt wird nicht mehr ausgestellt. Wählen Sie ein anderes.',
  useByPassed: 'Der letzte Tag für den Beginn ist vorbei. Geben Sie heute oder einen späteren Tag ein.',
  stationEnded: 'Dieser Bahnhof ist nicht mehr im Fahrplan. Wählen Sie einen anderen.',
  codeGone: 'Dieser Code gilt nicht mehr.',
  codeUsed:
    'Eine Sperre hat diesen Code inzwischen verwendet. Wenn Sie diese Sperre nicht kennen, schließen Sie sie.',
  gateGone: 'Diese Sperre gibt es nicht mehr. Prüfen Sie die Liste.',
  noticeRefused:
    'Ein Titel, ein Text oder ein Datum wird nicht angenommen. Prüfen Sie sie und speichern Sie noch einmal.',
  noticeGone: 'Diese Mitteilung gibt es nicht mehr. Setzen Sie Ihren Text als neue Mitteilung fort.',
  noticeChanged:
    'Jemand hat diese Mitteilung geändert; sie wurde deshalb nicht zurückgezogen. Schließen Sie dies und prüfen Sie die Änderung.',
  pictureGone: 'Dieses Bild gibt es nicht mehr.',
  noDay: 'Das ist kein gültiges Datum. Wählen Sie ein anderes.',
  uploadGone:
    'Diese Datei wird nur einen Tag aufbewahrt. Schließen Sie dies und wählen Sie die ZIP-Datei noch einmal.',
  uploadWithdrawn:
    'Nach dem Vergleich trat ein anderer Fahrplan in Kraft, oder dieser Import wurde zurückgenommen. Es wurde nichts getan: Schließen Sie dies, und wählen Sie die ZIP-Datei noch einmal.',
  importGone: 'Diese Übernahme gibt es nicht mehr. Prüfen Sie die Liste.',
  nameTaken:
    'Eine andere Person hat diesen Namen. Bitte ergänzen Sie, was sie unterscheidet, etwa die Abteilung.',
  emailTaken: 'Jemand hat diese E-Mail schon. Prüfen Sie auch die geschlossenen Zugänge.',
  tooLarge: 'Dies ist zu groß zum Senden. Senden Sie weniger auf einmal.',
  endpointRefused:
    'Diese Adresse geht nicht. Prüfen Sie, ob sie mit https:// beginnt, einen öffentlichen Hostnamen hat und es höchstens 10 Endpunkte gibt.',
  twoSecrets: 'Zwei Geheimnisse gelten bereits. Beenden Sie zuerst das vorige.',
  noEvent: 'Ab dort gibt es kein Ereignis. Prüfen Sie die ID oder die Zeit.',
  partnerRefused:
    'Der Name oder ein Produkt wird nicht angenommen. Prüfen Sie den Namen, oder schließen Sie dies und wählen Sie die Produkte noch einmal.',
  mailGone:
    'Diese E-Mail wurde noch einmal gesendet, verworfen oder mit ihrem Konto gelöscht. Prüfen Sie die Liste.',
  missing: 'Das gibt es nicht: Es wurde gelöscht, oder die Nummer ist falsch.',
  roleMayNot: 'Ihre Rolle erlaubt dies nicht. Fragen Sie die Leitung, wenn Sie es brauchen.',
};
