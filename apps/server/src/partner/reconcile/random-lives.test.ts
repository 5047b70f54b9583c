// Random lives of orders against a model that adds up acts one by one: the sums of every month, closed ones too, and the check of the ledger.
import { setZone } from '@kippu/domain/time/zone';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Sums } from '@kippu/contract/partner/reconciliation';
import { runsOf } from '../../../test/long-tests.ts';
import {
  addPartner,
  giveBack,
  sell,
  type BackKind,
  type SoldTicket,
} from '../../../test/partner/ledger-acts.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { inTransaction, type Db } from '../../platform/db/database.ts';
import { checkLedger } from './check-ledger.ts';
import { closeMonth, readMonthState } from './close-month.ts';
import { reconciliationOf } from './reconciliation.ts';

let db: Db;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ db, close } = await openTestDatabase());
});
afterAll(async () => {
  setZone('Asia/Tokyo');
  await close();
});

const HOUR = 3_600_000;
/** Before the ends of summer time and of a month. */
const START = Date.parse('2026-10-20T12:00:00Z');

/** One posting of one ticket, as the model keeps it. */
interface Act {
  readonly seller: number;
  readonly day: string;
  readonly kind: 'sale' | BackKind;
  readonly rate: number;
  readonly price: number;
  readonly tax: number;
  readonly fee: number;
  readonly feeTax: number;
}

const nextMonth = (month: string) => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
};

/** The sums of some acts, in the plainest way: one act after the other. */
function modelSums(acts: readonly Act[]): Sums {
  const figure = () => ({ number: 0, amount: 0 });
  const sums = { sold: figure(), refunded: figure(), exchanged: figure(), voided: figure() };
  const [fees, open] = [figure(), figure()];
  const vat = new Map<number, { net: number; tax: number }>();
  const names = { sale: 'sold', refund: 'refunded', exchange: 'exchanged', void: 'voided' } as const;
  for (const { kind, rate, price, tax, fee, feeTax } of acts) {
    if (price === 0) continue;
    const [sign, named] = [kind === 'sale' ? 1 : -1, sums[names[kind]]];
    named.number += 1;
    named.amount += price;
    if (fee > 0) fees.number += 1;
    fees.amount += fee;
    open.number += sign;
    open.amount += sign * price + fee;
    const line = vat.get(rate) ?? { net: 0, tax: 0 };
    line.net += sign * (price - tax) + fee - feeTax;
    line.tax += sign * tax + feeTax;
    vat.set(rate, line);
  }
  const lines = [...vat].toSorted(([a], [b]) => a - b);
  return {
    ...sums,
    fees,
    open,
    vat: lines.map(([rate, { net, tax }]) => ({ rate, net, tax, gross: net + tax })),
  };
}

const amount = fc.integer({ min: 0, max: 50_000_00 });
const part = fc.integer({ min: 0, max: 100 });
const step = fc.oneof(
  fc.record({
    act: fc.constant('sell' as const),
    seller: fc.nat(2),
    tickets: fc.array(fc.record({ price: fc.oneof(amount, fc.constant(0)), taxPart: part }), {
      minLength: 1,
      maxLength: 3,
    }),
    taxRate: fc.constantFrom(0, 250, 810, 1_000),
  }),
  fc.record({
    act: fc.constant('back' as const),
    which: fc.nat(1_000),
    kind: fc.constantFrom<BackKind>('refund', 'exchange', 'void'),
    feePart: part,
    feeTaxPart: part,
  }),
  fc.record({ act: fc.constant('wait' as const), hours: fc.constantFrom(1, 7, 24, 24 * 9, 24 * 40) }),
  fc.record({ act: fc.constant('close' as const), seller: fc.nat(2) }),
);

