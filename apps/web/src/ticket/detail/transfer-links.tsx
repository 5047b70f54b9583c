// What else may be done with a ticket, beside its one action: give it away, look back.
import type { Ticket } from '@kippu/contract/ticket';
import { RowLink, Rows } from '../account/rows.tsx';
import { useMessages } from '../i18n/messages.ts';
import { Group } from '../ui/screen.tsx';

export function TicketLinks({ ticket }: { readonly ticket: Ticket }) {
  const { ticketLife: words, station } = useMessages();
  const { ticketId, entry } = ticket;
  return (
    <Group title={words.ways}>
      <Rows>
        {entry?.recordId && (
          <RowLink label={station.cancelEntry} to="mpmTap" params={{ recordId: entry.recordId, ticketId }} />
        )}
        {ticket.transferable && <RowLink label={words.transfer} to="transfer" params={{ ticketId }} />}
        <RowLink label={words.history} to="useAgeHistory" params={{ ticketId }} />
      </Rows>
    </Group>
  );
}
