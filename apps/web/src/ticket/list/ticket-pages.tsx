// The tickets of a list, those that belong together as stacks.
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Reservation } from '@kippu/contract/calls/traveller/seat';
import { ticketList } from '@kippu/contract/routes/traveller/ticket';
import { Suspense, useEffect, type ReactNode } from 'react';
import { send } from '../../app/call/api.ts';
import { queryKey } from '../../app/query/queries.ts';
import { useNow } from '../../app/clock/use-now.ts';
import { useFirstMessages } from '../../i18n/messages.ts';
import { Button } from '@kippu/ui/button';
import { LoadFailed } from '../../ui/states/load-state.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { laterPart } from '../../ui/states/later-part.ts';
import { TicketCard } from '../view/ticket-card.tsx';
import { asOf, isOver } from '../view/ticket-view.ts';
import css from './ticket-list.module.css';

const NoTickets = laterPart(async () => (await import('./no-tickets.tsx')).NoTickets);
const Parties = laterPart(async () => (await import('../party/parties.tsx')).Parties);

type Tab = 'active' | 'past';
const NO_TICKETS: ReadonlySet<string> = new Set();

/** Reads the account's tickets, page by page. */
export const useTicketPages = (tab: Tab) =>
  useInfiniteQuery({
    queryKey: [...queryKey(ticketList, { tab }), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      send(ticketList, { query: pageParam ? { tab, cursor: pageParam } : { tab }, signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
  });

/** The tickets of all loaded pages. */
export const ticketsOf = ({ data }: ReturnType<typeof useTicketPages>) =>
  (data?.pages ?? []).flatMap(({ items }) => items);

interface Pages {
  readonly tab: Tab;
  readonly pages: ReturnType<typeof useTicketPages>;
  /** The tickets that must be put into use for a train of today. */
  readonly toUse?: ReadonlySet<string>;
  /** The reservations by which tickets belong together; without it, each ticket has its card. */
  readonly coming?: readonly Reservation[];
  /** Shown instead of the way to a first ticket. */
  readonly empty?: ReactNode;
}

export function TicketPages({ tab, pages, toUse = NO_TICKETS, coming, empty }: Pages) {
  const { common } = useFirstMessages();
  const now = useNow(60_000);
  const { refetch } = pages;
  const tickets = ticketsOf(pages).map((each) => asOf(each, now));
  const endedBy = tab === 'active' && tickets.some(isOver) ? now : undefined;
  // A ticket that ends while the list is open moves to the past ones: refetch each minute until it does.
  useEffect(() => {
    if (endedBy !== undefined) void refetch();
  }, [endedBy, refetch]);
  if (pages.data === undefined) {
    if (pages.error) return <LoadFailed error={pages.error} again={() => void pages.refetch()} />;
    return <Skeleton heights={[104, 104, 104]} />;
  }
  if (tickets.length === 0)
    return (
      empty ?? (
        <Suspense fallback={<Skeleton heights={[236]} />}>
          <NoTickets />
        </Suspense>
      )
    );
  // The parts of a party load when there may be one.
  const mayHaveParty =
    coming?.some(({ seats }) => seats[1]) ||
    (coming &&
      tickets.some(
        ({ party, waitingLink }, at) => waitingLink || tickets.findIndex((each) => each.party === party) < at,
      ));
  return (
    <>
      {coming && mayHaveParty ? (
        <Suspense fallback={<Skeleton heights={[112, 104]} />}>
          <Parties tickets={tickets} coming={coming} toUse={toUse} />
        </Suspense>
      ) : (
        <ul className={css['list']}>
          {tickets.map((ticket) => (
            <li key={ticket.ticketId}>
              <TicketCard ticket={ticket} toUse={toUse.has(ticket.ticketId)} />
            </li>
          ))}
        </ul>
      )}
      {pages.hasNextPage && (
        <Button kind="text" busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {common.more}
        </Button>
      )}
    </>
  );
}
