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
  readonly to: RouteName & ('tickets' | 'seats' | 'notices');
}
const TICKET: Missing = { text: 'ticketIdMissing', to: 'tickets' };
const STATIONS: Missing = { text: 'stationsMissing', to: 'seats' };
/** By parameter. Any other one is part of a link that does not work. */
const MISSING: Readonly<Record<string, Missing>> = {
  ticketId: TICKET,
  ticketIds: TICKET,
  reservationId: { text: 'reservationIdMissing', to: 'seats' },
  noticeId: { text: 'noticeIdMissing', to: 'notices' },
  from: STATIONS,
  to: STATIONS,
};
const LINK: Missing = { text: 'linkError', to: 'tickets' };

export function IncompleteScreen({ needs }: { readonly needs: readonly string[] }) {
  const { client, common, notice, seat } = useMessages();
  const { params } = usePlace();
  const { text, to } = MISSING[needs.find((name) => !params[name]) ?? ''] ?? LINK;
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
