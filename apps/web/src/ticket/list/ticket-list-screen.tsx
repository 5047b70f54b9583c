// The first screen: the next train, then the tickets with their actions; past tickets are one tap away.
import { pageSettings } from '@kippu/client/page-settings';
import { reserveList } from '@kippu/contract/routes/traveller/seat';
import { epochToWall } from '@kippu/domain/time/service-day';
import { History, Plus } from 'lucide-react';
import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { Link } from '../../app/router/link.tsx';
import { useRead } from '../../app/query/queries.ts';
import { useParams } from '../../app/router/router.ts';
import { useSession } from '../../app/session/session.ts';
import { useNow } from '../../app/clock/use-now.ts';
import { formatTime } from '../../i18n/format.ts';
import { useFirstMessages, useLanguage } from '../../i18n/messages.ts';
import { zoneName } from '@kippu/words/railway';
import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { Icon } from '@kippu/ui/icon';
import { Group, Screen } from '../../ui/layout/screen.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { laterPart } from '../../ui/states/later-part.ts';
import { TicketPages, ticketsOf, useTicketPages } from './ticket-pages.tsx';
import css from './ticket-list.module.css';

const Welcome = laterPart(async () => (await import('./welcome.tsx')).Welcome);
const NextTrain = laterPart(async () => (await import('./next-train.tsx')).NextTrain);
const DisruptionBox = laterPart(async () => (await import('../view/disruption-box.tsx')).DisruptionBox);
const PastTickets = laterPart(async () => (await import('./past-tickets.tsx')).PastTickets);
const LiveNews = laterPart(async () => (await import('../../reservation/journey/live-news.ts')).LiveNews);

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
