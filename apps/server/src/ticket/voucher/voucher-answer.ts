// Exchange vouchers and counters as the contract's answers.
import type { Counter, Voucher } from '@kippu/contract/ticket';
import { dateAt } from '@kippu/domain/service-day';
import { isExpired } from '@kippu/domain/ticket-life';
import { wireTime } from '../http/wire-time.ts';
import type { OperatorCounter } from '../operator/operator-schemas.ts';
import type { OperatorData } from '../operator/operator-data.ts';
import { lifeOf, productOf } from './ticket-answer.ts';
import type { TicketView } from './ticket-store.ts';
import type { ExchangeRow } from './voucher-store.ts';

/** What an exchange leaves in the voucher's history. */
export interface ExchangeDetail {
  readonly counterId: string;
  /** The one-time number for the counter's staff. */
  readonly number: string;
}

export const countersOf = ({ counters }: OperatorData, productId: string): OperatorCounter[] =>
  counters.filter(({ productIds }) => productIds.includes(productId));

export function counterAnswer(counter: OperatorCounter): Counter {
  return {
    counterId: counter.counterId,
    counterNameCn: counter.counterNameCn,
    counterNameEn: counter.counterNameEn,
    counterNameJp: counter.counterNameJp,
    counterNameKr: counter.counterNameKr,
    counterNameTc: counter.counterNameTc,
    railway: counter.railway,
    hours: counter.hours,
    closed: counter.closed ?? '',
    lat: counter.lat,
    lon: counter.lon,
  };
}

function stateOf(view: TicketView, exchanged: boolean, now: number): Voucher['state'] {
  if (exchanged) return 'exchanged';
  if (view.status !== 'bound') return 'unavailable';
  return isExpired(lifeOf(view), now) ? 'expired' : 'exchangeable';
}

/** The hours that hold at every counter; empty where they differ, for each counter tells its own. */
function commonHours(counters: readonly OperatorCounter[]): string {
  const hours = new Set(counters.map((counter) => counter.hours));
  return hours.size === 1 ? ([...hours][0] ?? '') : '';
}

/** Takes a voucher, its exchange if any, the counters it goes to and now (epoch milliseconds); gives its page. */
export function voucherAnswer(
  view: TicketView,
  exchange: ExchangeRow | undefined,
  counters: readonly OperatorCounter[],
  now: number,
): Voucher {
  const product = productOf(view);
  const detail = exchange?.detail as ExchangeDetail | undefined;
  return {
    ticketId: view.ticket_id,
    voucherNo: view.voucher_no ?? '',
    productNameCn: product.productNameCn,
    productNameEn: product.productNameEn,
    productNameJp: product.productNameJp,
    productNameTC: product.productNameTC,
    productNameKr: product.productNameKr,
    exchangeForCn: product.exchangeForCn ?? '',
    exchangeForEn: product.exchangeForEn ?? '',
    exchangeForJp: product.exchangeForJp ?? '',
    exchangeForTc: product.exchangeForTc ?? '',
    exchangeForKr: product.exchangeForKr ?? '',
    hours: commonHours(counters),
    notesCn: product.notesCn,
    notesEn: product.notesEn,
    notesJp: product.notesJp,
    notesTc: product.notesTc,
    notesKr: product.notesKr,
    state: stateOf(view, exchange !== undefined, now),
    useExpireDate: dateAt(view.use_expire_date.getTime()),
    exchanged:
      exchange && detail
        ? { counterId: detail.counterId, at: wireTime(exchange.at), number: detail.number }
        : null,
  };
}
