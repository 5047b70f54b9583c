// The codes one phone holds for several travellers: which tickets belong together at a gate, in which order.
import { ticketList, type TicketSummary } from '@kippu/contract/ticket';
import type { PassageNews } from '@kippu/contract/gate';
import { wallToEpoch } from '@kippu/domain/service-day';
import { useEffect, useState } from 'react';
import { queryClient, useRead } from '../app/queries.ts';
import { isUsable, showsCode } from './ticket-view.ts';
import { codeQuery } from './use-code.ts';

export interface DeckTicket {
  readonly ticketId: string;
  /** What the list says of it; undefined while that is not known. */
  readonly ticket: TicketSummary | undefined;
}

/** As many as the server gives at once. */
const MOST = 50;
/** An entry so long ago is no longer news at a gate: the next passage is the way out. */
const JUST_PASSED_MS = 30 * 60_000;

/**
 * Takes the account's active tickets and the opened one; gives those to swipe through: all that show a code, then those
 * of the opened one's kind that still have to be put into use.
 */
export function deckOf(tickets: readonly TicketSummary[], openedId: string): readonly DeckTicket[] {
  const opened = tickets.find(({ ticketId }) => ticketId === openedId);
  const ready = tickets.filter((ticket) => ticket.ticketId === openedId || showsCode(ticket));
  const waiting = tickets.filter(
    (ticket) => ticket.ticketId !== openedId && isUsable(ticket) && ticket.productId === opened?.productId,
  );
  const deck = [...ready, ...waiting].map((ticket) => ({ ticketId: ticket.ticketId, ticket }));
  return opened ? deck : [{ ticketId: openedId, ticket: undefined }, ...deck];
}

/** Takes what is swiped through and a newer reading; gives the same order with the newer facts: nobody loses their place. */
export function mergeDeck(deck: readonly DeckTicket[], newer: readonly DeckTicket[]): readonly DeckTicket[] {
  const facts = new Map(newer.map((each) => [each.ticketId, each]));
  const kept = deck.map((each) =>
    facts.get(each.ticketId)?.ticket ? (facts.get(each.ticketId) ?? each) : each,
  );
  const known = new Set(deck.map(({ ticketId }) => ticketId));
  return [...kept, ...newer.filter(({ ticketId }) => !known.has(ticketId))];
}

/** Which way the ticket has just passed, by the gate's news or the list at `now` (epoch milliseconds); null for neither. */
export function justPassed(
  { ticket }: DeckTicket,
  news: PassageNews | undefined,
  now: number,
): PassageNews['direction'] | null {
  if (news) return news.direction;
  const entered = ticket?.entry ? wallToEpoch(ticket.entry.at) : null;
  return entered !== null && now - entered < JUST_PASSED_MS ? 'in' : null;
}

/** Takes the deck, the place in it and who has passed; gives the id of the next code to show, or null when all are through. */
export function nextToShow(
  deck: readonly DeckTicket[],
  at: number,
  hasPassed: (each: DeckTicket) => boolean,
): string | null {
  const after = [...deck.slice(at + 1), ...deck.slice(0, at)];
  return after.find((each) => each.ticket && showsCode(each.ticket) && !hasPassed(each))?.ticketId ?? null;
}

/** The deck of the opened ticket. Codes of all of it are fetched ahead, so that they are there without a network. */
export function useDeck(openedId: string): readonly DeckTicket[] {
  const { data } = useRead(ticketList, { tab: 'active', limit: MOST });
  const [read, setRead] = useState<typeof data>(undefined);
  const [deck, setDeck] = useState<readonly DeckTicket[] | null>(null);
  if (data !== read) {
    setRead(data);
    const newer = deckOf(data?.items ?? [], openedId);
    setDeck(deck ? mergeDeck(deck, newer) : newer);
  }
  useEffect(() => {
    let wanted = true;
    const fetchAhead = async () => {
      // One after another: the shown one comes first, and a slow network is not crowded.
      for (const { ticketId, ticket } of deck ?? [])
        if (wanted && ticket && showsCode(ticket)) await queryClient.prefetchQuery(codeQuery(ticketId));
    };
    void fetchAhead();
    return () => {
      wanted = false;
    };
  }, [deck]);
  return deck ?? [{ ticketId: openedId, ticket: undefined }];
}
