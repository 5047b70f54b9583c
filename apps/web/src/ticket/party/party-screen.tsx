// A party's tickets, and what can be done with some or all of them in one act.
import { Armchair, QrCode, TicketCheck } from 'lucide-react';
import { reserveList } from '@kippu/contract/routes/traveller/seat';
import type { TicketSummary } from '@kippu/contract/calls/traveller/ticket';
import { pageSettings } from '@kippu/client/page-settings';
import { theRules } from '@kippu/domain/rules';
import { useRead } from '../../app/query/queries.ts';
import { useParams } from '../../app/router/router.ts';
import { useNow } from '../../app/clock/use-now.ts';
import { useMessages } from '../../i18n/messages.ts';
import { useTickets } from '../../reservation/journey/seat-queries.ts';
import { Button } from '@kippu/ui/button';
import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { Loaded } from '../../ui/states/load-state.tsx';
import { RowLink, Rows } from '../../ui/layout/rows.tsx';
import { Group, Screen } from '../../ui/layout/screen.tsx';
import { toUseToday } from '../view/party.ts';
import { asOf } from '../view/ticket-view.ts';
import { MemberCard } from './member-card.tsx';
import { partiesOf } from './parties-of.ts';
import { actsOf } from './party-acts.ts';
import { usePeople } from './people.ts';
import { usePartyAct } from './use-party-act.tsx';
import css from './party.module.css';

export function PartyScreen() {
  const { ticket: words, party: partyWords, common } = useMessages();
  const ticketId = useParams('party').ticketId ?? '';
  const tickets = useTickets();
  const upcoming = useRead(reserveList, { tab: 'upcoming' }, { enabled: pageSettings().hasSeats });
  const now = useNow(60_000);
  const coming = upcoming.data?.items ?? [];
  const listed = (tickets.data?.items ?? []).map((each) => asOf(each, now));
  const party =
    partiesOf(listed, coming).find((some) => some.some((each) => each.ticketId === ticketId)) ?? [];
  const toUse = toUseToday(coming, listed, now);
  return (
    <Screen
      title={party.length > 1 ? partyWords.title(party.length) : words.detailTitle}
      leave="back"
      dock={party.length > 0 && <Acts party={party} toUse={toUse} />}
    >
      <Loaded query={tickets} skeleton={[24, 104, 104, 104]}>
        {() =>
          party.length === 0 ? (
            <EmptyState
              icon={TicketCheck}
              title={words.emptyTitle}
              action={
                <ButtonLink to="tickets" params={{}} replace>
                  {common.toTickets}
                </ButtonLink>
              }
            />
          ) : (
            <Members party={party} toUse={toUse} />
          )
        }
      </Loaded>
    </Screen>
  );
}

interface Props {
  readonly party: readonly TicketSummary[];
  /** The tickets that must be put into use for a train of today. */
  readonly toUse: ReadonlySet<string>;
}

function Members({ party, toUse }: Props) {
  const { party: words, ticketLife } = useMessages();
  const people = usePeople(party);
  const { transfer } = actsOf(party, toUse);
  const [first, ...others] = transfer;
  return (
    <>
      <h2 className={css['people']}>{people}</h2>
      <ul className={css['tickets']}>
        {party.map((ticket) => (
          <li key={ticket.ticketId}>
            <MemberCard ticket={ticket} toUse={toUse.has(ticket.ticketId)} />
          </li>
        ))}
      </ul>
      {first !== undefined && (
        <Group title={ticketLife.ways}>
          <Rows>
            <RowLink
              label={others.length > 0 ? words.transfer : ticketLife.transfer}
              to="transfer"
              params={{ ticketId: first, ...(others.length > 0 ? { ticketIds: transfer.join(',') } : {}) }}
            />
          </Rows>
        </Group>
      )}
    </>
  );
}

function Acts({ party, toUse }: Props) {
  const { ticket: words, travel, party: partyWords } = useMessages();
  const { dialog, ask } = usePartyAct();
  const { code, use, reserve, first } = actsOf(party, toUse);
  const kind = (act: typeof first) => (act === first ? 'primary' : 'outline');
  const [shown] = code;
  const buttons = {
    code: shown !== undefined && (
      <ButtonLink key="code" to="code" params={{ ticketId: shown }} icon={QrCode} kind={kind('code')}>
        {words.showCode}
      </ButtonLink>
    ),
    use: use.length > 0 && (
      <Button key="use" icon={TicketCheck} kind={kind('use')} onClick={() => ask('use', use)}>
        {travel.putIntoUse(use.length)}
      </Button>
    ),
    reserve: reserve.length > 0 && (
      <Button key="reserve" icon={Armchair} kind={kind('reserve')} onClick={() => ask('reserve', reserve)}>
        {partyWords.reserve(Math.min(reserve.length, theRules().maxSeats))}
      </Button>
    ),
  };
  if (!first) return null;
  const { [first]: main, ...rest } = buttons;
  return (
    <>
      {main}
      {Object.values(rest)}
      {dialog}
    </>
  );
}
