// What leaves the account with a transfer: the ticket itself and each of its reserved seats, spelled out.
import { nameIn } from '@kippu/contract/fields';
import { RESERVATION_STATE } from '@kippu/contract/seat';
import type { Ticket } from '@kippu/contract/ticket';
import { Armchair } from 'lucide-react';
import { formatMoment } from '../i18n/format.ts';
import { useLanguage, useMessages } from '../i18n/messages.ts';
import { Icon } from '../ui/icon.tsx';
import { Paper } from '../ui/paper.tsx';
import { dateLine } from './ticket-view.ts';
import css from './transfer.module.css';

export function TransferContents({ ticket }: { readonly ticket: Ticket }) {
  const { ticket: words, ticketLife, seat: seatWords } = useMessages();
  const language = useLanguage();
  const reserved = ticket.reservations.filter(({ state }) => state === RESERVATION_STATE.reserved);
  return (
    <Paper
      stub={
        reserved.length === 0 ? (
          <p className={css['line']}>{ticketLife.noSeats}</p>
        ) : (
          <ul className={css['seats']}>
            {reserved.map((reservation) => {
              const seat = reservation.seats.find(({ ticketId }) => ticketId === ticket.ticketId);
              const [car, place] = (seat?.seatInfo ?? '').split('-');
              return (
                <li key={reservation.reservationId}>
                  <Icon of={Armchair} />
                  <span>
                    <strong>
                      {formatMoment(reservation.departAt, language)}{' '}
                      {words.train(nameIn(reservation, 'trainName', language), reservation.trainNo)}
                    </strong>
                    <span>
                      {nameIn(reservation.from, 'stationName', language)} →{' '}
                      {nameIn(reservation.to, 'stationName', language)} ·{' '}
                      {`${seatWords.car(Number(car))} · ${place}`.replaceAll(' ', '\u00a0')}
                    </span>
                  </span>
                </li>
              );
            })}
          </ul>
        )
      }
    >
      <h3 className={css['name']}>{nameIn(ticket, 'productName', language)}</h3>
      <p className={css['line']}>
        {words.category[ticket.passengerCategory]} · {dateLine(ticket, words, language)}
      </p>
    </Paper>
  );
}
