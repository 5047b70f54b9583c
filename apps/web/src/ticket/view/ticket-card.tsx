// A ticket in the list: product and validity on the body, its one action on the stub.
import { isExchanged } from '@kippu/domain/rules';
import { nameIn } from '@kippu/contract/names';
import type { TicketSummary } from '@kippu/contract/calls/traveller/ticket';
import {
  Armchair,
  ChevronRight,
  MapPin,
  QrCode,
  Ticket,
  TicketCheck,
  TicketX,
  type LucideIcon,
} from 'lucide-react';
import { Suspense, type ReactNode } from 'react';
import { Link } from '../../app/router/link.tsx';
import { useFirstMessages, useLanguage } from '../../i18n/messages.ts';
import { Icon } from '@kippu/ui/icon';
import { Paper } from '../../ui/layout/paper.tsx';
import { laterPart } from '../../ui/states/later-part.ts';
import css from './ticket-card.module.css';
import {
  actionOf,
  dateLine,
  isOver,
  labelOf,
  nextWayOf,
  type TicketAction,
  type TicketLabel,
} from './ticket-view.ts';

const TrainOnCard = laterPart(async () => (await import('./ticket-train.tsx')).TrainOnCard);

const ACTION_ICONS: Readonly<Record<TicketAction, LucideIcon>> = {
  code: QrCode,
  verify: MapPin,
  reserve: Armchair,
  use: TicketCheck,
  open: ChevronRight,
};

/** The ticket's status with its icon. Colour only repeats what the word says. */
export function StatusLabel({ label }: { readonly label: TicketLabel }) {
  const { ticket: words } = useFirstMessages();
  const look = label === 'inUse' ? css['inUse'] : label === 'bound' ? css['bound'] : css['over'];
  const shape = label === 'inUse' ? TicketCheck : label === 'bound' ? Ticket : TicketX;
  return (
    <p className={`${css['status']} ${look}`}>
      <Icon of={shape} size={18} />
      {words.status[label]}
    </p>
  );
}

function Action({ ticket, action }: { readonly ticket: TicketSummary; readonly action: TicketAction }) {
  const { ticket: words } = useFirstMessages();
  const face = (
    <>
      <Icon of={ACTION_ICONS[action]} size={28} />
      <span>{words[action]}</span>
    </>
  );
  const { ticketId } = ticket;
  if (action === 'code')
    return (
      <Link to="code" params={{ ticketId }} className={css['action']}>
        {face}
      </Link>
    );
  if (action === 'verify')
    return (
      <Link to="outInSite" params={{ ticketId, direction: nextWayOf(ticket) }} className={css['action']}>
        {face}
      </Link>
    );
  if (action === 'reserve')
    return (
      <Link to="train" params={{ ticketIds: ticketId }} className={css['action']}>
        {face}
      </Link>
    );
  return (
    <Link
      to={isExchanged(ticket.kind) ? 'voucherDetail' : 'detail'}
      params={{ ticketId }}
      className={css['action']}
    >
      {face}
    </Link>
  );
}

interface Props {
  readonly ticket: TicketSummary;
  /** Whether it must be put into use for a train of today. That comes before another reservation. */
  readonly toUse?: boolean;
  /** A line below the date. */
  readonly note?: ReactNode;
}

export function TicketCard({ ticket, toUse = false, note }: Props) {
  const { ticket: words } = useFirstMessages();
  const language = useLanguage();
  const action = toUse ? 'use' : actionOf(ticket);
  const body = (
    <Link to="detail" params={{ ticketId: ticket.ticketId }} className={css['body']}>
      <div className={css['top']}>
        <StatusLabel label={labelOf(ticket)} />
        <span className={css['line']}>{words.category[ticket.passengerCategory]}</span>
      </div>
      <h3 className={css['name']}>{nameIn(ticket, 'productName', language)}</h3>
      <p className={css['line']}>{dateLine(ticket, words, language)}</p>
      {note}
      {(ticket.reservedNum > 0 || ticket.reservable) && (
        <Suspense>
          <TrainOnCard ticket={ticket} />
        </Suspense>
      )}
    </Link>
  );
  if (isOver(ticket)) return <Paper faded>{body}</Paper>;
  return (
    <Paper side="right" punched={ticket.status === 'inUse'} stub={<Action ticket={ticket} action={action} />}>
      {body}
    </Paper>
  );
}
