// Issues one order by hand: the product, the number of each passenger category, the last day and the prices.
import { pageSettings } from '@kippu/client/page-settings';
import { Send } from 'lucide-react';
import { useState } from 'react';
import type { DataOf } from '@kippu/contract/route-types';
import type { deskProducts } from '@kippu/contract/routes/desk/find';
import type { ErrorCode } from '@kippu/contract/errors';
import { nameIn } from '@kippu/contract/names';
import { PASSENGER_CATEGORIES } from '@kippu/contract/values';
import { isRefusal } from '@kippu/client/call-error';
import { errorText } from '../app/call/error-text.ts';
import { useFormat } from '../app/text/format.ts';
import { actAfter } from '../app/call/refusals.ts';
import { text, useLanguage, useSay } from '../app/text/texts.ts';
import { CATEGORY_WORDS } from '../app/text/ticket-words.ts';
import { Button } from '@kippu/ui/button';
import { DateField, MoneyField, NumberField, SelectField, TextField } from '../ui/controls/field.tsx';
import { NoticeBox } from '@kippu/ui/notice-box';
import { Card, Form } from '../ui/layout/page.tsx';
import { MAX_ORDER } from './csv-orders.ts';
import { IssuedOrder } from './issued.tsx';
import type { Issued } from './issued-file.ts';
import css from './issue.module.css';
import { MAX_ORDER_ID } from '@kippu/domain/text/seen-text';
import { ShopFields } from './shop-fields.tsx';
import { useOrder } from './use-order.ts';

const WORDS = {
  what: text('商品と枚数', 'Product and number of tickets'),
  product: text('商品', 'Product'),
  counts: text('枚数', 'How many'),
  countsHint: text('合わせて{max}枚まで', '{max} in all at most', { max: MAX_ORDER }),
  countsWrong: text('合わせて1枚から{max}枚にしてください。', 'Please choose 1 to {max} in all.', {
    max: MAX_ORDER,
  }),
  terms: text('条件と販売元', 'Terms and seller'),
  until: text('使用開始の期限', 'Use must start by'),
  untilWrong: text(
    '今日から10年以内の日付を入力してください。',
    'Please enter a day from today to ten years ahead.',
  ),
  adult: (code: string) =>
    text('おとな・シニアの単価（{code}）', 'Price for adults and seniors ({code})', { code }),
  child: (code: string) => text('こどもの単価（{code}）', 'Price for children ({code})', { code }),
  priceWrong: text('0から1億までの金額を入力してください。', 'Please type an amount from 0 to 100,000,000.'),
  order: text('注文番号', 'Order no.'),
  orderHint: text('空欄なら自動で付きます。', 'Created automatically if left empty.'),
  orderWrong: text(
    '半角の英数字と記号で{max}文字以内にしてください。',
    'Type {max} characters at most: letters A to Z, digits and signs such as - and /.',
    { max: MAX_ORDER_ID },
  ),
  total: (count: number, sum: string) =>
    text('合計 {count}枚、{sum}', '{count} in all, {sum}', { count, sum }),
  issue: (count: number) =>
    text('{count}枚を発行', count === 1 ? 'Issue 1 ticket' : 'Issue {count} tickets', { count }),
  none: text('発行できる商品がありません。', 'There is no product to issue.'),
  lost: (order: string) =>
    text('注文 {order} の応答がまだありません', 'Order {order} has not been answered yet', { order }),
  lostText: text(
    '発行は済んでいるかもしれません。もう一度送ると結果がわかります。二重には発行されません。',
    'It may have been issued. Send it again to see the result: nothing is issued twice.',
  ),
  again: text('もう一度送る', 'Send again'),
};

type Sold = DataOf<typeof deskProducts>;

