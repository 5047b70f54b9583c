// The codes of several travellers on one phone: which tickets belong together at a gate, and in which order.
import { reserveList } from '@kippu/contract/routes/traveller/seat';
import { ticketList, ticketLoad } from '@kippu/contract/routes/traveller/ticket';
import type { TicketSummary } from '@kippu/contract/calls/traveller/ticket';
import type { PassageNews } from '@kippu/contract/passage-stream';
import { wallToEpoch } from '@kippu/domain/time/service-day';
import { pageSettings } from '@kippu/client/page-settings';
import { useEffect, useState } from 'react';
import { serverNow } from '../../app/clock/server-clock.ts';
import { queryClient, useRead } from '../../app/query/queries.ts';
import type { onOtherTrains } from '../view/party.ts';
import { isUsable, showsCode } from '../view/ticket-view.ts';
import { codeQuery } from '../code/use-code.ts';

export interface DeckTicket {
  readonly ticketId: string;
  /** The ticket as the list shows it; undefined until it is loaded. */
  readonly ticket: TicketSummary | undefined;
}

/** The largest page that the server returns. */
const MAX = 50;
/** An entry older than this is not shown as just passed: the next passage is an exit. */
const JUST_PASSED_MS = 30 * 60_000;

/**
 * Returns the opened ticket and all that show a code, then unused tickets of the opened one's product. Those of `elsewhere`, which travel on
 * another train, would be in the way at the gate.
 */
export function deckOf(
  all: readonly TicketSummary[],
  openedId: string,
  elsewhere: ReadonlySet<string> = new Set(),
): readonly DeckTicket[] {
  const tickets = all.filter(({ ticketId }) => !elsewhere.has(ticketId));
  const opened = tickets.find(({ ticketId }) => ticketId === openedId);
  const ready = tickets.filter((ticket) => ticket.ticketId === openedId || showsCode(ticket));
  const waiting = tickets.filter(
    (ticket) => ticket.ticketId !== openedId && isUsable(ticket) && ticket.productId === opened?.productId,
  );
  const deck = [...ready, ...waiting].map((ticket) => ({ ticketId: ticket.ticketId, ticket }));
  return opened ? deck : [{ ticketId: openedId, ticket: undefined }, ...deck];
}

/** Updates the deck from a newer list. The order of known tickets does not change. */
export function mergeDeck(deck: readonly DeckTicket[], newer: readonly DeckTicket[]): readonly DeckTicket[] {
  const facts = new Map(newer.map((each) => [each.ticketId, each]));
  const updated = deck.map((each) =>
    facts.get(each.ticketId)?.ticket ? (facts.get(each.ticketId) ?? each) : each,
  );
  const known = new Set(deck.map(({ ticketId }) => ticketId));
  return [...updated, ...newer.filter(({ ticketId }) => !known.has(ticketId))];
}

/**
 * The direction in which the ticket has just passed a gate, from the gate's report or the list. Null if it has not.
 * `now` is in epoch milliseconds.
 */
export function justPassed(
  { ticket }: DeckTicket,
  news: PassageNews | undefined,
  now: number,
): PassageNews['direction'] | null {
  if (news) return news.direction;
  const entered = ticket?.entry ? wallToEpoch(ticket.entry.at) : null;
  return entered !== null && now - entered < JUST_PASSED_MS ? 'in' : null;
}

/** Returns the id of the next code to show, or null when every ticket has passed. */
export function nextToShow(
  deck: readonly DeckTicket[],
  at: number,
  hasPassed: (each: DeckTicket) => boolean,
): string | null {
  const after = [...deck.slice(at + 1), ...deck.slice(0, at)];
  return after.find((each) => each.ticket && showsCode(each.ticket) && !hasPassed(each))?.ticketId ?? null;
}

type OnOtherTrains = typeof onOtherTrains;
const NO_TICKETS: ReadonlySet<string> = new Set();

/** The rule of trains and their tickets, loaded after the code. Without its file nothing is left out: each code can still be shown. */
function useOnOtherTrains(): OnOtherTrains | undefined {
  const [rule, setRule] = useState<OnOtherTrains>();
  useEffect(() => {
    import('../view/party.ts').then(
      ({ onOtherTrains: loaded }) => setRule(() => loaded),
      () => setRule(() => () => NO_TICKETS),
    );
  }, []);
  return rule;
}

/** The tickets on other trains than the opened one's of today; undefined until the reservations are known. */
function useElsewhere(openedId: string): ReadonlySet<string> | undefined {
  const { hasSeats } = pageSettings();
  const { data, isPending } = useRead(reserveList, { tab: 'upcoming' }, { enabled: hasSeats });
  const [openedAt] = useState(serverNow);
  const rule = useOnOtherTrains();
  if (!hasSeats) return NO_TICKETS;
  return isPending || !rule ? undefined : rule(openedId, data?.items ?? [], openedAt);
}

/** Returns the deck of the opened ticket and prefetches all its codes, so that they work offline. */
export function useDeck(openedId: string): readonly DeckTicket[] {
  const list = useRead(ticketList, { tab: 'active', limit: MAX });
  const { data } = list;
  // The ticket's own screen may know more than the list: it was activated a moment ago.
  const own = useRead(ticketLoad, { ticketId: openedId }, { enabled: false });
  const ownIfNewer = own.data && own.dataUpdatedAt > list.dataUpdatedAt ? own.data : undefined;
  const elsewhere = useElsewhere(openedId);
  const [read, setRead] = useState<typeof data>(undefined);
  const [deck, setDeck] = useState<readonly DeckTicket[] | null>(null);
  if (elsewhere && data !== read) {
    setRead(data);
    const newer = deckOf(data?.items ?? [], openedId, elsewhere);
    setDeck(deck ? mergeDeck(deck, newer) : newer);
  }
  useEffect(() => {
    let wanted = true;
    const fetchAhead = async () => {
      // One at a time: the code on the screen loads first, even on a slow network.
      for (const { ticketId, ticket } of deck ?? [])
        if (wanted && ticket && showsCode(ticket)) await queryClient.prefetchQuery(codeQuery(ticketId));
    };
    void fetchAhead();
    return () => {
      wanted = false;
    };
  }, [deck]);
  const shown = deck ?? [{ ticketId: openedId, ticket: undefined }];
  return ownIfNewer
    ? shown.map((each) => (each.ticketId === openedId ? { ...each, ticket: ownIfNewer } : each))
    : shown;
}
