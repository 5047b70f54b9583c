// Exchange vouchers and counters as the contract's answers.
import type { Counter, Voucher } from '@kippu/contract/calls/traveller/ticket';
import { namesOf } from '@kippu/contract/names';
import { dateAt } from '@kippu/domain/time/service-day';
import { isExpired } from '@kippu/domain/ticket/life';
import { wireTime } from '../../platform/wire/wire-time.ts';
import type { OperatorCounter } from '../../platform/operator/files/operator-schemas.ts';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import { lifeOf, productOf } from '../record/ticket-answer.ts';
import type { TicketView } from '../record/ticket-store.ts';
import type { ExchangeRow } from './voucher-store.ts';

/** Returns the counters where the vouchers of a product are exchanged, in the operator's order. */
export const countersOf = ({ counters }: OperatorData, productId: string): OperatorCounter[] =>
  counters.filter(({ productIds }) => productIds.includes(productId));

/** A counter as answered. `hours` are its opening hours, `closed` the breaks during a day. */
export function counterAnswer(counter: OperatorCounter): Counter {
  return {
    counterId: counter.counterId,
    ...namesOf(counter, 'counterName'),
    railway: counter.railway,
    hours: counter.hours,
    closed: counter.closed ?? '',
    lat: counter.lat,
    lon: counter.lon,
  };
}

/** `unavailable`: neither exchanged nor bound, such as suspended or refunded. */
function stateOf(view: TicketView, exchanged: boolean, now: number): Voucher['state'] {
  if (exchanged) return 'exchanged';
  if (view.status !== 'bound') return 'unavailable';
  return isExpired(lifeOf(view), now) ? 'expired' : 'exchangeable';
}

/** The opening hours that all counters share; empty when they differ, since each counter lists its own. */
function commonHours(counters: readonly OperatorCounter[]): string {
  const hours = new Set(counters.map((counter) => counter.hours));
  return hours.size === 1 ? ([...hours][0] ?? '') : '';
}

/**
 * A voucher's page. `counters` are those of its product, `now` is epoch milliseconds. `useExpireDate` is the last day on which
 * it can be exchanged.
 * @param exchange undefined while it is not exchanged
 */
export function voucherAnswer(
  view: TicketView,
  exchange: ExchangeRow | undefined,
  counters: readonly OperatorCounter[],
  now: number,
): Voucher {
  const product = productOf(view);
  return {
    ticketId: view.ticket_id,
    voucherNo: view.voucher_no ?? '',
    ...namesOf(product, 'productName'),
    ...namesOf(product, 'exchangeFor'),
    hours: commonHours(counters),
    ...namesOf(product, 'notes'),
    state: stateOf(view, exchange !== undefined, now),
    useExpireDate: dateAt(view.use_expire_date.getTime()),
    exchanged: exchange
      ? {
          counterId: exchange.counter_id,
          at: wireTime(exchange.exchanged_at),
          number: exchange.number,
          ...(exchange.taken_at === null ? {} : { takenInAt: wireTime(exchange.taken_at) }),
        }
      : null,
  };
}
