// Months of a ledger: their ends in the operator's zone, what the check finds, and closings beside postings and other closings.
import { createHash } from 'node:crypto';
import { Reconciliation } from '@kippu/contract/partner/reconciliation';
import { setZone } from '@kippu/domain/time/zone';
import { sql } from 'kysely';
import { Check } from 'typebox/value';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  addPartner,
  giveBack,
  giveBackIn,
  sell,
  type SoldTicket,
} from '../../../test/partner/ledger-acts.ts';
import { emptyTables, openTestDatabase, testServerUrl } from '../../../test/test-database.ts';
import { inTransaction, type Db, type Trx } from '../../platform/db/database.ts';
import { checkLedger } from './check-ledger.ts';
import { closeMonth, readMonthState } from './close-month.ts';
import { reconciliationOf } from './reconciliation.ts';

let db: Db;
let close: () => Promise<void>;
let partnerId: string;
beforeAll(async () => {
  ({ db, close } = await openTestDatabase());
});
afterAll(() => close());
beforeEach(async () => {
  await emptyTables(db);
  partnerId = await addPartner(db, 'Trip Shop');
});
afterEach(() => setZone('Asia/Tokyo'));

const at = (iso: string) => Date.parse(iso);
const PRICE = { price: 2_200, tax: 200, taxRate: 1_000 };
const JUNE = at('2026-06-10T12:00:00+09:00');
const JULY = at('2026-07-01T00:00:00+09:00');
const owner = () => ({ partnerId, mode: 'live' as const });
const june = (month = '2026-06', currency = 'JPY') => ({ ...owner(), month, currency });
const monthOf = (month: string, currency = 'JPY') => reconciliationOf(db, owner(), month, { currency });
const openOf = async (month: string) => (await monthOf(month)).total.open;
const stateOf = (month = '2026-06', now = JULY) => readMonthState(db, june(month), now);
const closeAs = (version: string, { month = '2026-06', now = JULY, actor = 'desk:tester' } = {}) =>
  inTransaction(db, (trx) => closeMonth(trx, june(month), { version, actor, now }));
const closeJune = async () => closeAs((await stateOf()).version);
const sellOne = async (when = JUNE, of = {}): Promise<SoldTicket> => {
  const [ticket] = await sell(db, { partnerId, ...of }, [PRICE], when);
  if (!ticket) throw new Error('nothing was sold');
  return ticket;
};
/** Runs a statement as a person with a superuser's rights who goes around all triggers. */
const tamper = (statement: string) =>
  inTransaction(db, async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql.raw(statement).execute(trx);
  });

test.each([
  ['Europe/Zurich', '2026-07-31T21:59:59.999Z', '2026-07-31'],
  ['Europe/Zurich', '2026-07-31T22:00:00.000Z', '2026-08-01'],
  ['Europe/Zurich', '2026-10-31T22:59:59.999Z', '2026-10-31'],
  ['Europe/Zurich', '2026-10-31T23:00:00.000Z', '2026-11-01'],
  // Half past two comes twice.
  ['Europe/Zurich', '2026-10-25T00:30:00.000Z', '2026-10-25'],
  ['Europe/Zurich', '2026-10-25T01:30:00.000Z', '2026-10-25'],
  ['Europe/Zurich', '2026-10-25T22:59:59.999Z', '2026-10-25'],
  ['Europe/Zurich', '2026-03-29T01:00:00.000Z', '2026-03-29'],
  ['Asia/Tokyo', '2026-07-31T14:59:59.999Z', '2026-07-31'],
  ['Asia/Tokyo', '2026-07-31T15:00:00.000Z', '2026-08-01'],
])('in %s a sale at %s is of %s', async (zone, iso, day) => {
  setZone(zone);
  await sellOne(at(iso));
  const found = await monthOf(day.slice(0, 7));
  expect(found.days.map((each) => each.day)).toEqual([day]);
  expect(await checkLedger(db, owner(), 'JPY')).toEqual([]);
});

test('a month of the alpine railway is over at its own midnight', async () => {
  setZone('Europe/Zurich');
  await sellOne(at('2026-10-20T12:00:00Z'));
  const last = await stateOf('2026-10', at('2026-10-31T22:59:59.999Z'));
  expect(last.hindrance).toBe('notOver');
  expect((await stateOf('2026-10', at('2026-10-31T23:00:00Z'))).hindrance).toBeUndefined();
});

