// Confirms that the reservation is cancelled, and says that the ticket is still valid.
import { Armchair } from 'lucide-react';
import { RESERVATION_STATE } from '@kippu/contract/values';
import type { Reservation } from '@kippu/contract/calls/traveller/seat';
import { NotFoundScreen } from '../../ui/states/incomplete-screen.tsx';
import { navigate, useParams } from '../../app/router/router.ts';
import { useLanguage, useMessages } from '../../i18n/messages.ts';
import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { Loaded } from '../../ui/states/load-state.tsx';
import { NoticeBox } from '@kippu/ui/notice-box';
import { Screen } from '../../ui/layout/screen.tsx';
import { ReservationPaper } from './reservation-paper.tsx';
import css from '../../ui/layout/result.module.css';
import { useReservation } from '../journey/seat-queries.ts';
import { seatsInWords } from '../seats/seat-words.ts';

export function CancelResultScreen() {
  const { reservationId, rest } = useParams('cancelResult');
  return reservationId ? <Result reservationId={reservationId} rest={rest} /> : <NotFoundScreen />;
}

function Result({
  reservationId,
  rest,
}: {
  readonly reservationId: string;
  readonly rest?: string | undefined;
}) {
  const { seat } = useMessages();
  const reservation = useReservation(reservationId);
  // Cancellation is confirmed only if the server reports it.
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
            {done && (
              <NoticeBox tone="ok">
                {rest && <Rest reservationId={rest} cancelled={data} />}
                {seat.cancelText}
              </NoticeBox>
            )}
            <ReservationPaper reservation={data} large />
          </div>
        )}
      </Loaded>
    </Screen>
  );
}

/** The seats that the rest of the group keep, so that it is clear that only some were cancelled. */
function Rest({
  reservationId,
  cancelled,
}: {
  readonly reservationId: string;
  readonly cancelled: Reservation;
}) {
  const { seat } = useMessages();
  const language = useLanguage();
  const gone = cancelled.seats.map(({ ticketId }) => ticketId);
  // The reservation kept on the phone may predate the cancellation.
  const kept = useReservation(reservationId).data?.seats.filter(({ ticketId }) => !gone.includes(ticketId));
  if (!kept?.length) return null;
  const seats = kept.map(({ seatInfo }) => seatInfo);
  return <p>{seat.stillReserved(seatsInWords(seats, seat, language))}</p>;
}
