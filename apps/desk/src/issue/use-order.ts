// The state of one order: the input, its faults, and sending. It is sent once, however often the button is pressed.
import { useEffect, useRef, useState } from 'react';
import type { DataOf } from '@kippu/contract/route-types';
import { deskTickets } from '@kippu/contract/routes/desk/issue';
import type { deskProducts } from '@kippu/contract/routes/desk/find';
import { PASSENGER_CATEGORIES, type PassengerCategory } from '@kippu/contract/values';
import { MAX_USE_BY_DAYS } from '@kippu/contract/limits';
import { pageSettings } from '@kippu/client/page-settings';
import { parseMoney, typedMoney } from '@kippu/domain/text/money';
import { orderIdOf } from '@kippu/domain/text/seen-text';
import { addDays, dateAt, isDate } from '@kippu/domain/time/service-day';
import type { Language } from '@kippu/contract/languages';
import { CallError } from '@kippu/client/call-error';
import { isLost } from '../app/call/error-text.ts';
import { useAct } from '../app/call/queries.ts';
import { useNow } from '../app/text/railway-clock.tsx';
import { useLanguage } from '../app/text/texts.ts';
import { isChild, MAX_ORDER, type Order } from './csv-orders.ts';
import type { Issued } from './issued-file.ts';
import { keepPending, keepShop, keptShop, pendingOrder } from './kept-shop.ts';
import { newOrderId } from './new-order-id.ts';
import { keyOfOrder } from './order-key.ts';
import { isShopWrong } from './shop-fields.tsx';

type Sold = DataOf<typeof deskProducts>;

/** The input as typed. Null stands for the product's own value. */
interface Typed {
  readonly productId: string;
  readonly counts: Readonly<Partial<Record<PassengerCategory, string>>>;
  readonly until: string | null;
  readonly adult: string | null;
  readonly child: string | null;
  readonly orderId: string;
}

/** Evaluates the input of the fields. */
function readTyped(typed: Typed, { products }: Sold, today: string, language: Language) {
  const product = products.find(({ productId }) => productId === typed.productId);
  const until = typed.until ?? addDays(today, product?.activateWithinDays ?? 0);
  const { currency } = pageSettings();
  const adult = typed.adult ?? typedMoney(product?.price.adult ?? 0, currency, language);
  const child = typed.child ?? typedMoney(product?.price.child ?? 0, currency, language);
  const prices = {
    adult: parseMoney(adult, currency, language),
    child: parseMoney(child, currency, language),
  };
  const priceOf = (category: PassengerCategory) => (isChild(category) ? prices.child : prices.adult) ?? 0;
  const wanted = PASSENGER_CATEGORIES.map((category) => ({
    category,
    count: Number(typed.counts[category] ?? 0),
    price: priceOf(category),
  }));
  const count = wanted.reduce((sum, each) => sum + each.count, 0);
  const wrong = {
    counts: count < 1 || count > MAX_ORDER,
    until: !isDate(until) || until < today || until > addDays(today, MAX_USE_BY_DAYS),
    adult: prices.adult === undefined,
    child: prices.child === undefined,
    order: typed.orderId.trim() !== '' && orderIdOf(typed.orderId) === undefined,
  };
  const total = wanted.reduce((sum, each) => sum + each.count * each.price, 0);
  return { until, adult, child, wanted, count, total, wrong };
}

export function useOrder(sold: Sold, onIssued: (issued: Issued) => void) {
  const today = dateAt(useNow());
  const language = useLanguage();
  const [typed, setTyped] = useState<Typed>({
    productId: sold.products[0]?.productId ?? '',
    counts: { adult: '1' },
    until: null,
    adult: null,
    child: null,
    orderId: '',
  });
  const [madeId] = useState(() => newOrderId(today));
  const [shop, setShop] = useState(keptShop);
  const [tried, setTried] = useState(false);
  // After a reload there may be an unanswered order.
  const [stored, setStored] = useState(pendingOrder);
  const [sent, setSent] = useState<Order | null>(null);
  const sending = useRef<Order>(null);
  useEffect(
    () => () => {
      sending.current = null;
    },
    [],
  );
  const act = useAct(deskTickets, {
    keyOf: async ({ body }) => (body ? keyOfOrder(body) : ''),
    onDone: (tickets) => {
      // If the person left the page, they have not seen the links. On return, the same order is sent again and answered
      // alike.
      if (!sending.current) return;
      keepPending(null);
      onIssued({ order: sending.current, tickets });
    },
  });
  const { error } = act;
  const unanswered = error instanceof CallError && isLost(error);
  useEffect(() => {
    if (error && !unanswered) keepPending(null);
  }, [error, unanswered]);
  const open = unanswered ? sent : stored;
  const lost = error && !unanswered ? null : open;

  const read = readTyped(typed, sold, today, language);
  const run = (order: Order) => {
    keepPending(order);
    sending.current = order;
    setSent(order);
    act.run({ body: order });
  };
  const press = () => {
    setTried(true);
    if (Object.values(read.wrong).some(Boolean) || isShopWrong(shop)) return;
    keepShop(shop);
    setStored(null);
    run({
      orderId: orderIdOf(typed.orderId) ?? madeId,
      productId: typed.productId,
      tickets: read.wanted.flatMap(({ category, count, price }) =>
        Array.from({ length: count }, () => ({
          passengerCategory: category,
          useExpireDate: read.until,
          salePrice: price,
        })),
      ),
      issuer: sold.issuer,
      seller: shop.seller.trim(),
      salesSite: shop.salesSite.trim(),
    });
  };
  return {
    typed,
    read,
    today,
    shop,
    setShop,
    tried,
    press,
    lost,
    busy: act.busy,
    error,
    /** Another product resets the day and the prices. */
    type: (change: Partial<Typed>) => {
      if (error) act.clear();
      setStored(null);
      setTyped({
        ...typed,
        ...('productId' in change ? { until: null, adult: null, child: null } : {}),
        ...change,
      });
    },
    again: () => {
      if (!lost) return;
      setStored(lost);
      run(lost);
    },
  };
}
