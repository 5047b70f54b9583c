// What the tickets of a party can do together, and which of it comes first.
import type { TicketSummary } from '@kippu/contract/calls/traveller/ticket';
import { isUsable, showsCode } from '../view/ticket-view.ts';
import { isMovable } from './parties-of.ts';

const idsOf = (tickets: readonly TicketSummary[]): readonly string[] =>
  tickets.map(({ ticketId }) => ticketId);

export interface PartyActs {
  /** The tickets with which each act is possible. */
  readonly code: readonly string[];
  readonly use: readonly string[];
  readonly reserve: readonly string[];
  readonly transfer: readonly string[];
  /** The act that stands out; undefined where none is possible. */
  readonly first: 'code' | 'use' | 'reserve' | undefined;
}

/**
 * Returns the acts of a party.
 * @param party its tickets as they are now
 * @param toUse the tickets that must be put into use for a train of today, by the rule of the next act. They come before all else.
 */
export function actsOf(party: readonly TicketSummary[], toUse: ReadonlySet<string>): PartyActs {
  const today = party.filter(({ ticketId }) => toUse.has(ticketId));
  const code = idsOf(party.filter(showsCode));
  const use = idsOf(today.length > 0 ? today : party.filter(isUsable));
  const reserve = idsOf(party.filter(({ reservable }) => reservable));
  const first =
    today.length > 0
      ? 'use'
      : code.length > 0
        ? 'code'
        : reserve.length > 0
          ? 'reserve'
          : use.length > 0
            ? 'use'
            : undefined;
  return { code, use, reserve, transfer: idsOf(party.filter(isMovable)), first };
}
