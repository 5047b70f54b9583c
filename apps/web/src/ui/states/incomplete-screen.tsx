// An address that lacks what its screen needs: says what is missing, and leads to where it can be chosen.
import { CircleAlert } from 'lucide-react';
import type { ClientMessage } from '@kippu/words/client-messages';
import type { RouteName } from '../../app/router/link-to.ts';
import { usePlace } from '../../app/router/router.ts';
import { useMessages } from '../../i18n/messages.ts';
import { ButtonLink } from '../controls/button-link.tsx';
import { Screen } from '../layout/screen.tsx';
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

export function IncompleteScreen() {
  const { client, common, notice, seat } = useMessages();
  const { name, params } = usePlace();
  const { text, to } = missingOf(name, params);
  const label = { tickets: common.toTickets, seats: seat.toSeats, notices: notice.toList }[to];
  return (
    <Screen title={common.notFoundTitle}>
      <EmptyState
        icon={CircleAlert}
        action={
          <ButtonLink to={to} params={{}} replace>
            {label}
          </ButtonLink>
        }
      >
        {client[text]}
      </EmptyState>
    </Screen>
  );
}
