// Issues many orders from a CSV file: reads it on the device, shows it, then sends one order after another.
import { pageSettings } from '@kippu/client/page-settings';
import { Download, FileDown, Send, Square } from 'lucide-react';
import { useState } from 'react';
import { offered } from '@kippu/contract/languages';
import type { DataOf } from '@kippu/contract/route-types';
import type { deskProducts } from '@kippu/contract/routes/desk/find';
import { dateAt } from '@kippu/domain/time/service-day';
import { appFileName } from '@kippu/words/railway';
import { csvText, saveFile } from '../app/text/csv-text.ts';
import { text, useLanguage, useSay } from '../app/text/texts.ts';
import { useNow } from '../app/text/railway-clock.tsx';
import { Button } from '@kippu/ui/button';
import { FileDrop } from '../ui/controls/file-drop.tsx';
import { NoticeBox } from '@kippu/ui/notice-box';
import { Card } from '../ui/layout/page.tsx';
import { COLUMNS, COLUMN_TITLES, MAX_ORDER, MAX_ROWS, readOrders, type CsvOrders } from './csv-orders.ts';
import { FaultyRows, SentOrders } from './file-tables.tsx';
import css from './issue.module.css';
import { saveIssued } from './issued-file.ts';
import { keepShop, keptShop } from './kept-shop.ts';
import { decodeFile, encodingFor, parseCsv } from './read-csv.ts';
import { isShopWrong, ShopFields } from './shop-fields.tsx';
import { isRefusedOrder, useSending } from './use-sending.ts';

const WORDS = {
  file: text('CSVファイル', 'CSV file'),
  hint: text(
    '列：注文番号、商品ID、旅客区分、枚数。有効期限と単価は空欄なら商品の設定になります。同じ注文番号の行は1つの注文になり、1注文{max}枚まで。UTF-8かShift_JIS。',
    'Columns: order_id, product_id, category, count; valid_until and price are the product’s when empty. Rows with the same order_id are one order, of {max} tickets at most. UTF-8 or Shift_JIS.',
    { max: MAX_ORDER },
  ),
  template: text('ひな形を保存', 'Save a template'),
  unread: text('CSVとして読めません。', 'This cannot be read as CSV.'),
  quote: text('引用符（"）が閉じられていません。', 'A quotation mark (") is never closed.'),
  titles: text(
    '1行目に列の名前（注文番号、商品ID、旅客区分、枚数）がありません。',
    'The first line does not name the columns order_id, product_id, category and count.',
  ),
  many: text('1つのファイルは10,000行までです。', 'A file has 10,000 rows at most.'),
  empty: text('行がありません。', 'There are no rows.'),
  found: (orders: number, tickets: number) =>
    text('発行できる注文：{orders}件、{tickets}枚', 'Ready to issue: orders {orders}, tickets {tickets}', {
      orders,
      tickets,
    }),
  left: text(
    '誤りのある行を含む注文は発行されません。直して、もう一度選んでください。',
    'Orders with a faulty row are not issued. Correct them and choose the file again.',
  ),
  issue: (tickets: number) =>
    text('{tickets}枚を発行', tickets === 1 ? 'Issue 1 ticket' : 'Issue {tickets} tickets', { tickets }),
  again: text('残りをもう一度送る', 'Send the rest again'),
  correct: text(
    '受け付けられない注文があります。下の理由を見てファイルを直し、もう一度選んでください。発行済みの注文は二重になりません。',
    'Some orders were refused. See why below, correct the file and choose it again: what was issued is not issued twice.',
  ),
  stop: text('止める', 'Stop'),
  progress: text('発行の進み具合', 'Progress'),
  save: text('リンクとコードをCSVで保存', 'Save links and codes as CSV'),
  once: text(
    'リンクとコードはこの画面でだけ保存できます。離れる前に保存してください。同じファイルをもう一度送っても、二重には発行されません。',
    'Links and codes can be saved here only: save them before you leave. The same file sent again issues nothing twice.',
  ),
};

