// Tickets as rows that link to their pages.
import type { ReactNode } from 'react';
import { nameIn } from '@kippu/contract/names';
import type { TicketLine } from '@kippu/contract/calls/desk/find';
import { useFormat } from '../app/text/format.ts';
import type { Pages } from '../app/call/queries.ts';
import { hrefOf } from '../app/router/router.ts';
import { text, useLanguage, useSay } from '../app/text/texts.ts';
import { Chip } from '../ui/layout/chip.tsx';
import { DataTable, type Column } from '../ui/layout/data-table.tsx';
import css from './ticket.module.css';
import { CATEGORY_WORDS, STATUS_TONES, groupedNumber, isOverdue } from '../app/text/ticket-words.ts';

const WORDS = {
  number: text('きっぷ番号', 'Ticket number'),
  product: text('商品', 'Product'),
  category: text('旅客区分', 'Traveller'),
  status: text('状態', 'Status'),
  account: text('登録', 'Account'),
  bound: text('アカウントあり', 'In an account'),
  unbound: text('未登録', 'Not added yet'),
  until: text('有効期限', 'Valid until'),
  over: text('期限切れ', 'Expired'),
};

/** A status as text, with a mark when the last day has passed. */
export function StatusChips({ of }: { readonly of: Pick<TicketLine, 'status' | 'statusWord' | 'expired'> }) {
  const say = useSay();
  return (
    <span className={css['chips']}>
      <Chip tone={STATUS_TONES[of.status]}>{of.statusWord}</Chip>
      {isOverdue(of) && <Chip tone="warn">{say(WORDS.over)}</Chip>}
    </span>
  );
}

const statusCell = (line: TicketLine) => <StatusChips of={line} />;

/** `withAccount` shows whether each ticket has an account. It is omitted where that is known. */
export function TicketLines({
  label,
  source,
  withAccount = true,
  empty,
}: {
  readonly label: string;
  readonly source: Pages<TicketLine>;
  readonly withAccount?: boolean;
  readonly empty: ReactNode;
}) {
  const say = useSay();
  const language = useLanguage();
  const { date, shortMoment } = useFormat();
  const columns: Column<TicketLine>[] = [
    { title: say(WORDS.number), cell: ({ ticketNo }) => groupedNumber(ticketNo), whole: true },
    { title: say(WORDS.product), cell: (line) => nameIn(line, 'productName', language) },
    { title: say(WORDS.category), cell: (line) => say(CATEGORY_WORDS[line.passengerCategory]) },
    { title: say(WORDS.status), cell: statusCell },
    ...(withAccount
      ? [
          {
            title: say(WORDS.account),
            cell: ({ bound }: TicketLine) => say(bound ? WORDS.bound : WORDS.unbound),
          },
        ]
      : []),
    {
      title: say(WORDS.until),
      cell: ({ useExpireDate, abtExpireDate }) =>
        abtExpireDate === undefined ? date(useExpireDate) : shortMoment(abtExpireDate),
      whole: true,
    },
  ];
  return (
    <DataTable
      label={label}
      columns={columns}
      source={source}
      keyOf={({ ticketNo }) => ticketNo}
      href={({ ticketNo }) => hrefOf('tickets', [ticketNo])}
      empty={empty}
    />
  );
}
