// The seats reserved with one ticket, and how many more it may reserve.
import { nameIn } from '@kippu/contract/fields';
import type { Ticket } from '@kippu/contract/ticket';
import { hasSeatFor } from '@kippu/domain/disruption';
import { ChevronRight } from 'lucide-react';
import { Link } from '../app/link.tsx';
import { formatMoment } from '../i18n/format.ts';
import { useLanguage, useMessages } from '../i18n/messages.ts';
import { Icon } from '../ui/icon.tsx';
import { Group } from '../ui/screen.tsx';
import css from './ticket-detail.module.css';

export function TicketReservations({ ticket }: { readonly ticket: Ticket }) {
  const { ticket: words, seat: seatWords } = useMessages();
  const language = useLanguage();
  const living = ticket.reservations.filter(({ state }) => state !== 2);
  if (living.length === 0) return null;
  return (
    <Group title={words.reservations}>
      <ul className={css['reservations']}>
        {living.map((reservation) => {
          const seat = reservation.seats.find(({ ticketId }) => ticketId === ticket.ticketId);
          const lost = !hasSeatFor(reservation, ticket.ticketId);
          const told =
            lost || reservation.disruption?.kind !== 'seatGone' ? reservation.disruption : undefined;
          const [car, place] = (seat?.seatInfo ?? '').split('-');
          return (
            <li key={reservation.reservationId}>
              <Link
                to="reservation"
                params={{ reservationId: reservation.reservationId }}
                className={css['reservation']}
              >
                <span className={css['reservationText']}>
                  {told && (
                    <strong className={css[lost ? 'disrupted' : 'retimed']}>
                      {seatWords.disrupted[told.kind]}
                      {lost && ` · ${seatWords.chooseOther}`}
                    </strong>
                  )}
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
                <Icon of={ChevronRight} />
              </Link>
            </li>
          );
        })}
      </ul>
    </Group>
  );
}
