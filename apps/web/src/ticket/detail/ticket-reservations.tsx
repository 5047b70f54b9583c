// The seats reserved with one ticket, each linked to its reservation.
import { RESERVATION_STATE } from '@kippu/contract/values';
import type { Ticket } from '@kippu/contract/calls/traveller/ticket';
import { hasSeatFor } from '@kippu/domain/reservation/disruption';
import { ChevronRight } from 'lucide-react';
import { Link } from '../../app/router/link.tsx';
import { useLanguage, useMessages } from '../../i18n/messages.ts';
import { Icon } from '@kippu/ui/icon';
import { LiveLine } from '../../reservation/journey/live-line.tsx';
import { useLiveNews } from '../../reservation/journey/live-news.ts';
import { Group } from '../../ui/layout/screen.tsx';
import { disruptionWords } from '../view/disrupted.ts';
import { SeatLine } from '../view/seat-line.tsx';
import css from './ticket-detail.module.css';

export function TicketReservations({ ticket }: { readonly ticket: Ticket }) {
  const { ticket: words, seat: seatWords } = useMessages();
  const language = useLanguage();
  const living = ticket.reservations.filter(({ state }) => state !== RESERVATION_STATE.cancelled);
  useLiveNews(living);
  if (living.length === 0) return null;
  return (
    <Group title={words.reservations}>
      <ul className={css['reservations']}>
        {living.map((reservation) => {
          const lost = !hasSeatFor(reservation, ticket.ticketId);
          const disruption =
            lost || reservation.disruption?.kind !== 'seatGone'
              ? disruptionWords(reservation, seatWords, language)
              : undefined;
          return (
            <li key={reservation.reservationId}>
              <Link
                to="reservation"
                params={{ reservationId: reservation.reservationId }}
                className={css['reservation']}
              >
                <span className={css['reservationText']}>
                  {disruption && (
                    <strong className={css[lost ? 'disrupted' : 'retimed']}>
                      {disruption.title}
                      {lost && ` · ${seatWords.chooseOther}`}
                    </strong>
                  )}
                  <SeatLine reservation={reservation} ticketId={ticket.ticketId} />
                  {/* The disruption says already that it does not run. */}
                  {reservation.state === RESERVATION_STATE.reserved && !(lost && disruption) && (
                    <LiveLine ride={reservation} from={reservation.from} to={reservation.to} announced />
                  )}
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
