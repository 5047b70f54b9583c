// What a gate decides about a code, in German.
import { span } from './span.ts';

export const decisions = {
  headline: { go: 'Bitte gehen', stop: 'Halt', staff: 'Personal rufen' },
  /** Why a code opens nothing. */
  refused: {
    malformed: 'Kein Ticketcode',
    forged: 'Dieser Code ist nicht echt',
    keyExpired: 'Der Ausgabeschlüssel ist abgelaufen',
    revoked: 'Dieses Ticket wurde widerrufen oder ist auf einem anderen Smartphone',
    certificateExpired: 'Das Smartphone muss einmal online gehen und den Code dann wieder zeigen',
    notYetValid: 'Dieses Ticket gilt noch nicht',
    expired: 'Dieses Ticket ist abgelaufen',
    wrongPlace: 'Dieses Ticket gilt nicht für diesen Bahnhof und diese Richtung',
    placeUnknown: 'Diese Sperre kennt das Ticket nicht: Prüfen Sie, wo es gilt',
  },
  stale: (seconds: number) => `Dieser Code ist ${span(seconds)} alt: Bitte die App neu öffnen`,
  clockAhead: (seconds: number) => `Die Uhr des Smartphones geht ${span(seconds)} vor`,
  passBack: 'Es ist hier eben in der anderen Richtung durchgegangen',
  passBackAt: (when: string) =>
    `Es ging hier um ${when} in der anderen Richtung durch: ein Ticket, eine Person?`,
  used: 'Dieses Ticket wurde schon benutzt',
  usedAt: (when: string) => `Schon benutzt: ${when}`,
  phoneClockOff: 'Die Uhr des Smartphones geht falsch: Bitte stellen',
};
