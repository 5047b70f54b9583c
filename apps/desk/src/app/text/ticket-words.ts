// The desk's names for tickets, travellers and ticket events.
import type { TicketLine } from '@kippu/contract/calls/desk/find';
import type { DeskTicket } from '@kippu/contract/calls/desk/ticket';
import type { PassengerCategory, TicketStatus } from '@kippu/contract/values';
import { DESK_WORDS } from './words.ts';
import { text, type Text } from './texts.ts';
import type { ChipTone } from '../../ui/layout/chip.tsx';

const words = DESK_WORDS.tickets;

export const CATEGORY_WORDS: Readonly<Record<PassengerCategory, Text>> = words.category;

export const STATUS_TONES: Readonly<Record<TicketStatus, ChipTone>> = {
  unbound: 'plain',
  bound: 'info',
  inUse: 'ok',
  used: 'plain',
  refunded: 'plain',
  suspended: 'warn',
  void: 'danger',
  disused: 'plain',
  reissued: 'plain',
};

/** The kinds of ticket events. An unknown kind is shown by its name. */
const EVENT_WORDS: Readonly<Record<string, Text>> = words.event;
/** Own properties only, because a kind may be any word. */
export const eventWord = (kind: string): Text =>
  (Object.hasOwn(EVENT_WORDS, kind) ? EVENT_WORDS[kind] : undefined) ?? text(kind, kind);

/** Reports whether its last day has passed although its status is unbound, bound or in use. */
export const isOverdue = ({
  status,
  expired,
}: Pick<TicketLine | DeskTicket, 'status' | 'expired'>): boolean =>
  expired && (status === 'unbound' || status === 'bound' || status === 'inUse');

/** Formats a number in groups of four, as people read it aloud. */
export const groupedNumber = (no: string): string => no.replace(/(.{4})(?=.)/g, '$1\u2009');