export function IssueFile({ sold }: { readonly sold: DataOf<typeof deskProducts> }) {
  const say = useSay();
  const today = dateAt(useNow());
  const language = useLanguage();
  const [file, setFile] = useState<File | null>(null);
  const [read, setRead] = useState<CsvOrders>();
  const [error, setError] = useState<string>();
  const [shop, setShop] = useState(keptShop);
  const [tried, setTried] = useState(false);
  const { sent, busy, start, stop, clear } = useSending();

  const take = async (chosen: File) => {
    setFile(chosen);
    setRead(undefined);
    clear();
    const content = decodeFile(new Uint8Array(await chosen.arrayBuffer()), encodingFor(offered().languages));
    const lines = content === null ? [] : parseCsv(content);
    const fits = (lines?.length ?? 0) <= MAX_ROWS + 1;
    const found =
      lines && fits
        ? readOrders(lines, { products: sold.products, today, currency: pageSettings().currency, language })
        : null;
    const wrong = () => {
      if (content === null) return WORDS.unread;
      if (!lines) return WORDS.quote;
      if (!fits) return WORDS.many;
      if (!found) return WORDS.titles;
      return found.rows.length === 0 ? WORDS.empty : null;
    };
    const fault = wrong();
    setError(fault ? say(fault) : undefined);
    setRead(fault ? undefined : (found ?? undefined));
  };
  const template = () =>
    saveFile(
      `${appFileName()}-template.csv`,
      csvText([
        COLUMNS.map((column) => say(COLUMN_TITLES[column])),
        ['A-0001', sold.products[0]?.productId ?? '', 'adult', 2, '', ''],
      ]),
    );

  const orders = (read?.orders ?? []).map((order) => ({
    ...order,
    issuer: sold.issuer,
    seller: shop.seller.trim(),
    salesSite: shop.salesSite.trim(),
  }));
  const count = orders.reduce((sum, { tickets }) => sum + tickets.length, 0);
  const issued = orders.flatMap((order) => {
    const now = sent.get(order.orderId);
    return now?.state === 'done' ? [{ order, tickets: now.tickets }] : [];
  });
  const begun = sent.size > 0;
  const failed = orders.filter(({ orderId }) => isRefusedOrder(sent.get(orderId)));
  const left = orders.length - issued.length - failed.length;
  const press = () => {
    setTried(true);
    if (isShopWrong(shop)) return;
    keepShop(shop);
    void start(orders);
  };
  const faulty = read?.rows.filter(({ faults }) => faults.length > 0) ?? [];
  return (
    <>
      <Card>
        <FileDrop
          label={say(WORDS.file)}
          hint={say(WORDS.hint)}
          accept=".csv,.txt,text/csv"
          file={file}
          error={error}
          disabled={busy}
          onFile={(chosen) => void take(chosen)}
        />
        <div className={css['actions']}>
          <Button kind="outline" icon={FileDown} onClick={template}>
            {say(WORDS.template)}
          </Button>
        </div>
      </Card>
      {faulty.length > 0 && (
        <>
          <NoticeBox tone="warn">{say(WORDS.left)}</NoticeBox>
          <FaultyRows rows={faulty} />
        </>
      )}
      {orders.length > 0 && (
        <Card title={say(WORDS.found(orders.length, count))}>
          {!begun && (
            <div className={css['pairs']}>
              <ShopFields shop={shop} onShop={setShop} tried={tried} />
            </div>
          )}
          {begun && (
            <progress
              className={css['progress']}
              aria-label={say(WORDS.progress)}
              max={orders.length}
              value={issued.length}
            />
          )}
          {failed.length > 0 && !busy && <NoticeBox tone="danger">{say(WORDS.correct)}</NoticeBox>}
          {issued.length > 0 && <NoticeBox tone="warn">{say(WORDS.once)}</NoticeBox>}
          <div className={css['actions']}>
            {left > 0 && (
              <Button icon={Send} busy={busy} onClick={press}>
                {say(begun ? WORDS.again : WORDS.issue(count))}
              </Button>
            )}
            {busy && (
              <Button kind="outline" icon={Square} onClick={stop}>
                {say(WORDS.stop)}
              </Button>
            )}
            {issued.length > 0 && !busy && (
              <Button icon={Download} onClick={() => saveIssued(issued)}>
                {say(WORDS.save)}
              </Button>
            )}
          </div>
        </Card>
      )}
      {orders.length > 0 && <SentOrders orders={orders} sent={sent} />}
    </>
  );
}
