// What leaves the account with a transfer: the ticket itself and each of its reserved seats, spelled out.
import { nameIn } from '@kippu/contract/fields';
import { RESERVATION_STATE } from '@kippu/contract/seat';
import type { Ticket } from '@kippu/contract/ticket';
import { Armchair } from 'lucide-react';
import { useLanguage, useMessages } from '../i18n/messages.ts';
import { Icon } from '../ui/icon.tsx';
import { Paper } from '../ui/paper.tsx';
import { SeatLine } from './seat-line.tsx';
import { dateLine } from './ticket-view.ts';
import css from './transfer.module.css';

export function TransferContents({ ticket }: { readonly ticket: Ticket }) {
  const { ticket: words, ticketLife } = useMessages();
  const language = useLanguage();
  const reserved = ticket.reservations.filter(({ state }) => state === RESERVATION_STATE.reserved);
  return (
    <Paper
      stub={
        reserved.length === 0 ? (
          <p className={css['line']}>{ticketLife.noSeats}</p>
        ) : (
          <ul className={css['seats']}>
            {reserved.map((reservation) => (
              <li key={reservation.reservationId}>
                <Icon of={Armchair} />
                <span>
                  <SeatLine reservation={reservation} ticketId={ticket.ticketId} />
                </span>
              </li>
            ))}
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
