// The seats tab: upcoming trains, past ones on a second tab, and the button to reserve.
import { Armchair, History } from 'lucide-react';
import { useState } from 'react';
import { Link } from '../../app/router/link.tsx';
import { changeParams, useParams } from '../../app/router/router.ts';
import { useMessages } from '../../i18n/messages.ts';
import { mayChooseOther } from '../../ticket/view/disrupted.ts';
import { OtherTrain } from '../../ticket/view/disruption-box.tsx';
import { Button } from '@kippu/ui/button';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { LoadFailed } from '../../ui/states/load-state.tsx';
import { NoticeBox } from '@kippu/ui/notice-box';
import { Screen } from '../../ui/layout/screen.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import css from './reservation-list.module.css';
import { ReservationPaper } from './reservation-paper.tsx';
import { useReservations } from '../journey/seat-queries.ts';
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
      {/* Offline, the app already shows a banner. */}
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
              {reservation.seats.length > 1 ? (
                <Stack>
                  <ReservationPaper reservation={reservation} />
                </Stack>
              ) : (
                <ReservationPaper reservation={reservation} />
              )}
            </Link>
            {reservation.state === 1 && mayChooseOther(reservation) && (
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
