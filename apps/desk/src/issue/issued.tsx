// The issued tickets: the link to hand over, each ticket's codes, and a file with everything.
import { Download, Plus } from 'lucide-react';
import type { IssuedTicket } from '@kippu/contract/calls/desk/issue';
import { hrefOf } from '../app/router/router.ts';
import { text, useSay } from '../app/text/texts.ts';
import { HandOver } from '../ticket/hand-over.tsx';
import { CATEGORY_WORDS, groupedNumber } from '../app/text/ticket-words.ts';
import { Button } from '@kippu/ui/button';
import { DataTable, type Column } from '../ui/layout/data-table.tsx';
import { NoticeBox } from '@kippu/ui/notice-box';
import { Card } from '../ui/layout/page.tsx';
import type { Order } from './csv-orders.ts';
import css from './issue.module.css';
import { saveIssued, type Issued } from './issued-file.ts';

const WORDS = {
  done: (count: number, order: string) =>
    text('{count}枚を発行しました（注文 {order}）', '{count} issued, order {order}', { count, order }),
  together: text(
    'QRコードとリンクは、この注文のきっぷをまとめて追加します。1枚ずつ渡すときは、CSVの各リンクを使ってください。',
    'The QR code and the link add all tickets of the order. To hand them over one by one, use the links in the CSV file.',
  ),
  tickets: text('発行したきっぷ', 'Tickets issued'),
  number: text('きっぷ番号', 'Ticket number'),
  category: text('旅客区分', 'Traveller'),
  voucher: text('バウチャー番号', 'Voucher no.'),
  redeem: text('登録コード', 'Redeem code'),
  file: text('CSVで保存', 'Save as CSV'),
  next: text('続けて発行する', 'Issue another order'),
};

type Row = IssuedTicket & { readonly category: Order['tickets'][number]['passengerCategory'] };

export function IssuedOrder({ issued, onNext }: { readonly issued: Issued; readonly onNext: () => void }) {
  const say = useSay();
  const { order, tickets } = issued;
  const [first] = tickets;
  const rows: Row[] = tickets.map((ticket, at) => ({
    ...ticket,
    category: order.tickets[at]?.passengerCategory ?? 'adult',
  }));
  const columns: Column<Row>[] = [
    { title: say(WORDS.number), cell: ({ ticketNo }) => groupedNumber(ticketNo), whole: true },
    { title: say(WORDS.category), cell: ({ category }) => say(CATEGORY_WORDS[category]) },
    { title: say(WORDS.voucher), cell: ({ voucherNo }) => groupedNumber(voucherNo), whole: true },
    { title: say(WORDS.redeem), cell: ({ redeemCode }) => groupedNumber(redeemCode), whole: true },
  ];
  return (
    <>
      <Card title={say(WORDS.done(tickets.length, order.orderId))}>
        {tickets.length > 1 && <NoticeBox>{say(WORDS.together)}</NoticeBox>}
        {first && <HandOver of={first} whole={tickets.length > 1} />}
        <div className={css['actions']}>
          <Button icon={Plus} onClick={onNext}>
            {say(WORDS.next)}
          </Button>
          <Button kind="outline" icon={Download} onClick={() => saveIssued([issued])}>
            {say(WORDS.file)}
          </Button>
        </div>
      </Card>
      {tickets.length > 1 && (
        <DataTable
          label={say(WORDS.tickets)}
          columns={columns}
          source={{ rows }}
          keyOf={({ ticketNo }) => ticketNo}
          href={({ ticketNo }) => hrefOf('tickets', [ticketNo])}
          empty=""
        />
      )}
    </>
  );
}