test.each(['Europe/Zurich', 'Asia/Tokyo'])(
  'each month of random lives in %s is what its acts add up to',
  async (zone) => {
    setZone(zone);
    const dayAt = (at: number) => new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(at);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        const [one, other] = [await addPartner(db, 'One'), await addPartner(db, 'Other')];
        // A partner's live and test orders are as far apart as two partners.
        const sellers = [
          { partnerId: one, mode: 'live' as const },
          { partnerId: one, mode: 'test' as const },
          { partnerId: other, mode: 'live' as const },
        ];
        const lastClosed: (string | undefined)[] = [undefined, undefined, undefined];
        const atClosing = new Map<string, unknown>();
        const acts: Act[] = [];
        const living: (SoldTicket & { seller: number })[] = [];
        let now = START;
        const dayOf = (seller: number) => {
          const [day, last] = [dayAt(now), lastClosed[seller]];
          return last !== undefined && day.slice(0, 7) <= last ? `${nextMonth(last)}-01` : day;
        };
        for (const each of steps) {
          if (each.act === 'wait') now += each.hours * HOUR;
          if (each.act === 'sell') {
            const { seller, taxRate } = each;
            const prices = each.tickets.map(({ price, taxPart }) => {
              const tax = taxRate === 0 ? 0 : Math.floor((price * taxPart) / 1_000);
              return { price, tax, taxRate };
            });
            const sold = await sell(db, { ...sellers[seller]!, currency: 'CHF' }, prices, now);
            living.push(...sold.map((ticket) => ({ ...ticket, seller })));
            const sale = { seller, day: dayOf(seller), kind: 'sale' as const, fee: 0, feeTax: 0 };
            acts.push(...prices.map((price) => ({ ...sale, ...price, rate: taxRate })));
          }
          if (each.act === 'back' && living.length > 0) {
            const [ticket] = living.splice(each.which % living.length, 1);
            if (!ticket) throw new Error('no ticket');
            const { seller, price, tax, taxRate: rate } = ticket;
            const fee = each.kind === 'void' ? 0 : Math.floor((price * each.feePart) / 100);
            const feeTax = rate === 0 ? 0 : Math.floor((fee * each.feeTaxPart) / 1_000);
            await giveBack(db, ticket, each.kind, now, { fee, feeTax });
            acts.push({ seller, day: dayOf(seller), kind: each.kind, rate, price, tax, fee, feeTax });
          }
          if (each.act === 'close') {
            const { seller } = each;
            const owner = sellers[seller]!;
            const last = lastClosed[seller];
            const days = acts.filter((act) => act.seller === seller && act.price > 0).map(({ day }) => day);
            const month = last ? nextMonth(last) : (days.toSorted()[0] ?? dayAt(now)).slice(0, 7);
            const of = { ...owner, month, currency: 'CHF' };
            const { version } = await readMonthState(db, of, now);
            const closing = inTransaction(db, (trx) =>
              closeMonth(trx, of, { version, actor: 'desk:tester', now }),
            );
            if (days.length > 0 && month < dayAt(now).slice(0, 7)) {
              await closing;
              lastClosed[seller] = month;
              const closed = await reconciliationOf(db, owner, month, of);
              expect(closed.closed?.hash).toMatch(/^[0-9a-f]{64}$/);
              atClosing.set(`${seller} ${month}`, closed);
            } else {
              await expect(closing).rejects.toMatchObject({ code: 'DESK-0015' });
            }
          }
        }
        for (const [seller, owner] of sellers.entries()) {
          const own = acts.filter((act) => act.seller === seller);
          let before = 0;
          for (let month = '2026-10'; month <= nextMonth(dayAt(now).slice(0, 7)); month = nextMonth(month)) {
            const ofMonth = own.filter(({ day }) => day.startsWith(month));
            const total = modelSums(ofMonth);
            const days = [
              ...new Set(ofMonth.filter(({ price }) => price > 0).map(({ day }) => day)),
            ].toSorted();
            const found = await reconciliationOf(db, owner, month, { currency: 'CHF' });
            expect(found).toEqual({
              month,
              currency: 'CHF',
              before,
              after: before + total.open.amount,
              total,
              days: days.map((day) => ({ day, ...modelSums(ofMonth.filter((act) => act.day === day)) })),
              ...(found.closed ? { closed: found.closed } : {}),
            });
            expect(found.closed === undefined).toBe(!atClosing.has(`${seller} ${month}`));
            if (found.closed) expect(found).toEqual(atClosing.get(`${seller} ${month}`));
            before += total.open.amount;
          }
          expect(await checkLedger(db, owner, 'CHF')).toEqual([]);
        }
      }),
      { numRuns: runsOf(12, 400) },
    );
  },
);
