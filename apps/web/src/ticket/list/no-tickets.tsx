// In place of a list without a ticket: the way to a first one. Loaded separately, because most travellers have one.
import { hasVouchers } from '@kippu/domain/rules';
import { Plus, Ticket } from 'lucide-react';
import { useMessages } from '../../i18n/messages.ts';
import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';

export function NoTickets() {
  const { ticket: words } = useMessages();
  return (
    <EmptyState
      icon={Ticket}
      title={words.emptyTitle}
      action={
        <ButtonLink to="add" params={{}} icon={Plus}>
          {words.addTicket}
        </ButtonLink>
      }
    >
      {hasVouchers() ? words.emptyText : words.emptyTextNoVouchers}
    </EmptyState>
  );
}
