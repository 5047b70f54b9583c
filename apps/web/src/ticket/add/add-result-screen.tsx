// Confirms an added ticket and offers the next steps.
import { nameIn } from '@kippu/contract/names';
import { ticketList, ticketLoad } from '@kippu/contract/routes/traveller/ticket';
import { Armchair, CircleCheck } from 'lucide-react';
import { isRefusal } from '@kippu/client/call-error';
import { NotFoundScreen } from '../../ui/states/incomplete-screen.tsx';
import { useErrorText } from '../../app/errors/error-text.ts';
import { useRead } from '../../app/query/queries.ts';
import { useParams } from '../../app/router/router.ts';
import { useLanguage, useMessages } from '../../i18n/messages.ts';
import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { NoticeBox } from '@kippu/ui/notice-box';
import { Screen } from '../../ui/layout/screen.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { theRules } from '@kippu/domain/rules';
import css from './add-ticket.module.css';

export function AddResultScreen() {
  const ids = (useParams('addResult').ticketIds ?? '').split(',').filter(Boolean);
  const [first] = ids;
  return first ? <Result ids={ids} first={first} /> : <NotFoundScreen />;
}

function Result({ ids, first }: { readonly ids: readonly string[]; readonly first: string }) {
  const { ticket: words } = useMessages();
  const language = useLanguage();
  const text = useErrorText();
  const list = useRead(ticketList, { tab: 'active', limit: 50 });
  // The address alone proves nothing. Success is shown only if the server has the ticket.
  const proof = useRead(ticketLoad, { ticketId: first });
  const denied = isRefusal(proof.error, 'TKT-0001');
  const added = (list.data?.items ?? []).filter((ticket) => ids.includes(ticket.ticketId));
  const reservable = added.filter((ticket) => ticket.reservable).slice(0, theRules().maxSeats);
  const names = [...new Set(added.map((ticket) => nameIn(ticket, 'productName', language)))];
  return (
    <Screen
      title={denied ? words.detailTitle : words.addedTitle}
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
      {denied ? (
        <NoticeBox tone="danger">{text(proof.error)}</NoticeBox>
      ) : proof.isPending && added.length === 0 ? (
        <Skeleton heights={[160]} />
      ) : (
        <EmptyState icon={CircleCheck} tone="ok" title={words.addedText(ids.length)}>
          <span className={css['names']}>{names.join(' · ')}</span>
        </EmptyState>
      )}
    </Screen>
  );
}
