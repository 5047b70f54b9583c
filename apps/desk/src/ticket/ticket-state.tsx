// The strip at the top of a ticket: its status, validity, location of the traveller, and whether it has an account.
import { CalendarClock, MapPin, Ticket, UserRound, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { DeskTicket } from '@kippu/contract/calls/desk/ticket';
import { nameIn } from '@kippu/contract/names';
import { useFormat } from '../app/text/format.ts';
import { text, useLanguage, useSay } from '../app/text/texts.ts';
import { Icon } from '@kippu/ui/icon';
import css from './ticket.module.css';
import { StatusChips } from './ticket-lines.tsx';

const WORDS = {
  status: text('状態', 'Status'),
  resumesTo: {
    unbound: text('解除すると未登録に戻ります', 'Resuming makes it ‘not added’ again'),
    bound: text('解除すると未使用に戻ります', 'Resuming makes it ‘not used yet’ again'),
    inUse: text('解除すると使用中に戻ります', 'Resuming puts it back in use'),
  },
  validity: text('有効期限', 'Validity'),
  startBy: (day: string) => text('{day}までに使用開始', 'Use must start by {day}', { day }),
  until: (moment: string) => text('{moment}まで', 'Until {moment}', { moment }),
  since: (moment: string) => text('{moment}に使用開始', 'In use since {moment}', { moment }),
  where: text('入場', 'Location'),
  inside: (station: string) => text('{station}で入場中', 'Inside {station}', { station }),
  enteredAt: (moment: string) => text('{moment}に入場', 'Entered {moment}', { moment }),
  outside: text('入場していません', 'Not inside a station'),
  account: text('持ち主', 'Holder'),
  bound: text('アカウントに登録済み', 'In an account'),
  unbound: text('まだ誰も登録していません', 'Nobody has added it yet'),
};

function Cell({
  icon,
  title,
  tone,
  children,
}: {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly tone?: 'warn' | undefined;
  readonly children: ReactNode;
}) {
  return (
    <div className={css['cell']} data-tone={tone}>
      <h2 className={css['cellTitle']}>
        <Icon of={icon} size={18} />
        {title}
      </h2>
      <div className={css['cellText']}>{children}</div>
    </div>
  );
}

function Validity({ of: ticket }: { readonly of: DeskTicket }) {
  const say = useSay();
  const { date, shortMoment } = useFormat();
  const { abtExpireDate, useDate } = ticket;
  return (
    <Cell icon={CalendarClock} title={say(WORDS.validity)}>
      <p className={css['strong']}>
        {say(
          abtExpireDate === undefined
            ? WORDS.startBy(date(ticket.useExpireDate))
            : WORDS.until(shortMoment(abtExpireDate)),
        )}
      </p>
      {useDate !== undefined && <p className={css['quiet']}>{say(WORDS.since(shortMoment(useDate)))}</p>}
    </Cell>
  );
}

function resumeWord({ statusBefore }: DeskTicket) {
  switch (statusBefore) {
    case 'unbound':
    case 'bound':
    case 'inUse':
      return WORDS.resumesTo[statusBefore];
    default:
      return undefined;
  }
}

export function TicketState({ of: ticket }: { readonly of: DeskTicket }) {
  const say = useSay();
  const language = useLanguage();
  const { shortMoment } = useFormat();
  const { entry, bound } = ticket;
  const resumes = resumeWord(ticket);
  return (
    <div className={css['strip']}>
      <Cell icon={Ticket} title={say(WORDS.status)}>
        <p className={css['status']}>
          <StatusChips of={ticket} />
        </p>
        {resumes && <p className={css['quiet']}>{say(resumes)}</p>}
      </Cell>
      <Validity of={ticket} />
      <Cell icon={MapPin} title={say(WORDS.where)} tone={entry ? 'warn' : undefined}>
        {entry ? (
          <>
            <p className={css['strong']}>{say(WORDS.inside(nameIn(entry, 'stationName', language)))}</p>
            <p className={css['quiet']}>{say(WORDS.enteredAt(shortMoment(entry.at)))}</p>
          </>
        ) : (
          <p>{say(WORDS.outside)}</p>
        )}
      </Cell>
      <Cell icon={UserRound} title={say(WORDS.account)}>
        <p>{say(bound ? WORDS.bound : WORDS.unbound)}</p>
      </Cell>
    </div>
  );
}