test('the answer is what the contract says, and only the partner’s own', async () => {
  await sellOne();
  await closeJune();
  const found = await monthOf('2026-06');
  expect(Check(Reconciliation, found)).toBe(true);
  expect(found.closed).toMatchObject({ at: '2026-07-01T00:00:00+09:00', entries: 2 });
  const other = await addPartner(db, 'Other');
  const theirs = await reconciliationOf(db, { partnerId: other, mode: 'live' }, '2026-06', {
    currency: 'JPY',
  });
  const inTest = await reconciliationOf(db, { partnerId, mode: 'test' }, '2026-06', { currency: 'JPY' });
  for (const each of [theirs, inTest]) {
    expect(each.total.sold).toEqual({ number: 0, amount: 0 });
    expect(each.closed).toBeUndefined();
  }
});

test('two currencies are never added up: the other one is a fault, and the month stays open', async () => {
  await sellOne();
  const { order } = await sellOne(JUNE, { currency: 'CHF' });
  expect(await openOf('2026-06')).toEqual({ number: 1, amount: 2_200 });
  expect((await monthOf('2026-06', 'CHF')).total.open).toEqual({ number: 1, amount: 2_200 });
  const state = await stateOf();
  expect(state.faults).toEqual([{ what: 'currency', orderId: order.order_id }]);
  expect(state.hindrance).toBe('disagrees');
  await expect(closeAs(state.version)).rejects.toMatchObject({ code: 'DESK-0015' });
});

test('the check names the order whose postings do not agree with its state', async () => {
  const [sold, refunded] = [await sellOne(), await sellOne()];
  await giveBack(db, refunded, 'refund', JUNE, { fee: 340, feeTax: 30 });
  expect(await checkLedger(db, owner(), 'JPY')).toEqual([]);
  const of = ({ order }: SoldTicket) => [{ what: 'order', orderId: order.order_id }];
  const found = async (statement: string, back: string) => {
    await tamper(statement);
    const faults = await checkLedger(db, owner(), 'JPY', '2026-06');
    await tamper(back);
    expect(await checkLedger(db, owner(), 'JPY')).toEqual([]);
    return faults;
  };
  const passenger = (ticket: SoldTicket, state: string) =>
    `update partner_passenger set state = '${state}' where passenger_id = '${ticket.passengerId}'`;
  for (const state of ['refunded', 'void', 'exchanged', 'ordered'])
    expect(await found(passenger(sold, state), passenger(sold, 'issued'))).toEqual(of(sold));
  for (const state of ['issued', 'void', 'exchanged'])
    expect(await found(passenger(refunded, state), passenger(refunded, 'refunded'))).toEqual(of(refunded));
  const rowsOf = (ticket: SoldTicket) => `passenger_id = '${ticket.passengerId}'`;
  const amount = (by: number) =>
    `update ledger_entry set amount = amount + ${by} where line = 'net' and ${rowsOf(sold)}`;
  expect(await found(amount(1), amount(-1))).toEqual(of(sold));
  const account = (credit: string) =>
    `update ledger_entry set credit = '${credit}' where line = 'net' and kind = 'sale' and ${rowsOf(sold)}`;
  expect(await found(account('fee'), account('revenue'))).toEqual(of(sold));
  const day = (text: string) => `update ledger_entry set day = '${text}' where ${rowsOf(sold)}`;
  expect(await found(day('2026-06-11'), day('2026-06-10'))).toEqual([
    { what: 'day', orderId: sold.order.order_id },
  ]);
  // An order that was confirmed, and whose postings are gone.
  await tamper(`delete from ledger_entry where ${rowsOf(sold)}`);
  expect(await checkLedger(db, owner(), 'JPY', '2026-06')).toEqual(of(sold));
});

