// Checkboxes for the tickets of one act.
import { nameIn } from '@kippu/contract/names';
import type { TicketSummary } from '@kippu/contract/calls/traveller/ticket';
import { Checkbox } from '@kippu/ui/field';
import { useLanguage, useMessages } from '../../i18n/messages.ts';
import css from './which-tickets.module.css';
import { dateLine } from './ticket-view.ts';

interface Props {
  readonly tickets: readonly TicketSummary[];
  /** The ids of those that are not chosen. */
  readonly left: readonly string[];
  readonly onLeave: (left: readonly string[]) => void;
}

export function WhichTickets({ tickets, left, onLeave }: Props) {
  const { ticket: words, party } = useMessages();
  const language = useLanguage();
  const count = tickets.filter(({ ticketId }) => !left.includes(ticketId)).length;
  return (
    <fieldset className={css['which']}>
      <legend className={css['legend']}>
        {party.which} <span aria-live="polite">{party.chosen(count, tickets.length)}</span>
      </legend>
      <ul className={css['tickets']}>
        {tickets.map((ticket) => {
          const { ticketId } = ticket;
          return (
            <li key={ticketId}>
              <Checkbox
                checked={!left.includes(ticketId)}
                onChange={({ target }) =>
                  onLeave(target.checked ? left.filter((other) => other !== ticketId) : [...left, ticketId])
                }
              >
                <span className={css['name']}>
                  {words.category[ticket.passengerCategory]} · {nameIn(ticket, 'productName', language)}
                </span>
                <span className={css['facts']}>
                  {words.number(ticket.ticketNo)} · {dateLine(ticket, words, language)}
                </span>
              </Checkbox>
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}
