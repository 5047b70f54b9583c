// The first screen: the next train, then the tickets with what each can do now; the past ones one tap away.
import { useInfiniteQuery } from '@tanstack/react-query';
import { reserveList } from '@kippu/contract/seat';
import { ticketList } from '@kippu/contract/ticket';
import { epochToWall, wallToEpoch } from '@kippu/domain/service-day';
import { History, Plus, Ticket } from 'lucide-react';
import type { ReactNode } from 'react';
import { send } from '../app/api.ts';
import { Link } from '../app/link.tsx';
import { queryKey, useRead } from '../app/queries.ts';
import { useParams } from '../app/router.ts';
import { useSession } from '../app/session.ts';
import { useNow } from '../app/use-now.ts';
import { formatTime } from '../i18n/format.ts';
import { useMessages } from '../i18n/messages.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Icon } from '../ui/icon.tsx';
import { LoadFailed } from '../ui/load-state.tsx';
import { Group, Screen } from '../ui/screen.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { NextTrain } from './next-train.tsx';
import { TicketCard } from './ticket-card.tsx';
import css from './ticket-list.module.css';
import { Welcome } from './welcome.tsx';

type Tab = 'active' | 'past';

export function TicketListScreen({ bell }: { readonly bell: ReactNode }) {
  const { ticket: words, ticketLife } = useMessages();
  const session = useSession();
  const past = useParams('tickets').tab === 'past';
  if (session && past)
    return (
      <Screen title={words.pastTickets} leave="back">
        <TicketPages tab="past" />
        <ButtonLink to="useAgeHistory" params={{}} kind="text" icon={History}>
          {ticketLife.historyAll}
        </ButtonLink>
      </Screen>
    );
  return (
    <Screen
      title={words.title}
      aside={
        <>
          <ClockInJapan />
          {bell}
        </>
      }
    >
      {session ? <Tickets /> : <Welcome />}
    </Screen>
  );
}

/** A phone in another zone shows another time; the trains run by this one. */
function ClockInJapan() {
  const { common } = useMessages();
  return <span>{common.clockInJapan(formatTime(epochToWall(useNow(60_000))))}</span>;
}

function Tickets() {
  const { ticket: words } = useMessages();
  const now = useNow(60_000);
  const upcoming = useRead(reserveList, { tab: 'upcoming' });
  const next = upcoming.data?.items.find(
    ({ state, departAt }) => state === 1 && wallToEpoch(departAt) >= now - 60_000,
  );
  return (
    <>
      {next && <NextTrain reservation={next} />}
      <Group
        title={words.yourTickets}
        aside={
          <Link to="add" params={{}} className={css['add']}>
            <Icon of={Plus} />
            {words.add}
          </Link>
        }
      >
        <TicketPages tab="active" />
        <ButtonLink to="tickets" params={{ tab: 'past' }} kind="text" icon={History}>
          {words.pastTickets}
        </ButtonLink>
      </Group>
    </>
  );
}

function TicketPages({ tab }: { readonly tab: Tab }) {
  const { ticket: words, common } = useMessages();
  const pages = useInfiniteQuery({
    queryKey: [...queryKey(ticketList, { tab }), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      send(ticketList, { query: pageParam ? { tab, cursor: pageParam } : { tab }, signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
  });
  if (pages.data === undefined) {
    if (pages.error) return <LoadFailed error={pages.error} again={() => void pages.refetch()} />;
    return <Skeleton heights={[104, 104, 104]} />;
  }
  const tickets = pages.data.pages.flatMap((page) => page.items);
  if (tickets.length === 0)
    return tab === 'past' ? (
      <EmptyState icon={History} title={words.pastEmptyTitle}>
        {words.pastEmptyText}
      </EmptyState>
    ) : (
      <EmptyState
        icon={Ticket}
        title={words.emptyTitle}
        action={
          <ButtonLink to="add" params={{}} icon={Plus}>
            {words.addTicket}
          </ButtonLink>
        }
      >
        {words.emptyText}
      </EmptyState>
    );
  return (
    <>
      <ul className={css['list']}>
        {tickets.map((ticket) => (
          <li key={ticket.ticketId}>
            <TicketCard ticket={ticket} />
          </li>
        ))}
      </ul>
      {pages.hasNextPage && (
        <Button kind="text" busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {common.more}
        </Button>
      )}
    </>
  );
}