test('a month is closed after it is over, after all earlier ones, and once', async () => {
  const code = (month: string, now: number) =>
    stateOf(month, now).then(async ({ version, hindrance }) => {
      await expect(closeAs(version, { month, now })).rejects.toMatchObject({ code: 'DESK-0015' });
      return hindrance;
    });
  expect(await code('2026-06', JULY)).toBe('nothing');
  await sellOne();
  expect(await code('2026-06', JULY - 1)).toBe('notOver');
  expect(await code('2026-05', JULY)).toBe('nothing');
  const september = at('2026-09-01T00:00:00+09:00');
  expect(await code('2026-07', september)).toBe('earlierOpen');
  const { version } = await stateOf();
  await closeAs(version);
  await expect(closeAs(version)).rejects.toMatchObject({ code: 'DESK-0001' });
  expect(await code('2026-06', september)).toBeUndefined();
  // A month without postings is closed in its turn.
  expect(await code('2026-08', september)).toBe('earlierOpen');
  const july = await stateOf('2026-07', september);
  await closeAs(july.version, { month: '2026-07', now: september });
  expect((await monthOf('2026-07')).closed).toMatchObject({ entries: 0 });
  expect((await monthOf('2026-08')).before).toBe(2_200);
});

test('a month with an order that can still be confirmed is not closed', async () => {
  await sellOne();
  const limit = JULY + 600_000;
  await sell(db, { partnerId }, [PRICE], JULY - 1, limit);
  const { version, hindrance } = await stateOf();
  expect(hindrance).toBe('underWay');
  await expect(closeAs(version)).rejects.toMatchObject({ code: 'DESK-0015' });
  expect((await stateOf('2026-06', limit)).hindrance).toBeUndefined();
  await closeAs(version, { now: limit });
});

test('a month that was posted to after it was seen is not closed', async () => {
  const ticket = await sellOne();
  const { version } = await stateOf();
  await giveBack(db, ticket, 'refund', JUNE);
  await expect(closeAs(version)).rejects.toMatchObject({ code: 'DESK-0001' });
});

test('an act of a closed month is posted on the first day of the open one, and says of which day it is', async () => {
  const [first, second] = [await sellOne(), await sellOne()];
  const before = await monthOf('2026-06');
  await closeJune();
  // A process whose clock is behind still acts in June.
  await giveBack(db, first, 'refund', JULY - 1, { fee: 340, feeTax: 30 });
  await giveBack(db, second, 'void', JULY + 86_400_000);
  const { closed, ...after } = await monthOf('2026-06');
  expect(closed).toBeDefined();
  expect(after).toEqual(before);
  const rows = await db
    .selectFrom('ledger_entry')
    .select(['kind', 'day', 'act_day'])
    .where('kind', '<>', 'sale')
    .distinct()
    .orderBy('day')
    .execute();
  expect(rows).toEqual([
    { kind: 'refund', day: '2026-07-01', act_day: '2026-06-30' },
    { kind: 'void', day: '2026-07-02', act_day: null },
  ]);
  expect(await openOf('2026-07')).toEqual({ number: -2, amount: 340 - 4_400 });
  expect(await checkLedger(db, owner(), 'JPY')).toEqual([]);
});

test('the record of a closing is the hash of its entries and of the closing before, and nobody changes it', async () => {
  await sellOne();
  await sellOne(JULY);
  await closeJune();
  const august = at('2026-08-01T00:00:00+09:00');
  await closeAs((await stateOf('2026-07', august)).version, { month: '2026-07', now: august });
  const rows = await db.selectFrom('ledger_entry').selectAll().orderBy('entry_id').execute();
  let former = '';
  for (const month of ['2026-06', '2026-07']) {
    const lines = rows
      .filter(({ day }) => day.startsWith(month))
      .map((row) => {
        const { entry_id, posting_id, order_id, passenger_id, kind, line, debit, credit } = row;
        const texts = [entry_id, posting_id, order_id, passenger_id, kind, line, debit, credit, row.amount];
        const cells = [...texts.map(String), row.currency, row.tax_rate, row.day, row.act_day];
        return `\n[${[...cells, String(row.at.getTime())].map((cell) => JSON.stringify(cell)).join(', ')}]`;
      });
    expect(lines).toHaveLength(2);
    former = createHash('sha256')
      .update(former + lines.join(''))
      .digest('hex');
    expect((await monthOf(month)).closed?.hash).toBe(former);
  }
  const closings = await db.selectFrom('ledger_closing').selectAll().execute();
  expect(closings.map(({ closed_by }) => closed_by)).toEqual(['desk:tester', 'desk:tester']);
  await expect(sql`update ledger_closing set balance = 0`.execute(db)).rejects.toThrow(/append-only/);
  await expect(sql`delete from ledger_closing`.execute(db)).rejects.toThrow(/append-only/);
  await tamper(`update ledger_entry set posting_id = 'another' where day = '2026-06-10'`);
  expect(await checkLedger(db, owner(), 'JPY')).toEqual([{ what: 'closing' }]);
});

