// The error page 404, and an address that lacks what its screen needs: says what is missing, and leads to where it can be chosen.
import { CircleAlert } from 'lucide-react';
import type { ComponentType } from 'react';
import type { ClientMessage } from '@kippu/words/client-messages';
import type { RouteName } from '../../app/router/link-to.ts';
import { usePlace } from '../../app/router/router.ts';
import { useMessages } from '../../i18n/messages.ts';
import { ButtonLink } from '../controls/button-link.tsx';
import { Screen as Layout } from '../layout/screen.tsx';
import { EmptyState } from './empty-state.tsx';

interface Missing {
  readonly text: ClientMessage;
  readonly to: 'tickets' | 'seats' | 'notices';
}
const OF_RESERVATION: ReadonlySet<string | null> = new Set<RouteName>([
  'reservation',
  'reserveResult',
  'cancelResult',
]);

/** Returns what an address lacks, most important first. */
function missingOf(name: RouteName | null, params: Readonly<Record<string, string>>): Missing {
  if (OF_RESERVATION.has(name)) return { text: 'reservationIdMissing', to: 'seats' };
  if (name === 'notice') return { text: 'noticeIdMissing', to: 'notices' };
  if (!params['ticketId'] && !params['ticketIds']) return { text: 'ticketIdMissing', to: 'tickets' };
  const isJourney = name === 'chooseSeat' && !(params['from'] && params['to']);
  return isJourney ? { text: 'stationsMissing', to: 'seats' } : { text: 'linkError', to: 'tickets' };
}

function IncompleteScreen() {
  const { client } = useMessages();
  const { name, params } = usePlace();
  const { text, to } = missingOf(name, params);
  return <LeadOn text={client[text]} to={to} />;
}

/** An address of no screen. */
export function NotFoundScreen() {
  return <LeadOn text={useMessages().notFound.text} to="tickets" />;
}

function LeadOn({ text, to }: { readonly text: string; readonly to: Missing['to'] }) {
  const { common, notFound, notice, seat } = useMessages();
  const label = { tickets: common.toTickets, seats: seat.toSeats, notices: notice.toList }[to];
  return (
    <Layout title={notFound.title}>
      <EmptyState
        icon={CircleAlert}
        action={
          <ButtonLink to={to} params={{}} replace>
            {label}
          </ButtonLink>
        }
      >
        {text}
      </EmptyState>
    </Layout>
  );
}

/** Returns a screen that shows what is missing while the address lacks one of these parameters. */
export function needing(names: readonly string[], Screen: ComponentType): ComponentType {
  return function Complete() {
    const { params } = usePlace();
    return names.every((name) => params[name]) ? <Screen /> : <IncompleteScreen />;
  };
}
