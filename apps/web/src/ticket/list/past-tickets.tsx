// The tickets that are over. Loaded separately, because the first screen does not need it.
import { History } from 'lucide-react';
import { useMessages } from '../../i18n/messages.ts';
import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { TicketPages, useTicketPages } from './ticket-pages.tsx';

export function PastTickets() {
  const { ticket: words, ticketLife } = useMessages();
  return (
    <Screen title={words.pastTickets} leave="back">
      <TicketPages
        tab="past"
        pages={useTicketPages('past')}
        empty={
          <EmptyState icon={History} title={words.pastEmptyTitle}>
            {words.pastEmptyText}
          </EmptyState>
        }
      />
      <ButtonLink to="useAgeHistory" params={{}} kind="text" icon={History}>
        {ticketLife.historyAll}
      </ButtonLink>
    </Screen>
  );
}
