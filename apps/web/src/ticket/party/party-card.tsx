// A party in the list: a stack of its tickets, with the one action that comes first for all of them.
import { nameIn } from '@kippu/contract/names';
import type { TicketSummary } from '@kippu/contract/calls/traveller/ticket';
import { Armchair, ChevronRight, QrCode, TicketCheck } from 'lucide-react';
import { Suspense } from 'react';
import { Link } from '../../app/router/link.tsx';
import { useLanguage, useMessages } from '../../i18n/messages.ts';
import { Icon } from '@kippu/ui/icon';
import { Paper } from '../../ui/layout/paper.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { laterPart } from '../../ui/states/later-part.ts';
import { StatusLabel } from '../view/ticket-card.tsx';
import card from '../view/ticket-card.module.css';
import { dateLine, labelOf } from '../view/ticket-view.ts';
import { LinkWaits } from './member-card.tsx';
import { actsOf } from './party-acts.ts';
import { counted, usePeople } from './people.ts';
import { usePartyAct } from './use-party-act.tsx';
import css from './party.module.css';

const TrainsOfParty = laterPart(async () => (await import('./trains-of-party.tsx')).TrainsOfParty);

interface Props {
  /** Two tickets or more. */
  readonly party: readonly TicketSummary[];
  /** The tickets that must be put into use for a train of today. */
  readonly toUse: ReadonlySet<string>;
}

export function PartyCard({ party, toUse }: Props) {
  const { ticket: words, party: partyWords } = useMessages();
  const language = useLanguage();
  const people = usePeople(party);
  const { dialog, ask } = usePartyAct();
  const acts = actsOf(party, toUse);
  const [top] = party;
  if (!top) return null;
  const { ticketId } = top;
  const names = counted(party.map((ticket) => nameIn(ticket, 'productName', language)));
  const labels = counted(party.map(labelOf));
  const dates = new Set(party.map((ticket) => dateLine(ticket, words, language)));
  const { first } = acts;
  const act =
    first === 'code' ? (
      <Link to="code" params={{ ticketId: acts.code[0] ?? ticketId }} className={card['action']}>
        <Icon of={QrCode} size={28} />
        <span>{words.code}</span>
      </Link>
    ) : first ? (
      <button
        type="button"
        className={`${card['action']} ${css['action']}`}
        onClick={() => ask(first, acts[first])}
      >
        <Icon of={first === 'use' ? TicketCheck : Armchair} size={28} />
        <span>{words[first]}</span>
      </button>
    ) : (
      <Link to="party" params={{ ticketId }} className={card['action']}>
        <Icon of={ChevronRight} size={28} />
        <span>{words.open}</span>
      </Link>
    );
  return (
    <Stack>
      <Paper side="right" punched={party.some(({ status }) => status === 'inUse')} stub={act}>
        <Link to="party" params={{ ticketId }} className={card['body']}>
          <div className={card['top']}>
            <strong className={css['count']}>{partyWords.title(party.length)}</strong>
            <span className={card['line']}>{people}</span>
          </div>
          {names.map(([name]) => (
            <h3 key={name} className={card['name']}>
              {name}
            </h3>
          ))}
          <div className={css['labels']}>
            {labels.map(([label, count]) => (
              <span key={label} className={css['label']}>
                <StatusLabel label={label} />
                {labels.length > 1 && <span className={card['line']}>{count}</span>}
              </span>
            ))}
          </div>
          {dates.size === 1 && <p className={card['line']}>{[...dates]}</p>}
          {party.some(({ waitingLink }) => waitingLink) && <LinkWaits />}
          {party.some(({ reservedNum }) => reservedNum > 0) && (
            <Suspense>
              <TrainsOfParty party={party} />
            </Suspense>
          )}
        </Link>
      </Paper>
      {dialog}
    </Stack>
  );
}
