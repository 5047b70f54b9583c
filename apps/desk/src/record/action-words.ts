// The texts for desk acts by the name of their call, and the page of their subject.
import { hrefOf } from '../app/router/router.ts';
import { DESK_WORDS } from '../app/text/words.ts';
import { text, type Text } from '../app/text/texts.ts';

const words = DESK_WORDS.acts;

const ACTION_WORDS: Readonly<Record<string, Text>> = words;

/** Reports whether the call has a text. */
export const hasActionWord = (call: string): boolean => Object.hasOwn(ACTION_WORDS, call);

/** Returns the text for a call; for one without a text, such as a call of a newer server, its name. */
export const actionWord = (call: string): Text =>
  (hasActionWord(call) ? ACTION_WORDS[call] : undefined) ?? text(call, call);

const OF_TICKET = new Set([
  'deskTicket',
  'deskTicketAccount',
  'deskChangeTicket',
  'deskSeatChoice',
  'deskReserveSeat',
  'deskCancelSeat',
  'deskLookTakeIn',
  'deskTakeIn',
  'deskGateConflict',
  'deskGateConflicts',
]);

/** Returns the address of the page of an act's subject, or undefined without one. */
export function subjectHref(call: string, subject: string): string | undefined {
  // The record has the ticket's number or its id. Only the number leads to its page.
  if (OF_TICKET.has(call)) return /^\d{12}$/.test(subject) ? hrefOf('tickets', [subject]) : undefined;
  if (call === 'deskTickets') return hrefOf('tickets', [], { order: subject });
  return call === 'deskSettleGateConflict' ? hrefOf('gates', [subject]) : undefined;
}
