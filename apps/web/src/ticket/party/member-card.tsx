// A ticket's card that also says that its link waits for somebody.
import type { TicketSummary } from '@kippu/contract/calls/traveller/ticket';
import { Link2 } from 'lucide-react';
import { useMessages } from '../../i18n/messages.ts';
import { Icon } from '@kippu/ui/icon';
import { TicketCard } from '../view/ticket-card.tsx';
import css from './party.module.css';

/** Says that a ticket waits to be taken by its link. */
export function LinkWaits() {
  const { party } = useMessages();
  return (
    <p className={css['waits']}>
      <Icon of={Link2} size={18} />
      {party.waiting}
    </p>
  );
}

export function MemberCard({ ticket, toUse }: { readonly ticket: TicketSummary; readonly toUse: boolean }) {
  return <TicketCard ticket={ticket} toUse={toUse} note={ticket.waitingLink && <LinkWaits />} />;
}
