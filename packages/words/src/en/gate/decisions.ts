// What a gate decides about a code, in English.
import { span } from './span.ts';

export const decisions = {
  headline: { go: 'Go', stop: 'Stop', staff: 'Please ask staff' },
  /** Why a code opens nothing. */
  refused: {
    malformed: 'Not a ticket code',
    forged: 'This code cannot be accepted',
    keyExpired: 'Open the app again online',
    revoked: 'This ticket was revoked, or moved to another phone',
    certificateExpired: 'The phone has to go online once, then show the code again',
    notYetValid: 'This ticket is not valid yet',
    expired: 'This ticket has expired',
    wrongPlace: 'Not for this gate: check the station and direction',
    placeUnknown: 'This gate does not know the ticket: check where it is valid',
  },
  stale: (seconds: number) => `This code is ${span(seconds)} old: open the app again`,
  clockAhead: (seconds: number) => `The phone's clock is ${span(seconds)} fast: set it to automatic`,
  passBack: 'It just passed here the other way',
  passBackAt: (when: string) => `It passed here the other way at ${when}: one ticket, one person?`,
  used: 'This ticket was already used: ask staff',
  usedAt: (when: string) => `Already used at ${when}: ask staff`,
  phoneClockOff: "The phone's clock is off: set it to automatic",
};
