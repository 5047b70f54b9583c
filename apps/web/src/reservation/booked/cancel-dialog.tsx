// Asks once before seats are cancelled. For a group, the traveller selects which ones.
import { useState } from 'react';
import { loadReserveDetail, seatCancel } from '@kippu/contract/routes/traveller/seat';
import type { Reservation } from '@kippu/contract/calls/traveller/seat';
import { refetch, useWrite } from '../../app/query/queries.ts';
import { navigate } from '../../app/router/router.ts';
import { formatList } from '../../i18n/format.ts';
import { useLanguage, useMessages } from '../../i18n/messages.ts';
import { Checkbox } from '@kippu/ui/field';
import { Question } from '../../ui/messages/question.tsx';
import { takeReservation, useTickets } from '../journey/seat-queries.ts';
import { seatsByCar } from '../seats/seat-selection.ts';
import css from './ticket-choice.module.css';
import { SendFailed } from '../../ui/messages/send-failed.tsx';

interface Props {
  readonly reservation: Reservation;
  readonly onClose: () => void;
}

export function CancelDialog({ reservation, onClose }: Props) {
  const { seat } = useMessages();
  const language = useLanguage();
  const { reservationId, seats } = reservation;
  const [kept, setKept] = useState<readonly string[]>([]);
  const given = seats.filter(({ ticketId }) => !kept.includes(ticketId));
  const isWhole = given.length === seats.length;
  const cancel = useWrite(seatCancel, {
    onSuccess: (cancelled) => {
      takeReservation(cancelled);
      if (!isWhole) void refetch(loadReserveDetail);
      navigate(
        'cancelResult',
        { reservationId: cancelled.reservationId, ...(isWhole ? {} : { rest: reservationId }) },
        { replace: true },
      );
    },
  });
  const places = (some: Reservation['seats']) =>
    seatsByCar(some.map(({ seatInfo }) => seatInfo)).flatMap((car) => car.seats);
  const asked = given.length > 0 ? given : seats;
  const ticketIds = given.map(({ ticketId }) => ticketId);
  const go = () => cancel.mutate({ body: { reservationId, ...(isWhole ? {} : { ticketIds }) } });
  return (
    <Question
      title={seat.cancelQuestion(formatList(places(asked), language), asked.length)}
      yes={isWhole ? seat.cancelYes : seat.cancelSome(asked.length)}
      no={seat.keep}
      danger
      disabled={given.length === 0}
      busy={cancel.isPending}
      problem={<SendFailed error={cancel.error} again={go} keyed failed="cancelFailed" />}
      onYes={go}
      onNo={onClose}
    >
      <p>{seat.cancelText}</p>
      {seats.length > 1 && (
        <Which
          reservation={reservation}
          kept={kept}
          onKeep={(ticketId, keep) =>
            setKept(keep ? [...kept, ticketId] : kept.filter((other) => other !== ticketId))
          }
        />
      )}
    </Question>
  );
}

interface WhichProps {
  readonly reservation: Reservation;
  /** The tickets that keep their seats. */
  readonly kept: readonly string[];
  readonly onKeep: (ticketId: string, keep: boolean) => void;
}

function Which({ reservation, kept, onKeep }: WhichProps) {
  const { seat, ticket: words } = useMessages();
  const tickets = useTickets();
  return (
    <>
      <p>{seat.cancelWhich}</p>
      <ul className={css['tickets']}>
        {reservation.seats.map(({ ticketId, seatInfo }) => {
          const ticket = tickets.data?.items.find((other) => other.ticketId === ticketId);
          const [car, place] = seatInfo.split('-');
          return (
            <li key={ticketId}>
              <Checkbox
                checked={!kept.includes(ticketId)}
                onChange={(event) => onKeep(ticketId, !event.target.checked)}
              >
                <span className={css['name']}>{`${seat.car(Number(car))} · ${place}`}</span>
                <span className={css['facts']}>{ticket && words.category[ticket.passengerCategory]}</span>
              </Checkbox>
            </li>
          );
        })}
      </ul>
    </>
  );
}