const twice = async (one: () => Promise<unknown>, other: () => Promise<unknown>) => {
  const done = await Promise.allSettled([one(), other()]);
  return done.map((each) => (each.status === 'fulfilled' ? 'done' : each.reason.code));
};

test('of two closings at once one is done, and the other is refused', async () => {
  await sellOne();
  const { version } = await stateOf();
  const answers = await twice(
    () => closeAs(version, { actor: 'desk:one' }),
    () => closeAs(version, { actor: 'desk:other' }),
  );
  expect(answers.toSorted()).toEqual(['DESK-0001', 'done']);
  expect(await db.selectFrom('ledger_closing').select('month').execute()).toHaveLength(1);
});

test('a refund beside a closing is in the month and refuses it, or is in the next', async () => {
  const tickets = await sell(
    db,
    { partnerId },
    Array.from({ length: 8 }, () => PRICE),
    JUNE,
  );
  for (const ticket of tickets) {
    const { version, closing } = await stateOf();
    const [refund, closed] = await twice(
      () => giveBack(db, ticket, 'refund', JULY - 1),
      () => closeAs(version),
    );
    expect(refund).toBe('done');
    const isClosed = (await stateOf()).closing !== undefined;
    expect(closed).toBe(closing ? 'DESK-0015' : isClosed ? 'done' : 'DESK-0001');
  }
  expect(await checkLedger(db, owner(), 'JPY')).toEqual([]);
});

/** A promise, and the function that resolves it. */
function signal() {
  let send: () => void = () => undefined;
  const sent = new Promise<void>((resolve) => (send = resolve));
  return { sent, send: () => send() };
}

describe.runIf(testServerUrl)('with transactions side by side', () => {
  /** Waits until a transaction waits for an advisory lock. */
  const waits = async () => {
    await expect
      .poll(
        async () => {
          const { rows } = await sql`select 1 from pg_locks where locktype = 'advisory' and not granted
            and database = (select oid from pg_database where datname = current_database())`.execute(db);
          return rows.length;
        },
        { timeout: 60_000 },
      )
      .toBe(1);
  };

  /** Does `first` in a transaction that ends once `second` waits for it. Returns the code with which `second` was refused, or `done`. */
  const overlapping = async (first: (trx: Trx) => Promise<void>, second: () => Promise<unknown>) => {
    const [begun, overtaken] = [signal(), signal()];
    const older = inTransaction(db, async (trx) => {
      await first(trx);
      begun.send();
      await overtaken.sent;
    });
    await begun.sent;
    const younger = Promise.allSettled([second()]);
    await waits();
    overtaken.send();
    await older;
    const [done] = await younger;
    return done.status === 'fulfilled' ? 'done' : done.reason.code;
  };

  test('a closing waits for a refund that is under way, and is then refused', async () => {
    const ticket = await sellOne();
    const { version } = await stateOf();
    const refund = (trx: Trx) => giveBackIn(trx, ticket, 'refund', JULY - 1);
    expect(await overlapping(refund, () => closeAs(version))).toBe('DESK-0001');
    expect(await openOf('2026-06')).toEqual({ number: 0, amount: 0 });
    await closeJune();
  });

  test('a refund waits for a closing that is under way, and is then posted in the next month', async () => {
    const ticket = await sellOne();
    const { version } = await stateOf();
    const closing = (trx: Trx) => closeMonth(trx, june(), { version, actor: 'desk:tester', now: JULY });
    expect(await overlapping(closing, () => giveBack(db, ticket, 'refund', JULY - 1))).toBe('done');
    expect(await openOf('2026-06')).toEqual({ number: 1, amount: 2_200 });
    expect(await openOf('2026-07')).toEqual({ number: -1, amount: -2_200 });
    expect(await checkLedger(db, owner(), 'JPY')).toEqual([]);
  });

  test('a closing waits for another one that is under way, and is then refused', async () => {
    await sellOne();
    const { version } = await stateOf();
    const closing = (trx: Trx) => closeMonth(trx, june(), { version, actor: 'desk:one', now: JULY });
    expect(await overlapping(closing, () => closeAs(version))).toBe('DESK-0001');
    expect((await stateOf()).closing?.closed_by).toBe('desk:one');
  });
});
