// What a transfer includes: the ticket and each of its reserved seats.
import { pageSettings } from '@kippu/client/page-settings';
import { nameIn } from '@kippu/contract/names';
import { RESERVATION_STATE } from '@kippu/contract/values';
import type { Ticket } from '@kippu/contract/calls/traveller/ticket';
import { Armchair } from 'lucide-react';
import { useLanguage, useMessages } from '../../i18n/messages.ts';
import { Icon } from '@kippu/ui/icon';
import { Paper } from '../../ui/layout/paper.tsx';
import { SeatLine } from '../view/seat-line.tsx';
import { dateLine } from '../view/ticket-view.ts';
import css from './transfer.module.css';

export function TransferContents({ ticket }: { readonly ticket: Ticket }) {
  const { ticket: words, ticketLife } = useMessages();
  const language = useLanguage();
  const reserved = ticket.reservations.filter(({ state }) => state === RESERVATION_STATE.reserved);
  return (
    <Paper
      stub={
        reserved.length === 0 ? (
          pageSettings().hasSeats && <p className={css['line']}>{ticketLife.noSeats}</p>
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
