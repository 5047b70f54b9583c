// Tables of a file's content: rows with their faults, and orders with their results.
import { useState } from 'react';
import { isRefusal } from '@kippu/client/call-error';
import { errorText } from '../app/call/error-text.ts';
import { hrefOf } from '../app/router/router.ts';
import { text, useLanguage, useSay } from '../app/text/texts.ts';
import { DataTable, type Column } from '../ui/layout/data-table.tsx';
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
  lookUp: text('この注文番号のきっぷを見る', 'See the tickets of this order'),
};

/** Rows shown at a time, because a file may have thousands. */
function useSome<T>(all: readonly T[]) {
  const [shown, setShown] = useState(PAGE);
  return { rows: all.slice(0, shown), hasMore: all.length > shown, more: () => setShown(shown + PAGE) };
}

/** The table of rows with faults. `rows` must contain no others. */
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

/** The table of orders and their states. An order that is not in `sent` is not issued yet. */
export function SentOrders({
  orders,
  sent,
}: {
  readonly orders: readonly Order[];
  /** The results by order id. */
  readonly sent: ReadonlyMap<string, Sent>;
}) {
  const say = useSay();
  const language = useLanguage();
  const stateOf = ({ orderId }: Order) => {
    const now = sent.get(orderId);
    if (now?.state === 'done')
      return <a href={hrefOf('tickets', [], { order: orderId })}>{say(WORDS.done)}</a>;
    if (now?.state !== 'failed') return say(now?.state === 'sending' ? WORDS.sending : WORDS.ready);
    return (
      <>
        <span className={css['faults']}>{errorText(now.error, language)}</span>
        {/* The order id was issued with other content. */}
        {isRefusal(now.error, 'REQ-0002') && (
          <>
            {' '}
            <a href={hrefOf('tickets', [], { order: orderId })}>{say(WORDS.lookUp)}</a>
          </>
        )}
      </>
    );
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
