// The reservation is cancelled; the ticket is not.
import { Armchair } from 'lucide-react';
import { RESERVATION_STATE, type Reservation } from '@kippu/contract/seat';
import { NotFoundScreen } from '../app/error-screens.tsx';
import { navigate, useParams } from '../app/router.ts';
import { useLanguage, useMessages } from '../i18n/messages.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Loaded } from '../ui/load-state.tsx';
import { NoticeBox } from '../ui/notice-box.tsx';
import { Screen } from '../ui/screen.tsx';
import { ReservationPaper } from './reservation-paper.tsx';
import css from './result.module.css';
import { useReservation } from './seat-queries.ts';
import { seatsInWords } from './seat-words.ts';

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

/** Which seats the others of the group keep: who cancelled one must not fear for all. */
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
  // What the phone still keeps of it may be from before.
  const kept = useReservation(reservationId).data?.seats.filter(({ ticketId }) => !gone.includes(ticketId));
  if (!kept?.length) return null;
  const seats = kept.map(({ seatInfo }) => seatInfo);
  return <p>{seat.stillReserved(seatsInWords(seats, seat, language))}</p>;
}