export function IssueOne({ sold }: { readonly sold: Sold }) {
  const say = useSay();
  const [issued, setIssued] = useState<Issued>();
  if (sold.products.length === 0) return <NoticeBox tone="warn">{say(WORDS.none)}</NoticeBox>;
  // Resets the form for the next order.
  if (!issued) return <OrderForm sold={sold} onIssued={setIssued} />;
  return <IssuedOrder issued={issued} onNext={() => setIssued(undefined)} />;
}

function OrderForm({ sold, onIssued }: { readonly sold: Sold; readonly onIssued: (issued: Issued) => void }) {
  const say = useSay();
  const language = useLanguage();
  const { money } = useFormat();
  const { currency } = pageSettings();
  const order = useOrder(sold, onIssued);
  const { typed, read, type, tried, busy } = order;
  if (order.lost)
    return (
      <NoticeBox
        tone="warn"
        title={say(WORDS.lost(order.lost.orderId))}
        action={
          <Button icon={Send} busy={busy} onClick={order.again}>
            {say(WORDS.again)}
          </Button>
        }
      >
        {say(WORDS.lostText)}
      </NoticeBox>
    );
  const wrong = (is: boolean, words: Parameters<typeof say>[0]) => (tried && is ? say(words) : undefined);
  /** The server's refusal, for the field concerned. */
  const refused = (code: ErrorCode) =>
    isRefusal(order.error, code) ? errorText(order.error, language) : undefined;
  const atField = isRefusal(order.error) && actAfter(order.error) === 'field';
  return (
    <Form
      onSubmit={order.press}
      error={atField ? null : order.error}
      wide
      actions={
        <>
          <Button type="submit" icon={Send} busy={busy}>
            {say(WORDS.issue(read.count))}
          </Button>
          <p className={css['total']}>{say(WORDS.total(read.count, money(read.total)))}</p>
        </>
      }
    >
      <Card title={say(WORDS.what)}>
        <SelectField
          label={say(WORDS.product)}
          value={typed.productId}
          onValue={(productId) => type({ productId })}
          error={refused('REQ-0005')}
          choices={sold.products.map((each) => ({
            value: each.productId,
            label: nameIn(each, 'productName', language),
          }))}
        />
        <fieldset className={css['counts']}>
          <legend>
            {say(WORDS.counts)} <span className={css['quiet']}>{say(WORDS.countsHint)}</span>
          </legend>
          {PASSENGER_CATEGORIES.map((category) => (
            <NumberField
              key={category}
              label={say(CATEGORY_WORDS[category])}
              value={typed.counts[category] ?? ''}
              onValue={(count) => type({ counts: { ...typed.counts, [category]: count.slice(0, 3) } })}
              placeholder="0"
            />
          ))}
        </fieldset>
        {tried && read.wrong.counts && <NoticeBox tone="danger">{say(WORDS.countsWrong)}</NoticeBox>}
      </Card>
      <Card title={say(WORDS.terms)}>
        <div className={css['pairs']}>
          <DateField
            label={say(WORDS.until)}
            value={read.until}
            onValue={(until) => type({ until })}
            min={order.today}
            error={wrong(read.wrong.until, WORDS.untilWrong) ?? refused('TKT-0005')}
          />
          <TextField
            label={say(WORDS.order)}
            hint={say(WORDS.orderHint)}
            optional
            value={typed.orderId}
            onValue={(orderId) => type({ orderId })}
            error={wrong(read.wrong.order, WORDS.orderWrong) ?? refused('REQ-0002')}
          />
          <MoneyField
            label={say(WORDS.adult(currency.code))}
            value={read.adult}
            onValue={(adult) => type({ adult })}
            error={wrong(read.wrong.adult, WORDS.priceWrong)}
          />
          <MoneyField
            label={say(WORDS.child(currency.code))}
            value={read.child}
            onValue={(child) => type({ child })}
            error={wrong(read.wrong.child, WORDS.priceWrong)}
          />
          <ShopFields shop={order.shop} onShop={order.setShop} tried={tried} />
        </div>
      </Card>
    </Form>
  );
}
