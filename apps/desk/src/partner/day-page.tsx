// The postings of a partner's day, one row for each ticket and act.
import { Download, ReceiptText } from 'lucide-react';
import type { LedgerAct } from '@kippu/contract/calls/desk/partners';
import { deskReconciliation, deskReconciliationEntries } from '@kippu/contract/routes/desk/partners';
import { appFileName } from '@kippu/words/railway';
import { Button } from '@kippu/ui/button';
import { usePages, useRead } from '../app/call/queries.ts';
import { hrefOf } from '../app/router/router.ts';
import { csvText, saveFile } from '../app/text/csv-text.ts';
import { useFormat } from '../app/text/format.ts';
import { text, useSay } from '../app/text/texts.ts';
import { groupedNumber } from '../app/text/ticket-words.ts';
import { DataTable } from '../ui/layout/data-table.tsx';
import { Empty } from '../ui/layout/load-state.tsx';
import { Page } from '../ui/layout/page.tsx';
import { ACT_WORDS } from './reconciliation-words.ts';
import { useAmounts } from './use-amounts.ts';
import css from './parts/partner.module.css';

const WORDS = {
  title: (day: string) => text('{day}の取引', 'Postings of {day}', { day }),
  back: text('精算', 'Reconciliation'),
  csv: text('表示中をCSVで保存', 'Save as CSV'),
  at: text('日時', 'When'),
  act: text('取引', 'Act'),
  ticket: text('きっぷ', 'Ticket'),
  order: text('注文', 'Order'),
  reference: text('提携先の番号', 'Reference'),
  price: text('金額', 'Price'),
  fee: text('手数料', 'Fee'),
  tax: text('うち税', 'Tax in it'),
  rate: text('税率', 'Tax rate'),
  soldOn: text('販売日', 'Sold on'),
  actDay: text('本来の日付', 'Day of the act'),
  sold: (day: string) => text('販売日 {day}', 'sold {day}', { day }),
  late: (day: string) => text('{day}の操作（締め済みの月）', 'of {day}, whose month was closed', { day }),
  none: text('この日の取引はありません', 'There are no postings on this day'),
};

function What({ of: { kind, soldOn, actDay } }: { readonly of: LedgerAct }) {
  const say = useSay();
  const { date } = useFormat();
  return (
    <span className={css['stack']}>
      <span>{say(ACT_WORDS[kind])}</span>
      {soldOn !== undefined && <span className={css['quiet']}>{say(WORDS.sold(date(soldOn)))}</span>}
      {actDay !== undefined && <span className={css['quiet']}>{say(WORDS.late(date(actDay)))}</span>}
    </span>
  );
}

function OrderOf({ of: { orderId, reference } }: { readonly of: LedgerAct }) {
  return (
    <span className={css['stack']}>
      <a href={hrefOf('tickets', [], { order: orderId })}>{reference}</a>
      {reference !== orderId && <span className={css['quiet']}>{orderId}</span>}
    </span>
  );
}

const whatCell = (act: LedgerAct) => <What of={act} />;
const orderCell = (act: LedgerAct) => <OrderOf of={act} />;

function TicketOf({ of: { ticketNo } }: { readonly of: LedgerAct }) {
  if (ticketNo === undefined) return null;
  return <a href={hrefOf('tickets', [ticketNo])}>{groupedNumber(ticketNo)}</a>;
}
const ticketCell = (act: LedgerAct) => <TicketOf of={act} />;

export function DayPage({
  partnerId,
  month,
  day,
}: {
  readonly partnerId: string;
  readonly month: string;
  readonly day: string;
}) {
  const say = useSay();
  const { shortMoment, day: dayWord } = useFormat();
  const { amount, number, rate } = useAmounts();
  const name = useRead(deskReconciliation, { partnerId, month }).data?.name;
  const pages = usePages(deskReconciliationEntries, { partnerId, day });
  const rows = pages.rows ?? [];
  const save = () =>
    saveFile(
      `${appFileName()}-${name ?? partnerId}-${day}.csv`,
      csvText([
        [
          ...[WORDS.at, WORDS.act, WORDS.ticket, WORDS.order, WORDS.reference, WORDS.price],
          ...[WORDS.fee, WORDS.tax, WORDS.rate, WORDS.soldOn, WORDS.actDay],
        ].map(say),
        ...rows.map((act) => [
          ...[act.at, say(ACT_WORDS[act.kind]), act.ticketNo ?? '', act.orderId, act.reference],
          ...[number(act.amount), number(act.fee), number(act.tax)],
          ...[rate(act.taxRate), act.soldOn ?? '', act.actDay ?? ''],
        ]),
      ]),
    );
  return (
    <Page
      title={say(WORDS.title(dayWord(day)))}
      lead={name}
      back={{ href: hrefOf('partners', ['accounts'], { partner: partnerId, month }), label: say(WORDS.back) }}
      actions={
        <Button kind="outline" icon={Download} disabled={rows.length === 0} onClick={save}>
          {say(WORDS.csv)}
        </Button>
      }
    >
      <DataTable<LedgerAct>
        label={say(WORDS.title(dayWord(day)))}
        source={pages}
        keyOf={({ entryId }) => entryId}
        columns={[
          { title: say(WORDS.at), whole: true, cell: ({ at }) => shortMoment(at) },
          { title: say(WORDS.act), cell: whatCell },
          { title: say(WORDS.ticket), whole: true, cell: ticketCell },
          { title: say(WORDS.order), cell: orderCell },
          { title: say(WORDS.price), numeric: true, cell: (act) => amount(act.amount) },
          { title: say(WORDS.fee), numeric: true, cell: (act) => amount(act.fee) },
          { title: say(WORDS.tax), numeric: true, cell: (act) => amount(act.tax) },
          { title: say(WORDS.rate), numeric: true, cell: (act) => rate(act.taxRate) },
        ]}
        empty={<Empty icon={ReceiptText} title={say(WORDS.none)} />}
      />
    </Page>
  );
}
