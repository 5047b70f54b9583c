// One reservation in full, with the actions to change or cancel it while these are allowed.
import { Clock, FileCheck2, TicketCheck, Ticket as TicketIcon, Undo2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { nameIn } from '@kippu/contract/names';
import { theRules } from '@kippu/domain/rules';
import { RESERVATION_STATE } from '@kippu/contract/values';
import type { Reservation } from '@kippu/contract/calls/traveller/seat';
import { fillWords } from '@kippu/words/error-words';
import { checkReservationOpen } from '@kippu/domain/reservation/seat-rules';
import { dateAt, wallToEpoch } from '@kippu/domain/time/service-day';
import { NotFoundScreen } from '../../ui/states/incomplete-screen.tsx';
import { Link } from '../../app/router/link.tsx';
import { navigate, useParams } from '../../app/router/router.ts';
import { useNow } from '../../app/clock/use-now.ts';
import { formatMoment } from '../../i18n/format.ts';
import { useLanguage, useMessages } from '../../i18n/messages.ts';
import { hasNoSeat, mayChooseOther, otherTrain } from '../../ticket/view/disrupted.ts';
import { DisruptionBox } from '../../ticket/view/disruption-box.tsx';
import { endedBefore } from '../../ticket/view/ended-before.ts';
import { Button } from '@kippu/ui/button';
import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { Icon } from '@kippu/ui/icon';
import { Loaded } from '../../ui/states/load-state.tsx';
import { NoticeBox } from '@kippu/ui/notice-box';
import { RowLink, Rows } from '../../ui/layout/rows.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { seatsInWords } from '../seats/seat-words.ts';
import { NextStep, useNextAct } from './next-step.tsx';
import { ReservationExtras } from './reservation-extras.tsx';
import { ReservationPaper } from './reservation-paper.tsx';
import css from '../../ui/layout/result.module.css';
import { laterPart } from '../../ui/states/later-part.ts';
import { JourneyAlerts } from '../journey/journey-alerts.tsx';
import { useLiveNews } from '../journey/live-news.ts';
import { shownTimes } from '../journey/live-times.ts';
import { useReservation, useTickets } from '../journey/seat-queries.ts';
import { Stops } from '../journey/stops.tsx';
import { useWayBack, type WayBack } from '../journey/way-back.ts';
import { deadlineInWords } from '../seats/seat-words.ts';

const CancelDialog = laterPart(async () => (await import('./cancel-dialog.tsx')).CancelDialog);

export function ReservationScreen() {
  const { reservationId } = useParams('reservation');
  return reservationId ? <Detail reservationId={reservationId} /> : <NotFoundScreen />;
}

function Detail({ reservationId }: { readonly reservationId: string }) {
  const { seat } = useMessages();
  const language = useLanguage();
  const reservation = useReservation(reservationId);
  useLiveNews(reservation.data && [reservation.data]);
  const wayBack = useWayBack(reservation.data);
  const isReserved = reservation.data?.state === RESERVATION_STATE.reserved;
  return (
    <Screen
      title={seat.reservation}
      leave="back"
      dock={isReserved && reservation.data && <Changes reservation={reservation.data} />}
    >
      <Loaded
        query={reservation}
        skeleton={[300, 80, 52]}
        onward={
          <ButtonLink to="seats" params={{}} kind="outline">
            {seat.toSeats}
          </ButtonLink>
        }
      >
        {(data) => (
          <div className={css['result']}>
            {/* Offline, the app already shows a banner. */}
            {reservation.isRefetchError && navigator.onLine && (
              <NoticeBox tone="warn">{seat.lastSeen}</NoticeBox>
            )}
            {isReserved && <DisruptionBox reservation={data} />}
            {isReserved && <AfterTicket reservation={data} />}
            {data.late && <LateArrival late={data.late} />}
            {isReserved && <Alerts reservation={data} />}
            {data.state === RESERVATION_STATE.departed && <OnItsWay reservation={data} />}
            <PartyPaper reservation={data} />
            {data.stops && (
              <Stops stops={data.stops} of={seat.train(nameIn(data, 'trainName', language), data.trainNo)} />
            )}
            <Facts reservation={data} wayBack={wayBack} />
            {wayBack?.kind === 'open' && (
              <ButtonLink kind="outline" icon={Undo2} to="train" params={wayBack.params}>
                {seat.reserveBack}
              </ButtonLink>
            )}
            {isReserved && <ReservationExtras reservation={data} />}
          </div>
        )}
      </Loaded>
    </Screen>
  );
}

/** The reservation; of several tickets, a stack with the way to them. */
function PartyPaper({ reservation }: { readonly reservation: Reservation }) {
  const { party } = useMessages();
  const paper = <ReservationPaper reservation={reservation} large withState />;
  const [first, ...others] = reservation.seats;
  if (!first || others.length === 0) return paper;
  return (
    <>
      <Stack>{paper}</Stack>
      {reservation.state === RESERVATION_STATE.reserved && (
        <Rows>
          <RowLink label={party.ofReservation} to="party" params={{ ticketId: first.ticketId }} />
        </Rows>
      )}
    </>
  );
}

/** What the railway says about the reserved train. */
function Alerts({ reservation: { date, from, to, departureId } }: { readonly reservation: Reservation }) {
  return <JourneyAlerts of={{ date, from: from.stationId, to: to.stationId, departureId }} />;
}

/** How late the traveller arrived, with the certificate of it. */
function LateArrival({
  late: { minutes, code, refunded },
}: {
  readonly late: NonNullable<Reservation['late']>;
}) {
  const { late: words, seat } = useMessages();
  const language = useLanguage();
  const rule = theRules().lateCertificate;
  return (
    <NoticeBox
      title={words.arrivedLate(seat.duration(Math.floor(minutes / 60), minutes % 60))}
      action={
        code !== undefined && (
          <ButtonLink to="lateTrain" params={{ code }} kind="outline" icon={FileCheck2}>
            {words.show}
          </ButtonLink>
        )
      }
    >
      {refunded && (
        <p>
          <strong>{words.refunded}</strong> {seatsInWords(refunded, seat, language)}
        </p>
      )}
      {refunded && <p>{words.refundedText}</p>}
      {code === undefined && rule && words.noCertificate(rule.fromMinutes)}
    </NoticeBox>
  );
}

/** Says that the traveller has missed the train. */
function OnItsWay({ reservation }: { readonly reservation: Reservation }) {
  return <NextStep next={useNextAct(reservation)} />;
}

/** Warns that the ticket ends before this train leaves, because it was activated early, or the train is late. */
function AfterTicket({ reservation }: { readonly reservation: Reservation }) {
  const { seat } = useMessages();
  const language = useLanguage();
  const { data } = useTickets();
  const own = reservation.seats.flatMap(
    ({ ticketId }) => data?.items.find((ticket) => ticket.ticketId === ticketId) ?? [],
  );
  const end = endedBefore(shownTimes(reservation).departAt, own);
  if (end === undefined) return null;
  return <NoticeBox tone="warn">{seat.afterTicket(formatMoment(end, language))}</NoticeBox>;
}

function Facts({
  reservation,
  wayBack,
}: {
  readonly reservation: Reservation;
  readonly wayBack: WayBack | null;
}) {
  const { seat, ticket: words } = useMessages();
  const language = useLanguage();
  const tickets = useTickets();
  return (
    <ul className={css['facts']}>
      {reservation.seats.map(({ ticketId, seatInfo }) => {
        const ticket = tickets.data?.items.find((other) => other.ticketId === ticketId);
        if (!ticket) return null;
        // '(Airport ⇔ Central)' wraps to the next line as a whole.
        const [product, ...way] = nameIn(ticket, 'productName', language).split(/(?=[(（])/);
        return (
          <li key={seatInfo}>
            <Icon of={TicketIcon} />
            <span className={css['ticket']}>
              {seatInfo.split('-')[1]} · {words.category[ticket.passengerCategory]} · {product}
              <span className={css['way']}>{way.join('')}</span>
            </span>
          </li>
        );
      })}
      {reservation.state === RESERVATION_STATE.reserved && !reservation.disruption && (
        <li>
          <Icon of={Clock} />
          <span>{deadlineInWords(reservation, seat)}</span>
        </li>
      )}
      <li>
        <Icon of={TicketCheck} />
        <span>{seat.reservedAt(formatMoment(reservation.reservedAt, language))}</span>
      </li>
      {wayBack?.kind === 'reserved' && (
        <li>
          <Icon of={Undo2} />
          <OtherHalf reservation={wayBack.reservation} />
        </li>
      )}
    </ul>
  );
}

function OtherHalf({ reservation }: { readonly reservation: Reservation }) {
  const { seat } = useMessages();
  const language = useLanguage();
  const { reservationId, from, to, departAt } = reservation;
  const route = seat.route(nameIn(from, 'stationName', language), nameIn(to, 'stationName', language));
  return (
    <Link to="reservation" params={{ reservationId }} className={css['other']}>
      {seat.alsoReserved(route, formatMoment(departAt, language))}
    </Link>
  );
}

function Changes({ reservation }: { readonly reservation: Reservation }) {
  const { seat, errors } = useMessages();
  const [asking, setAsking] = useState(false);
  const now = useNow(1000);
  const { state, departAt, changeableUntil } = reservation;
  const open = checkReservationOpen(state, wallToEpoch(departAt), now, wallToEpoch(changeableUntil));
  const change = () => navigate('train', otherTrain(reservation, dateAt(now)));
  const next = useNextAct(reservation);
  const hasStep = next.act === 'use' || next.act === 'show' || next.act === 'verify';
  return (
    <>
      <NextStep next={next} platform={reservation.platform} />
      {!open.ok && (
        <NoticeBox tone="warn">
          {fillWords(errors[open.code], { minutes: theRules().changeClosesMinutes })}
        </NoticeBox>
      )}
      {(!hasNoSeat(reservation) || mayChooseOther(reservation)) && (
        <Button kind={hasStep ? 'outline' : 'primary'} disabled={!open.ok} onClick={change}>
          {hasNoSeat(reservation) ? seat.chooseOther : seat.change}
        </Button>
      )}
      <Button kind="text" disabled={!open.ok} onClick={() => setAsking(true)}>
        {seat.cancel}
      </Button>
      {asking && (
        <Suspense>
          <CancelDialog reservation={reservation} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  );
}
