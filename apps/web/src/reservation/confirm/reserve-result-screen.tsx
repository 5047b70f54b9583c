// Confirms that the seats are reserved or changed, and offers the next steps.
import { CircleCheck, Undo2 } from 'lucide-react';
import { Suspense } from 'react';
import { RESERVATION_STATE } from '@kippu/contract/values';
import { NotFoundScreen } from '../../ui/states/incomplete-screen.tsx';
import { navigate, useParams } from '../../app/router/router.ts';
import { useMessages } from '../../i18n/messages.ts';
import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { Icon } from '@kippu/ui/icon';
import { Loaded } from '../../ui/states/load-state.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { ReservationExtras } from '../booked/reservation-extras.tsx';
import { ReservationPaper } from '../booked/reservation-paper.tsx';
import { laterPart } from '../../ui/states/later-part.ts';
import css from '../../ui/layout/result.module.css';
import { useReservation } from '../journey/seat-queries.ts';
import { useWayBack } from '../journey/way-back.ts';
import { deadlineInWords } from '../seats/seat-words.ts';

const PushCard = laterPart(async () => (await import('../../push/push-card.tsx')).PushCard);

export function ReserveResultScreen() {
  const { reservationId, changed } = useParams('reserveResult');
  return reservationId ? (
    <Result reservationId={reservationId} changed={changed === '1'} />
  ) : (
    <NotFoundScreen />
  );
}

function Result({ reservationId, changed }: { readonly reservationId: string; readonly changed: boolean }) {
  const { seat } = useMessages();
  const reservation = useReservation(reservationId);
  const wayBack = useWayBack(reservation.data);
  // Success is confirmed only if the server reports it.
  const done = reservation.data?.state === RESERVATION_STATE.reserved;
  const success = changed ? seat.changedTitle : seat.reservedTitle;
  return (
    <Screen
      title={done ? success : seat.reservation}
      leave="close"
      // Does not go back: the seat map of a completed choice is of no use.
      onLeave={() => navigate('seats', {}, { replace: true })}
      aside={
        done && (
          <span className={css['done']}>
            <Icon of={CircleCheck} size={28} />
          </span>
        )
      }
      dock={
        <>
          {wayBack?.kind === 'open' && (
            <ButtonLink kind="outline" icon={Undo2} to="train" params={wayBack.params} replace>
              {seat.reserveBack}
            </ButtonLink>
          )}
          {reservation.data || !reservation.error ? (
            <ButtonLink to="tickets" params={{}} replace>
              {seat.showTickets}
            </ButtonLink>
          ) : (
            <ButtonLink to="seats" params={{}} replace>
              {seat.toSeats}
            </ButtonLink>
          )}
        </>
      }
    >
      <Loaded query={reservation} skeleton={[280, 52]}>
        {(data) => (
          <div className={css['result']}>
            <ReservationPaper reservation={data} large />
            {done && (
              <Suspense>
                <PushCard />
              </Suspense>
            )}
            <p className={css['note']}>{deadlineInWords(data, seat)}</p>
            <ReservationExtras reservation={data} />
          </div>
        )}
      </Loaded>
    </Screen>
  );
}
