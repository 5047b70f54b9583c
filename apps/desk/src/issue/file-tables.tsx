// What a file holds: rows with what is wrong with them, and orders with what has become of them.
import { useState } from 'react';
import { errorText, isRefusal } from '../app/call-error.ts';
import { hrefOf } from '../app/router.ts';
import { text, useLanguage, useSay } from '../app/texts.ts';
import { DataTable, type Column } from '../ui/data-table.tsx';
import type { CsvRow, Order } from './csv-orders.ts';
import css from './issue.module.css';
import type { Sent } from './use-sending.ts';

const PAGE = 100;
const WORDS = {
  faulty: text('誤りのある行', 'Rows with faults'),
  line: text('行', 'Line'),
  order: text('注文番号', 'Order no.'),
  fault: text('誤り', 'What is wrong'),
  orders: text('注文', 'Orders'),
  product: text('商品ID', 'Product'),
  count: text('枚数', 'Tickets'),
  state: text('状態', 'State'),
  ready: text('発行前', 'Not issued yet'),
  sending: text('発行中', 'Being issued'),
  done: text('発行済み', 'Issued'),
  before: text('この注文番号は、別の内容ですでに発行済みです。', 'This order was issued before, otherwise.'),
};

/** So many at a time: a file has thousands. */
function useSome<T>(all: readonly T[]) {
  const [most, setMost] = useState(PAGE);
  return { rows: all.slice(0, most), hasMore: all.length > most, more: () => setMost(most + PAGE) };
}

export function FaultyRows({ rows }: { readonly rows: readonly CsvRow[] }) {
  const say = useSay();
  const columns: Column<CsvRow>[] = [
    { title: say(WORDS.line), cell: ({ line }) => line, whole: true },
    { title: say(WORDS.order), cell: ({ cells }) => cells.order },
    {
      title: say(WORDS.fault),
      cell: ({ faults }) => <span className={css['faults']}>{faults.map(say).join(' / ')}</span>,
    },
  ];
  return (
    <DataTable
      label={say(WORDS.faulty)}
      columns={columns}
      source={useSome(rows)}
      keyOf={({ line }) => String(line)}
      empty=""
    />
  );
}

export function SentOrders({
  orders,
  sent,
}: {
  readonly orders: readonly Order[];
  readonly sent: ReadonlyMap<string, Sent>;
}) {
  const say = useSay();
  const language = useLanguage();
  const stateOf = ({ orderId }: Order) => {
    const now = sent.get(orderId);
    if (now?.state === 'done')
      return <a href={hrefOf('tickets', [], { order: orderId })}>{say(WORDS.done)}</a>;
    if (now?.state !== 'failed') return say(now?.state === 'sending' ? WORDS.sending : WORDS.ready);
    const words = isRefusal(now.error, 'REQ-0002') ? say(WORDS.before) : errorText(now.error, language);
    return <span className={css['faults']}>{words}</span>;
  };
  const columns: Column<Order>[] = [
    { title: say(WORDS.order), cell: ({ orderId }) => orderId },
    { title: say(WORDS.product), cell: ({ productId }) => productId },
    { title: say(WORDS.count), cell: ({ tickets }) => tickets.length, numeric: true },
    { title: say(WORDS.state), cell: stateOf },
  ];
  return (
    <DataTable
      label={say(WORDS.orders)}
      columns={columns}
      source={useSome(orders)}
      keyOf={({ orderId }) => orderId}
      empty=""
    />
  );
}
