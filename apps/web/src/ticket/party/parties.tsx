// The ticket list with parties: tickets that belong together are one stack with one action, any other ticket has its card. Loaded after the list.
import type { Reservation } from '@kippu/contract/calls/traveller/seat';
import type { TicketSummary } from '@kippu/contract/calls/traveller/ticket';
import list from '../list/ticket-list.module.css';
import { MemberCard } from './member-card.tsx';
import { PartyCard } from './party-card.tsx';
import { partiesOf } from './parties-of.ts';

interface Props {
  /** As they are now. */
  readonly tickets: readonly TicketSummary[];
  readonly coming: readonly Reservation[];
  /** The tickets that must be put into use for a train of today. */
  readonly toUse: ReadonlySet<string>;
}

export function Parties({ tickets, coming, toUse }: Props) {
  return (
    <ul className={list['list']}>
      {partiesOf(tickets, coming).map(([first, ...others]) => {
        if (!first) return null;
        return (
          <li key={first.ticketId}>
            {others.length > 0 ? (
              <PartyCard party={[first, ...others]} toUse={toUse} />
            ) : (
              <MemberCard ticket={first} toUse={toUse.has(first.ticketId)} />
            )}
          </li>
        );
      })}
    </ul>
  );
}
