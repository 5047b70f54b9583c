// Why a gate does not run, and what staff do, in German.
import { span } from './span.ts';

export const halts = {
  off: {
    title: (seconds: number) => `Die Uhr dieses Geräts geht ${span(seconds)} ${seconds > 0 ? 'vor' : 'nach'}`,
    todo: 'Stellen Sie Datum und Zeit auf automatisch',
  },
  setBack: {
    title: (seconds: number) => `Die Uhr dieses Geräts wurde um ${span(seconds)} zurückgestellt`,
    todo: 'Stellen Sie die Zeit richtig, oder verbinden Sie es mit dem Netz',
  },
  unchecked: {
    title: 'Die Zeit wurde noch nicht geprüft',
    todo: 'Verbinden Sie es einmal mit dem Netz, bevor es öffnet',
  },
  keys: { title: 'Zurzeit gilt kein Ausgabeschlüssel', todo: 'Verbinden Sie es mit dem Netz' },
  closed: {
    title: 'Diese Sperre ist nicht mehr angemeldet',
    todo: 'Melden Sie sie mit einem neuen Code der Zentrale wieder an: Personal, dann Einstellungen',
  },
  storage: {
    title: 'Durchgänge können nicht aufgezeichnet werden',
    todo: 'Schaffen Sie Speicherplatz: Danach geht es von selbst weiter',
  },
};
