// What failed at a gate, and what staff do, in German.
import { span } from './span.ts';

export const troubles = {
  network: {
    title: 'Der Server ist nicht erreichbar',
    todo: 'Prüfen Sie das Netz',
    sync: 'Die Sperre arbeitet weiter und sendet, wenn das Netz zurück ist',
  },
  server: {
    title: 'Der Server hat eine Störung',
    todo: 'Warten Sie etwas und versuchen Sie es noch einmal',
    sync: 'Die Sperre arbeitet weiter und sendet von selbst noch einmal',
  },
  clock: { title: 'Die Uhr dieses Geräts geht falsch', todo: 'Stellen Sie Datum und Zeit auf automatisch' },
  unproved: {
    title: 'Die Antwort kommt nicht von unserem Server',
    todo: 'Prüfen Sie, ob das Netz eine Anmeldung verlangt',
  },
  codeUnknown: {
    title: 'Der Code ist falsch oder schon verwendet',
    todo: 'Prüfen Sie ihn, oder bitten Sie die Zentrale um einen neuen',
  },
  codeOld: { title: 'Der Code ist älter als 24 Stunden', todo: 'Bitten Sie die Zentrale um einen neuen' },
  fault: {
    title: 'Diese Seite hat einen Fehler',
    todo: 'Laden Sie sie neu, oder aktualisieren Sie den Browser',
  },
  storage: {
    title: 'Dieses Gerät kann es nicht speichern',
    todo: 'Schaffen Sie Speicherplatz, oder verlassen Sie den privaten Modus',
  },
  tooManyTries: {
    title: 'Zu viele Versuche',
    todo: (seconds: number) => `Versuchen Sie es in ${span(seconds)} noch einmal`,
  },
  signatureRefused: {
    title: 'Die Signatur dieses Geräts wird nicht angenommen',
    todo: 'Laden Sie die Seite neu und versuchen Sie es noch einmal',
  },
  /** While sending reports. */
  busy: { title: 'Der Server ist ausgelastet', todo: 'Warten Sie: Es wird von selbst gesendet' },
  closed: {
    title: 'Diese Sperre ist nicht mehr angemeldet',
    todo: 'Melden Sie sie unter Einstellungen mit einem neuen Code der Zentrale wieder an',
  },
  notTaken: {
    title: 'Der Server nimmt nicht an, was diese Sperre sendet',
    todo: 'Laden Sie die Seite neu; wenn es bleibt, melden Sie sich bei der Zentrale',
  },
  /** In the bar: why nothing is sent. */
  bar: {
    device: 'Gerätefehler',
    clock: 'Uhr',
    network: 'Kein Netz',
    closed: 'Nicht angemeldet',
    unproved: 'Fremdes Netz',
    server: 'Server',
  },
};
