// Secondary actions of a ticket: transfer it, view its purchase or its history.
import type { Ticket } from '@kippu/contract/calls/traveller/ticket';
import { RowLink, Rows } from '../../ui/layout/rows.tsx';
import { useMessages } from '../../i18n/messages.ts';
import { Group } from '../../ui/layout/screen.tsx';

export function TicketLinks({ ticket }: { readonly ticket: Ticket }) {
  const { ticketLife: words, purchase, station } = useMessages();
  const { ticketId, entry } = ticket;
  return (
    <Group title={words.ways}>
      <Rows>
        {entry?.recordId && (
          <RowLink label={station.cancelEntry} to="mpmTap" params={{ recordId: entry.recordId, ticketId }} />
        )}
        {ticket.transferable && <RowLink label={words.transfer} to="transfer" params={{ ticketId }} />}
        {!ticket.isGift && (
          <RowLink label={purchase.open} to="detail" params={{ ticketId, view: 'purchase' }} />
        )}
        <RowLink label={words.history} to="useAgeHistory" params={{ ticketId }} />
      </Rows>
    </Group>
  );
}
