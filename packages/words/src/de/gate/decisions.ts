// What a gate decides about a code, in German.
import { span } from './span.ts';

export const decisions = {
  headline: { go: 'Bitte gehen', stop: 'Halt', staff: 'Bitte ans Personal' },
  /** Why a code opens nothing. */
  refused: {
    malformed: 'Kein Ticketcode',
    forged: 'Dieser Code kann nicht angenommen werden',
    keyExpired: 'Bitte die App online neu öffnen',
    revoked: 'Dieses Ticket wurde widerrufen oder ist auf einem anderen Smartphone',
    certificateExpired: 'Das Smartphone muss einmal online gehen und den Code dann wieder zeigen',
    notYetValid: 'Dieses Ticket gilt noch nicht',
    expired: 'Dieses Ticket ist abgelaufen',
    wrongPlace: 'Dieses Ticket gilt nicht für diesen Bahnhof und diese Richtung',
    placeUnknown: 'Diese Sperre kennt das Ticket nicht: Prüfen Sie, wo es gilt',
  },
  stale: (seconds: number) => `Dieser Code ist ${span(seconds)} alt: Bitte die App neu öffnen`,
  clockAhead: (seconds: number) =>
    `Die Uhr des Smartphones geht ${span(seconds)} vor: auf automatisch stellen`,
  passBack: 'Es ist hier eben in der anderen Richtung durchgegangen',
  passBackAt: (when: string) =>
    `Es ging hier um ${when} in der anderen Richtung durch: ein Ticket, eine Person?`,
  used: 'Dieses Ticket wurde schon benutzt: bitte ans Personal',
  usedAt: (when: string) => `Schon benutzt (${when}): bitte ans Personal`,
  phoneClockOff: 'Die Uhr des Smartphones geht falsch: auf automatisch stellen',
};
