// The seats are reserved, or changed: said large, with what one does next.
import { CircleCheck, Undo2 } from 'lucide-react';
import { CHANGE_CLOSES_MINUTES } from '@kippu/contract/limits';
import { RESERVATION_STATE } from '@kippu/contract/seat';
import { NotFoundScreen } from '../app/error-screens.tsx';
import { navigate, useParams } from '../app/router.ts';
import { formatTime } from '../i18n/format.ts';
import { useMessages } from '../i18n/messages.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Loaded } from '../ui/load-state.tsx';
import { Screen } from '../ui/screen.tsx';
import { ReservationExtras } from './reservation-extras.tsx';
import { ReservationPaper } from './reservation-paper.tsx';
import css from './result.module.css';
import { useReservation } from './seat-queries.ts';
import { useWayBack } from './way-back.ts';

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
  // Nothing is called done that is not known to be.
  const done = reservation.data?.state === RESERVATION_STATE.reserved;
  const success = changed ? seat.changedTitle : seat.reservedTitle;
  return (
    <Screen
      title={done ? success : seat.reservation}
      leave="close"
      // Not back: the seat map of a choice already made helps nobody.
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
            <p className={css['note']}>
              {seat.deadline(formatTime(data.changeableUntil), CHANGE_CLOSES_MINUTES)}
            </p>
            <ReservationExtras reservation={data} />
          </div>
        )}
      </Loaded>
    </Screen>
  );
}
