// Selects the tickets to reserve with: checkboxes in a sheet, at most as many as the railway allows. A single ticket and those of a party are preselected.
import { useState } from 'react';
import { nameIn } from '@kippu/contract/names';
import { theRules } from '@kippu/domain/rules';
import type { TicketSummary } from '@kippu/contract/calls/traveller/ticket';
import { navigate } from '../../app/router/router.ts';
import { useLanguage, useMessages } from '../../i18n/messages.ts';
import { dateLine } from '../../ticket/view/ticket-view.ts';
import { Button } from '@kippu/ui/button';
import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { Dialog } from '@kippu/ui/dialog';
import { Checkbox } from '@kippu/ui/field';
import { Loaded } from '../../ui/states/load-state.tsx';
import { useTickets } from '../journey/seat-queries.ts';
import css from './ticket-choice.module.css';

export function TicketChoice({
  of,
  onClose,
}: {
  /** The tickets of a party; without it, all of the account's. */
  readonly of?: readonly string[];
  readonly onClose: () => void;
}) {
  const { seat, common } = useMessages();
  const tickets = useTickets();
  const reservable = tickets.data?.items.filter(
    (ticket) => ticket.reservable && (!of || of.includes(ticket.ticketId)),
  );
  const [picked, setPicked] = useState<readonly string[] | null>(null);
  const atFirst = of || reservable?.length === 1 ? reservable?.slice(0, theRules().maxSeats) : [];
  const chosen = picked ?? atFirst?.map((ticket) => ticket.ticketId) ?? [];
  const none = reservable?.length === 0;
  return (
    <Dialog
      title={none ? seat.noTicketTitle : seat.chooseTickets}
      onClose={onClose}
      actions={
        <>
          {none ? (
            <ButtonLink to="add" params={{}}>
              {seat.addTicket}
            </ButtonLink>
          ) : (
            <Button
              disabled={chosen.length === 0}
              onClick={() => navigate('train', { ticketIds: inOrder(chosen, reservable).join(',') })}
            >
              {seat.continueWith(chosen.length)}
            </Button>
          )}
          <Button kind="text" onClick={onClose}>
            {common.cancel}
          </Button>
        </>
      }
    >
      <Loaded query={tickets} skeleton={[64, 64]}>
        {() => (
          <>
            <p>{none ? seat.noTicketText : seat.chooseTicketsHint(theRules().maxSeats)}</p>
            <ul className={css['tickets']}>
              {reservable?.map((ticket) => (
                <li key={ticket.ticketId}>
                  <TicketRow
                    ticket={ticket}
                    checked={chosen.includes(ticket.ticketId)}
                    full={chosen.length >= theRules().maxSeats}
                    onChange={(on) =>
                      setPicked(
                        on
                          ? [...chosen, ticket.ticketId]
                          : chosen.filter((ticketId) => ticketId !== ticket.ticketId),
                      )
                    }
                  />
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </Dialog>
  );
}

/** In the order of the list, not of selection: seats are assigned and shown in this order. */
const inOrder = (ids: readonly string[], listed: readonly TicketSummary[] = []): readonly string[] =>
  listed.map(({ ticketId }) => ticketId).filter((ticketId) => ids.includes(ticketId));

interface RowProps {
  readonly ticket: TicketSummary;
  readonly checked: boolean;
  /** The maximum is selected, so tickets can only be deselected. */
  readonly full: boolean;
  readonly onChange: (on: boolean) => void;
}

function TicketRow({ ticket, checked, full, onChange }: RowProps) {
  const { ticket: words } = useMessages();
  const language = useLanguage();
  return (
    <Checkbox
      checked={checked}
      disabled={full && !checked}
      onChange={(event) => onChange(event.target.checked)}
    >
      <span className={css['name']}>{nameIn(ticket, 'productName', language)}</span>
      <span className={css['facts']}>
        {words.category[ticket.passengerCategory]} · {dateLine(ticket, words, language)}
      </span>
    </Checkbox>
  );
}
