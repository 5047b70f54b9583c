// Gates, passages and conflicts, in German.

export const gates = {
  direction: { in: 'Eingang', out: 'Ausgang', both: 'Ein- und Ausgang' },
  passage: {
    31: 'Eingang',
    32: 'Ausgang',
    37: 'Von Personal hinausgelassen',
    38: 'Von Personal eingelassen',
  },
  conflict: {
    sameDirection: {
      title: 'Zweimal in derselben Richtung durchgegangen',
      what: 'Es ging in derselben Richtung durch wie zuvor, oder die Person hat auch auf dem Smartphone einen Ein- oder Ausgang bestätigt: nach diesem Durchgang, an einem anderen Bahnhof oder viele Minuten entfernt. Ohne Netz kennen Sperren und Smartphone die Durchgänge der anderen nicht.',
      todo: 'Vergleichen Sie Bahnhof und Zeit mit dem vorigen Durchgang. Wenn niemand dazwischen fahren konnte, teilen sich vielleicht zwei Personen ein Ticket.',
    },
    noEntry: {
      title: 'Ausgang ohne Eingang',
      what: 'Ein Ausgang ist verzeichnet, aber kein Eingang. Die Sperre des Eingangs hat ihn noch nicht gesendet, oder der Eingang war ohne Sperre.',
      todo: 'Prüfen Sie, ob eine Sperre lange keine Verbindung hatte. Wenn Sie erfahren, wo der Eingang war, schreiben Sie es in die Notiz.',
    },
    changedHands: {
      title: 'Im Bahnhof bei der Übergabe',
      what: 'Der Eingang war, bevor es übertragen oder neu ausgestellt wurde, und es gab noch keinen Ausgang. Die Sperre meldete das erst danach.',
      todo: 'Prüfen Sie im Verlauf des Tickets, wer es vorher und nachher hatte. Wenn beide gefahren sind, ist ein Fahrpreis geschuldet.',
    },
    noTraveller: {
      title: 'Durchgelassen, aber in keinem Konto',
      what: 'Das Personal ließ dieses Ticket mit seiner Nummer durch, aber niemand hatte es hinzugefügt. Sein Code oder Brief ist vielleicht in fremden Händen.',
      todo: 'Fragen Sie das Personal an dieser Sperre, wer gefahren ist. Wenn das Ticket noch in keinem Konto ist, sperren Sie es oder erklären Sie es für ungültig; sonst ist vielleicht ein Fahrpreis geschuldet.',
    },
    beforeRefund: {
      title: 'Benutzt vor der Erstattung oder dem Ende',
      what: 'Es ging durch, bevor das Personal es erstattete, für ungültig erklärte oder beendete. Die Sperre meldete das erst danach.',
      todo: 'Prüfen Sie im Verlauf des Tickets, was entschieden wurde. Wenn es erstattet wurde, ist der Preis dieser Fahrt geschuldet.',
    },
    usedUp: {
      title: 'Eingang nach der letzten Fahrt',
      what: 'Es gab noch einen Eingang, obwohl alle Fahrten verbraucht waren.',
      todo: 'Prüfen Sie die Fahrten im Verlauf des Tickets. Wenn es neu ausgestellt wurde, kamen Durchgänge des früheren Tickets vielleicht spät an.',
    },
    revoked: {
      title: 'Mit einem angehaltenen Ticket durchgegangen',
      what: 'Es war gesperrt oder erstattet oder auf einem anderen Smartphone, und die Sperre wusste es noch nicht.',
      todo: 'Prüfen Sie im Verlauf des Tickets, wer es damals hatte. Bei einem erstatteten Ticket ist der Fahrpreis geschuldet.',
    },
    wrongDirection: {
      title: 'Falsche Richtung für diese Sperre',
      what: 'Die Sperre ließ jemanden in einer Richtung durch, für die sie nicht angemeldet war.',
      todo: 'Prüfen Sie die Einstellungen dieser Sperre. Um die Richtung zu ändern, melden Sie sie mit einem neuen Code an.',
    },
    wrongPlace: {
      title: 'Eine Sperre, die das Ticket nicht öffnet',
      what: 'Das Produkt öffnet an diesem Bahnhof in dieser Richtung keine Sperren. Die Sperre hatte alte Daten, oder das Zertifikat nannte keine Bahnhöfe.',
      todo: 'Vergleichen Sie die Fahrt mit dem Gebiet des Tickets. Für Fahrten außerhalb ist ein Fahrpreis geschuldet.',
    },
    passBack: {
      title: 'Am selben Bahnhof gleich zurückgegeben',
      what: 'Das Ticket ging am selben Bahnhof innerhalb von Minuten in der anderen Richtung durch. Vielleicht haben zwei Personen ein Ticket benutzt.',
      todo: 'Prüfen Sie die Durchgänge davor und danach. Wenn sich Ein- und Ausgang abwechseln, melden Sie die Sperre nur für eine Richtung an.',
    },
    expired: {
      title: 'Nach dem Ende des Tickets',
      what: 'Der Eingang war nach dem Ende der Gültigkeit, oder der Ausgang mehr als vier Stunden danach.',
      todo: 'Vergleichen Sie die Uhr der Sperre mit der Gültigkeit des Tickets. Für Fahrten nach dem Ende ist ein Fahrpreis geschuldet.',
    },
    wrongClock: {
      title: 'Unmögliche Zeit',
      what: 'Die Sperre meldete eine Zeit in der Zukunft oder vor der Ausstellung des Tickets. Stattdessen zählt die Ankunft beim Server.',
      todo: 'Prüfen Sie die Uhr der Sperre. Wenn sie stimmt, hat vielleicht jemand anders ihren Schlüssel: Schließen Sie die Sperre.',
    },
    unknownTicket: {
      title: 'Kein Ticket hat diese Nummer',
      what: 'Zu der Nummer, die das Personal eingegeben hat, gibt es kein Ticket. Meist ist es ein Tippfehler.',
      todo: 'Suchen Sie ein Ticket mit ähnlicher Nummer, und fragen Sie, wer an der Sperre war.',
    },
    forged: {
      title: 'Ein gefälschtes Zertifikat',
      what: 'Die Sperre öffnete für ein Zertifikat, das wir nicht signiert haben oder das zu einem anderen Ticket gehört. Wer durchging, ist vielleicht nicht der Inhaber. Das genannte Ticket ist unverändert.',
      todo: 'Informieren Sie die Leitung: Prüfen Sie diese Sperre und alle mit Zugriff auf den Ausgabeschlüssel.',
    },
    noMoment: {
      title: 'Ohne Signatur des Smartphones',
      what: 'Diese Sperre sendet mit jedem Durchgang die Signatur des Smartphones, mit diesem aber nicht. Wer die Sperre hat, kann ihn aus einem früheren Code erfunden haben. Das Ticket ist unverändert.',
      todo: 'Prüfen Sie, ob die Sperre an ihrem Ort ist. Wenn sie fehlt, schließen Sie sie.',
    },
    formerOwner: {
      title: 'Durchgang eines früheren Inhabers',
      what: 'Jemand ging durch, bevor das Ticket oder sein Ersatz übertragen wurde, und die Sperre meldete es danach. Das Ticket des neuen Inhabers ist unverändert.',
      todo: 'Sehen Sie die Übertragung im Verlauf des Tickets: Wer es übertragen hat, schuldet den Fahrpreis. Wenn es an dieser Sperre wieder vorkommt, prüfen Sie ihr Netz.',
    },
    noReason: {
      title: 'Von Hand durchgelassen, ohne Grund',
      what: 'Das Personal ließ jemanden ohne Code durch und nannte keinen Grund. Das Ticket ist unverändert.',
      todo: 'Fragen Sie das Personal an dieser Sperre. Wenn es dort niemand war, schließen Sie die Sperre.',
    },
    tooManyByHand: {
      title: 'Zu viele von Hand durchgelassen',
      what: 'Die Sperre meldete mehr Durchgänge ohne Code als erlaubt: 60 in der Stunde, 500 am Tag. Die Tickets der übrigen sind unverändert.',
      todo: 'Finden Sie heraus, was an diesem Bahnhof geschah. Wenn niemand davon weiß, schließen Sie die Sperre.',
    },
    reportedLate: {
      title: 'Spät von einer geschlossenen Sperre gemeldet',
      what: 'Eine geschlossene Sperre sendete dies, nachdem sie zuletzt unter Kontrolle war, für eine Zeit davor. Wer die Sperre hatte, kann es erfunden haben. Es zählt.',
      todo: 'Wenn der Inhaber nicht gefahren ist, schließen Sie die Sperre ab einer früheren Zeit: Dann zählt es nicht, und das Ticket hat seine Fahrt wieder.',
    },
    afterClosing: {
      title: 'Nach dem Schließen der Sperre',
      what: 'Eine geschlossene Sperre meldete dies für eine Zeit nach der letzten, die zählt. Es zählt nicht. War das Ticket dadurch verbraucht, hat es seine Fahrt wieder.',
      todo: 'Wenn eine Sperre ohne Netz das Ticket noch ablehnt, stellen Sie es neu aus. Wenn der Inhaber gefahren ist, erklären Sie es für ungültig.',
    },
  },
  byHand: {
    phone: 'Smartphone leer oder defekt',
    unreadable: 'Code nicht lesbar',
    noEntry: 'Kein Eingang verzeichnet',
    wrongDirections: 'Weg falsch gewiesen',
  },
};
