// The reservation is cancelled; the ticket is not.
import { Armchair } from 'lucide-react';
import { RESERVATION_STATE } from '@kippu/contract/seat';
import { NotFoundScreen } from '../app/error-screens.tsx';
import { navigate, useParams } from '../app/router.ts';
import { useMessages } from '../i18n/messages.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Loaded } from '../ui/load-state.tsx';
import { NoticeBox } from '../ui/notice-box.tsx';
import { Screen } from '../ui/screen.tsx';
import { ReservationPaper } from './reservation-paper.tsx';
import css from './result.module.css';
import { useReservation } from './seat-queries.ts';

export function CancelResultScreen() {
  const { reservationId } = useParams('cancelResult');
  return reservationId ? <Result reservationId={reservationId} /> : <NotFoundScreen />;
}

function Result({ reservationId }: { readonly reservationId: string }) {
  const { seat } = useMessages();
  const reservation = useReservation(reservationId);
  // Nothing is called cancelled that is not known to be.
  const done = reservation.data?.state === RESERVATION_STATE.cancelled;
  const ticketIds = reservation.data?.seats.map(({ ticketId }) => ticketId).join(',');
  return (
    <Screen
      title={done ? seat.cancelledTitle : seat.reservation}
      leave="close"
      onLeave={() => navigate('seats', {}, { replace: true })}
      dock={
        <>
          {done && ticketIds && (
            <ButtonLink icon={Armchair} to="train" params={{ ticketIds }} replace>
              {seat.reserveAgain}
            </ButtonLink>
          )}
          <ButtonLink kind="text" to="seats" params={{}} replace>
            {seat.toSeats}
          </ButtonLink>
        </>
      }
    >
      <Loaded query={reservation} skeleton={[64, 280]}>
        {(data) => (
          <div className={css['result']}>
            {done && <NoticeBox tone="ok">{seat.cancelText}</NoticeBox>}
            <ReservationPaper reservation={data} large />
          </div>
        )}
      </Loaded>
    </Screen>
  );
}
