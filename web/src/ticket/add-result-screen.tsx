// Added: what it was, and what one does next with it.
import { nameIn } from '@kippu/contract/fields';
import { ticketList } from '@kippu/contract/ticket';
import { Armchair, CircleCheck } from 'lucide-react';
import { useRead } from '../app/queries.ts';
import { useParams } from '../app/router.ts';
import { useLanguage, useMessages } from '../i18n/messages.ts';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Screen } from '../ui/screen.tsx';
import { MAX_SEATS } from '@kippu/contract/limits';

export function AddResultScreen() {
  const { ticket: words } = useMessages();
  const language = useLanguage();
  const ids = (useParams('addResult').ticketIds ?? '').split(',').filter(Boolean);
  const list = useRead(ticketList, { tab: 'active', limit: 50 });
  const added = (list.data?.items ?? []).filter((ticket) => ids.includes(ticket.ticketId));
  const reservable = added.filter((ticket) => ticket.reservable).slice(0, MAX_SEATS);
  const names = [...new Set(added.map((ticket) => nameIn(ticket, 'productName', language)))];
  return (
    <Screen
      title={words.addedTitle}
      dock={
        <>
          {reservable.length > 0 && (
            <ButtonLink
              to="train"
              params={{ ticketIds: reservable.map((ticket) => ticket.ticketId).join(',') }}
              icon={Armchair}
            >
              {words.toReserve}
            </ButtonLink>
          )}
          <ButtonLink to="tickets" params={{}} replace kind={reservable.length > 0 ? 'text' : 'primary'}>
            {words.toTickets}
          </ButtonLink>
          <ButtonLink to="add" params={{}} replace kind="text">
            {words.addAnother}
          </ButtonLink>
        </>
      }
    >
      <EmptyState icon={CircleCheck} tone="ok" title={words.addedText(Math.max(1, ids.length))}>
        {names.join(' · ')}
      </EmptyState>
    </Screen>
  );
}
