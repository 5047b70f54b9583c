// The seats are reserved, or changed: said large, with what one does next.
import { CircleCheck } from 'lucide-react';
import { CHANGE_CLOSES_MINUTES } from '@kippu/contract/limits';
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
  return (
    <Screen
      title={changed ? seat.changedTitle : seat.reservedTitle}
      leave="close"
      // Not back: the seat map of a choice already made helps nobody.
      onLeave={() => navigate('seats', {}, { replace: true })}
      aside={
        <span className={css['done']}>
          <Icon of={CircleCheck} size={28} />
        </span>
      }
      dock={
        <ButtonLink to="tickets" params={{}} replace>
          {seat.showTickets}
        </ButtonLink>
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
