// What a partner's terms allow it to sell, asked at each sale.
import { addDays, dateAt, startOfDay } from '@kippu/domain/time/service-day';
import type { Trx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import { countSold, lockTerms, type OwnedBy } from './order-store.ts';

/**
 * Locks the partner's terms, so that those who sell one limited product wait for each other, and a manager who changes the terms for all of them.
 * @param now epoch milliseconds
 * @throws AppError SES-0001 closed meanwhile, SES-0006 a product that the partner may not sell, REQ-0004 more tickets of it than on one day of the
 * operator, with the seconds until the next one
 */
export async function requireTerms(
  trx: Trx,
  owner: OwnedBy,
  { productId, tickets }: { readonly productId: string; readonly tickets: number },
  now: number,
): Promise<void> {
  const terms = await lockTerms(trx, owner.partnerId, productId);
  if (!terms) throw new AppError('SES-0001');
  if (terms.sellsAll) return;
  if (!terms.product) throw new AppError('SES-0006', { detail: `the partner does not sell '${productId}'` });
  const { tickets_a_day: limit } = terms.product;
  if (limit === null) return;
  const today = dateAt(now);
  const [from, to] = [startOfDay(today), startOfDay(addDays(today, 1))];
  const sold = await countSold(trx, owner, { productId, from: new Date(from), to: new Date(to) });
  if (sold + tickets > limit)
    throw new AppError('REQ-0004', { retryAfter: Math.ceil((to - now) / 1000), limit: 'ticketsADay' });
}
