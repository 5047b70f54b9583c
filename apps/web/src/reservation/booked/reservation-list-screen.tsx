// The seats tab: trains to come as papers, past ones behind a tab, and the way to reserve.
import { Armchair, History } from 'lucide-react';
import { useState } from 'react';
import { Link } from '../app/link.tsx';
import { changeParams, useParams } from '../app/router.ts';
import { useMessages } from '../i18n/messages.ts';
import { hasNoSeat } from '../ticket/disrupted.ts';
import { OtherTrain } from '../ticket/disruption-box.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { LoadFailed } from '../ui/load-state.tsx';
import { NoticeBox } from '../ui/notice-box.tsx';
import { Screen } from '../ui/screen.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import css from './reservation-list.module.css';
import { ReservationPaper } from './reservation-paper.tsx';
import { useReservations } from './seat-queries.ts';
import { TicketChoice } from './ticket-choice.tsx';

export function ReservationListScreen() {
  const { seat } = useMessages();
  const { tab } = useParams('seats');
  const shown = tab === 'past' ? 'past' : 'upcoming';
  const [choosing, setChoosing] = useState(false);
  return (
    <Screen title={seat.title}>
      <Segmented
        label={seat.tabs}
        options={[
          { value: 'upcoming', label: seat.upcoming },
          { value: 'past', label: seat.past },
        ]}
        value={shown}
        onChange={(value) => changeParams('seats', value === 'past' ? { tab: 'past' } : {})}
      />
      <Reservations tab={shown} />
      <div className={css['action']}>
        <Button icon={Armchair} onClick={() => setChoosing(true)}>
          {seat.reserve}
        </Button>
      </div>
      {choosing && <TicketChoice onClose={() => setChoosing(false)} />}
    </Screen>
  );
}

function Reservations({ tab }: { readonly tab: 'upcoming' | 'past' }) {
  const { seat, common } = useMessages();
  const list = useReservations(tab);
  if (!list.data)
    return list.error ? (
      <div className={css['list']}>
        <LoadFailed error={list.error} again={() => void list.refetch()} />
      </div>
    ) : (
      <Skeleton heights={tab === 'upcoming' ? [212, 212] : [212, 212, 212]} />
    );
  const items = list.data.pages.flatMap((page) => page.items);
  return (
    <div className={css['list']}>
      {/* Without a network the app says so already. */}
      {list.isRefetchError && navigator.onLine && <NoticeBox tone="warn">{seat.lastSeen}</NoticeBox>}
      {items.length === 0 &&
        (tab === 'upcoming' ? (
          <EmptyState icon={Armchair} title={seat.noneTitle}>
            {seat.noneText}
          </EmptyState>
        ) : (
          <EmptyState icon={History} title={seat.nonePastTitle} />
        ))}
      <ul className={css['papers']}>
        {items.map((reservation) => (
          <li key={reservation.reservationId}>
            <Link
              to="reservation"
              params={{ reservationId: reservation.reservationId }}
              className={css['open']}
            >
              <ReservationPaper reservation={reservation} />
            </Link>
            {reservation.state === 1 && hasNoSeat(reservation) && (
              <div className={css['other']}>
                <OtherTrain reservation={reservation} />
              </div>
            )}
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <Button kind="outline" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {common.more}
        </Button>
      )}
    </div>
  );
}
