// What a partner's terms allow it to sell, asked at each sale.
import { addDays, dateAt, startOfDay } from '@kippu/domain/time/service-day';
import type { Trx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import { PartnerProblem } from '../api/partner-problem.ts';
import { countSold, lockTerms, type OwnedBy } from './order-store.ts';

/** Tickets of a product that are to be sold. */
interface Wanted {
  readonly productId: string;
  readonly tickets: number;
  /** The order that they are counted in already. */
  readonly except?: string | undefined;
}

/** Why the terms do not allow a sale. */
type Unallowed =
  | { readonly why: 'closed' }
  | { readonly why: 'product' }
  | { readonly why: 'limit'; readonly limit: number; readonly left: number; readonly waitMs: number };

/**
 * Locks the partner's terms, so that those who sell one limited product wait for each other, and a manager who changes the terms for all of them. Returns why
 * they do not allow the sale; undefined where they do. `now` in epoch milliseconds.
 */
async function unallowedBy(
  trx: Trx,
  owner: OwnedBy,
  { productId, tickets, except }: Wanted,
  now: number,
): Promise<Unallowed | undefined> {
  const terms = await lockTerms(trx, owner.partnerId, productId);
  if (!terms) return { why: 'closed' };
  if (terms.sellsAll) return undefined;
  if (!terms.product) return { why: 'product' };
  const { tickets_a_day: limit } = terms.product;
  if (limit === null) return undefined;
  const today = dateAt(now);
  const [from, to] = [startOfDay(today), startOfDay(addDays(today, 1))];
  const of = { productId, from: new Date(from), to: new Date(to), now: new Date(now), except };
  const left = Math.max(0, limit - (await countSold(trx, owner, of)));
  return tickets > left ? { why: 'limit', limit, left, waitMs: to - now } : undefined;
}

/**
 * Asks the terms for a sale by a call of the desk, and locks them.
 * @param now epoch milliseconds
 * @throws AppError SES-0001 closed meanwhile, SES-0006 a product that the partner may not sell, REQ-0004 more tickets of it than on one day of the
 * operator, with the seconds until the next one
 */
export async function requireTerms(
  trx: Trx,
  owner: OwnedBy,
  wanted: Pick<Wanted, 'productId' | 'tickets'>,
  now: number,
): Promise<void> {
  const refused = await unallowedBy(trx, owner, wanted, now);
  if (!refused) return;
  if (refused.why === 'closed') throw new AppError('SES-0001');
  if (refused.why === 'product')
    throw new AppError('SES-0006', { detail: `the partner does not sell '${wanted.productId}'` });
  throw new AppError('REQ-0004', { retryAfter: Math.ceil(refused.waitMs / 1000), limit: 'ticketsADay' });
}

/** Tickets of a sale by the partner's API, with their places in the body. */
export interface WantedAt {
  readonly productId: string;
  readonly count: number;
  /** Of the product, and of the tickets. */
  readonly productPointer: string;
  readonly pointer: string;
}

/**
 * Asks the terms for a sale by the partner's API, and locks them before the seats. `except` is the order that is confirmed.
 * @throws PartnerProblem `unknown-key`, `product-not-sold`, `daily-limit`
 */
export async function requireTermsOf(
  trx: Trx,
  owner: OwnedBy,
  wanted: readonly WantedAt[],
  now: number,
  except?: string,
): Promise<void> {
  const productIds = [...new Set(wanted.map(({ productId }) => productId))].toSorted();
  for (const productId of productIds) {
    const own = wanted.filter((each) => each.productId === productId);
    const tickets = own.reduce((sum, { count }) => sum + count, 0);
    const refused = await unallowedBy(trx, owner, { productId, tickets, except }, now);
    if (!refused) continue;
    if (refused.why === 'closed') throw new PartnerProblem('unknown-key');
    if (refused.why === 'product')
      throw new PartnerProblem('product-not-sold', {
        places: own.map(({ productPointer: pointer }) => ({ pointer })),
      });
    const { limit, left } = refused;
    throw new PartnerProblem('daily-limit', {
      values: { productId, limit, left },
      places: own.map(({ pointer }) => ({ pointer })),
    });
  }
}
