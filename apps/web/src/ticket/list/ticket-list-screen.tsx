// The first screen: the next train, then the tickets with their actions; past tickets are one tap away.
import { pageSettings } from '@kippu/client/page-settings';
import { useInfiniteQuery } from '@tanstack/react-query';
import { reserveList } from '@kippu/contract/routes/traveller/seat';
import type { Reservation } from '@kippu/contract/calls/traveller/seat';
import { ticketList } from '@kippu/contract/routes/traveller/ticket';
import { hasVouchers } from '@kippu/domain/rules';
import { epochToWall } from '@kippu/domain/time/service-day';
import { History, Plus, Ticket } from 'lucide-react';
import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { send } from '../../app/call/api.ts';
import { Link } from '../../app/router/link.tsx';
import { queryKey, useRead } from '../../app/query/queries.ts';
import { useParams } from '../../app/router/router.ts';
import { useSession } from '../../app/session/session.ts';
import { useNow } from '../../app/clock/use-now.ts';
import { formatTime } from '../../i18n/format.ts';
import { useFirstMessages, useLanguage, useMessages } from '../../i18n/messages.ts';
import { zoneName } from '@kippu/words/railway';
import { Button } from '@kippu/ui/button';
import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { Icon } from '@kippu/ui/icon';
import { LoadFailed } from '../../ui/states/load-state.tsx';
import { Group, Screen } from '../../ui/layout/screen.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { laterPart } from '../../ui/states/later-part.ts';
import { TicketCard } from '../view/ticket-card.tsx';
import { asOf, isOver } from '../view/ticket-view.ts';
import css from './ticket-list.module.css';

const Welcome = laterPart(async () => (await import('./welcome.tsx')).Welcome);
const NextTrain = laterPart(async () => (await import('./next-train.tsx')).NextTrain);
const DisruptionBox = laterPart(async () => (await import('../view/disruption-box.tsx')).DisruptionBox);
const Parties = laterPart(async () => (await import('../party/parties.tsx')).Parties);
const LiveNews = laterPart(async () => (await import('../../reservation/journey/live-news.ts')).LiveNews);

type Tab = 'active' | 'past';
/** How long the ticket list waits for the next train, so that both appear together. */
const PATIENCE_MS = 1_500;
const HERO_HEIGHT = 236;
const NO_TICKETS: ReadonlySet<string> = new Set();

export function TicketListScreen({ bell }: { readonly bell: ReactNode }) {
  const { ticket: words } = useFirstMessages();
  const session = useSession();
  const past = useParams('tickets').tab === 'past';
  if (session && past) return <PastTickets />;
  return (
    <Screen
      title={words.title}
      aside={
        <>
          <RailwayClock />
          {bell}
        </>
      }
    >
      {session ? (
        <Tickets />
      ) : (
        <Suspense fallback={<Skeleton heights={[236, 104, 104, 104]} />}>
          <Welcome />
        </Suspense>
      )}
    </Screen>
  );
}

/** Loaded separately, because the first screen does not need its text. */
function PastTickets() {
  const { ticket: words, ticketLife } = useMessages();
  return (
    <Screen title={words.pastTickets} leave="back">
      <TicketPages tab="past" pages={useTicketPages('past')} />
      <ButtonLink to="useAgeHistory" params={{}} kind="text" icon={History}>
        {ticketLife.historyAll}
      </ButtonLink>
    </Screen>
  );
}

/** Shown when the phone is in another time zone than the railway. */
function RailwayClock() {
  const { common } = useFirstMessages();
  const zone = zoneName(useLanguage());
  return <span>{common.clockOf(zone, formatTime(epochToWall(useNow(60_000))))}</span>;
}

function Tickets() {
  const { ticket: words } = useFirstMessages();
  const pages = useTicketPages('active');
  const { hasSeats } = pageSettings();
  const upcoming = useRead(reserveList, { tab: 'upcoming' }, { enabled: hasSeats });
  const patient = usePatience(hasSeats && upcoming.isPending);
  const coming = upcoming.data?.items ?? [];
  const tickets = ticketsOf(pages);
  const [toUse, setToUse] = useState<ReadonlySet<string>>(NO_TICKETS);
  const disrupted = coming.find(({ disruption }) => disruption && disruption.kind !== 'restored');
  // Both appear together, because a late train card would push the tickets down under the thumb.
  if (pages.isPending || patient) return <Skeleton heights={[HERO_HEIGHT, 104, 104, 104]} />;
  return (
    <>
      {disrupted && (
        <Suspense>
          <DisruptionBox reservation={disrupted} withTrain />
        </Suspense>
      )}
      <Suspense>
        <LiveNews of={upcoming.data?.items} />
      </Suspense>
      {coming.length > 0 && (
        <Suspense fallback={<Skeleton heights={[HERO_HEIGHT]} />}>
          <NextTrain coming={coming} tickets={tickets} onToUse={setToUse} />
        </Suspense>
      )}
      <Group
        title={words.yourTickets}
        aside={
          <Link to="add" params={{}} className={css['add']}>
            <Icon of={Plus} />
            {words.add}
          </Link>
        }
      >
        <TicketPages tab="active" pages={pages} toUse={toUse} coming={coming} />
        <ButtonLink to="tickets" params={{ tab: 'past' }} kind="text" icon={History}>
          {words.pastTickets}
        </ButtonLink>
      </Group>
    </>
  );
}

/** Whether to keep waiting for content that should arrive soon. The wait is limited. */
function usePatience(waiting: boolean): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return waiting && !over;
}

const useTicketPages = (tab: Tab) =>
  useInfiniteQuery({
    queryKey: [...queryKey(ticketList, { tab }), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      send(ticketList, { query: pageParam ? { tab, cursor: pageParam } : { tab }, signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
  });

const ticketsOf = ({ data }: ReturnType<typeof useTicketPages>) =>
  (data?.pages ?? []).flatMap(({ items }) => items);

interface Pages {
  readonly tab: Tab;
  readonly pages: ReturnType<typeof useTicketPages>;
  /** The tickets that must be put into use for a train of today. */
  readonly toUse?: ReadonlySet<string>;
  /** The reservations by which tickets belong together; without it, each ticket has its card. */
  readonly coming?: readonly Reservation[];
}

function TicketPages({ tab, pages, toUse = NO_TICKETS, coming }: Pages) {
  const { ticket: words, common } = useFirstMessages();
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
        {hasVouchers() ? words.emptyText : words.emptyTextNoVouchers}
      </EmptyState>
    );
  const hasParty =
    coming &&
    (new Set(tickets.map(({ party, ticketId }) => party ?? ticketId)).size < tickets.length ||
      coming.some(({ seats }) => seats[1]));
  return (
    <>
      {hasParty ? (
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
