// Partners and their keys at the desk, and what a key of the sales system reaches.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import type { DataOf } from '@kippu/contract/call';
import type { deskMakePartnerKey, Partner } from '@kippu/contract/calls/desk/partners';
import { ALL_CALLS } from '@kippu/contract/calls/all-calls';
import { adoptDeskKey, adoptOrders } from '../../partner/adopt/adopt-desk-key.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { emptyTablesNamed } from '../../../test/test-database.ts';
import { TEST_DESK_KEY } from '../../../test/app-context.ts';
import { managerHeaders, staffAtDesk, type AskDesk } from '../../../test/staff.ts';
import { openTicketApp, orderOf, type TicketFixture } from '../../../test/ticket/ticket.ts';

const KEY = { authorization: `ApiKey ${TEST_DESK_KEY}` };
const TERMS = {
  name: 'Trip Shop',
  contact: 'sales@tripshop.example',
  sellsAll: false,
  products: [{ productId: 'city-day-qr' }, { productId: 'kansai-pass-2day', ticketsADay: 50 }],
  seatsATrain: 20,
};

let fixture: TicketFixture;
let manager: AskDesk;
let names = 0;

beforeAll(async () => {
  fixture = await openTicketApp();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.reset();
  manager = await staffAtDesk(fixture, 'manager');
});

/** Adds a partner of its own name. */
async function added(change: object = {}): Promise<Partner> {
  names += 1;
  const answer = await manager('POST', 'partners', { ...TERMS, name: `${TERMS.name} ${names}`, ...change });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json().data;
}
const makeKey = async (
  partnerId: string,
  headers: Record<string, string> = {},
): Promise<DataOf<typeof deskMakePartnerKey>> =>
  (await manager('POST', 'partners/key', { partnerId, scopes: ['read', 'sell'] }, headers)).json().data;
const said = (answer: { statusCode: number; json: () => { code: string } }) =>
  `${answer.statusCode} ${answer.json().code}`;
const listed = async (): Promise<Partner[]> => (await manager('GET', 'partners')).json().data.items;

test('a partner is added, changed as it was seen, and closed with its keys', async () => {
  const partner = await added();
  expect(partner).toMatchObject({ ...TERMS, name: partner.name, deskCalls: false, keys: [] });
  expect(await listed()).toContainEqual(partner);
  const { partnerId, version } = partner;
  const changed = await manager('POST', 'partners/change', {
    ...TERMS,
    name: `${partner.name} KK`,
    products: [],
    sellsAll: true,
    partnerId,
    version,
  });
  expect(changed.json().data).toMatchObject({ name: `${partner.name} KK`, products: [], sellsAll: true });
  const again = { ...TERMS, name: partner.name, partnerId, version };
  expect(said(await manager('POST', 'partners/change', again))).toBe('422 DESK-0001');
  await makeKey(partnerId);
  const seen = { partnerId, version: changed.json().data.version };
  const closed = (await manager('POST', 'partners/close', seen)).json().data;
  expect(closed.closedAt).toBe('2026-04-01 09:00:00');
  expect(closed.keys[0].closedAt).toBe('2026-04-01 09:00:00');
  expect(said(await manager('POST', 'partners/key', { partnerId, scopes: ['read'] }))).toBe('422 DESK-0001');
});

test('terms that mean nothing are refused with their place', async () => {
  const code = async (change: object) => {
    const answer = await manager('POST', 'partners', { ...TERMS, name: 'Nobody', ...change });
    return `${said(answer)} ${answer.json().values.field ?? ''}`;
  };
  expect(await code({ name: '\u200b' })).toBe('400 REQ-0001 name');
  expect(await code({ contact: 'nobody' })).toBe('400 REQ-0001 contact');
  expect(await code({ products: [{ productId: 'nothing' }] })).toBe('400 REQ-0001 products.0.productId');
  const [first] = TERMS.products;
  expect(await code({ products: [first, first] })).toBe('400 REQ-0001 products.1.productId');
  expect(await code({ products: [] })).toBe('400 REQ-0001 products');
  expect(await code({ sellsAll: true })).toBe('400 REQ-0001 products');
  const { name } = await added();
  expect(await code({ name: name.toUpperCase() })).toBe('422 DESK-0013 ');
});

test('a key is shown once, stored as a hash, and two are open at most', async () => {
  const { partnerId } = await added();
  const act = { 'idempotency-key': 'one-rotation' };
  const made = await makeKey(partnerId, act);
  expect(made.key).toMatch(/^kippu_live_[\w-]{27}$/);
  expect(await makeKey(partnerId, act)).toEqual(made);
  const { rows } = await sql<{ text: string }>`
    select (select string_agg(k::text, ' ') from partner_key k) || (select string_agg(i::text, ' ') from idempotency i)
      as text`.execute(fixture.deps.db);
  expect(rows[0]?.text).not.toContain(made.key);
  expect(made.partner.keys).toMatchObject([
    { hint: made.key.slice(-4), scopes: ['read', 'sell'], mode: 'live' },
  ]);
  const second = await makeKey(partnerId, { 'idempotency-key': 'another-rotation' });
  expect(second.key).not.toBe(made.key);
  expect(said(await manager('POST', 'partners/key', { partnerId, scopes: ['read'] }))).toBe('422 DESK-0014');
  const other = await added();
  const stranger = { partnerId: other.partnerId, keyId: made.keyId };
  expect(said(await manager('POST', 'partners/key/close', stranger))).toBe('404 REQ-0005');
  const closed = await manager('POST', 'partners/key/close', { partnerId, keyId: made.keyId });
  expect(closed.json().data.keys.map(({ closedAt }: { closedAt?: string }) => closedAt)).toEqual([
    undefined,
    '2026-04-01 09:00:00',
  ]);
});

test('two keys are never the same: of one moment without a retry, or of one idempotency key of two managers', async () => {
  const { partnerId } = await added();
  const [first, second] = [await makeKey(partnerId), await makeKey(partnerId)];
  expect(second.key).not.toBe(first.key);
  const other = (await added()).partnerId;
  const act = { 'idempotency-key': 'the-same-act' };
  const mine = await makeKey(other, act);
  const tester = await managerHeaders(fixture.deps);
  const payload = { partnerId: other, scopes: ['read'] };
  const theirs = await fixture.app.inject({
    method: 'POST',
    url: '/desk/partners/key',
    payload,
    headers: { ...tester, ...act },
  });
  expect(said(theirs)).toBe('200 OK');
  expect(theirs.json().data.key).not.toBe(mine.key);
  expect(await makeKey(other, act)).toEqual(mine);
});

test('no role but the manager sees partners, and no key does', async () => {
  const counter = await staffAtDesk(fixture, 'counter');
  expect(said(await counter('GET', 'partners'))).toBe('403 SES-0006');
  const { key } = await makeKey((await added()).partnerId);
  for (const authorization of [KEY.authorization, `ApiKey ${key}`])
    for (const { method, path, callers = [] } of ALL_CALLS.filter(({ auth }) => auth === 'desk')) {
      if (authorization === KEY.authorization && callers.includes('sales')) continue;
      const answer = await fixture.app.inject({
        method,
        url: path,
        headers: { authorization },
        ...(method === 'GET' ? {} : { payload: {} }),
      });
      expect(said(answer), path).toBe('403 SES-0006');
    }
});

test('the sales system sees and changes its own tickets only, as if there were no others', async () => {
  const [own] = await fixture.issue('city-day-qr');
  const payload = orderOf('city-day-qr');
  const byStaff = await fixture.desk(payload, await managerHeaders(fixture.deps));
  const [foreign] = byStaff.json().data;
  const show = (ticketNo = '') =>
    fixture.app.inject({ url: '/desk/ticket', query: { ticketNo }, headers: KEY });
  const change = (name: object) =>
    fixture.app.inject({
      method: 'POST',
      url: '/desk/tickets/change',
      payload: { ...name, action: 'suspend', reason: 'lost', seen: { status: 'unbound' } },
      headers: KEY,
    });
  expect(said(await show(own?.ticketNo))).toBe('200 OK');
  const [unknown, others] = [await show('000000000000'), await show(foreign.ticketNo)];
  expect(others.json()).toEqual(unknown.json());
  expect(said(others)).toBe('404 REQ-0005');
  for (const name of [{ ticketId: foreign.ticketId }, { ticketNo: foreign.ticketNo }, { ticketId: 'nobody' }])
    expect(said(await change(name))).toBe('404 REQ-0005');
  expect(said(await change({ ticketId: own?.ticketId }))).toBe('200 OK');
});

test('an order of the sales system is sold in the ledger, and no part of a yen is', async () => {
  const order = { ...orderOf('kansai-pass-2day', 2), orderId: 'A-1' };
  expect(said(await fixture.desk(order))).toBe('200 OK');
  const rows = await fixture.deps.db
    .selectFrom('ledger_entry')
    .select(['kind', 'line', 'debit', 'credit', 'currency', 'day', 'tax_rate'])
    .select(sql<string>`amount::text`.as('amount'))
    .orderBy('entry_id')
    .execute();
  const common = { kind: 'sale', debit: 'receivable', currency: 'JPY', day: '2026-04-01', tax_rate: 1000 };
  const net = { ...common, line: 'net', credit: 'revenue', amount: '2000' };
  const tax = { ...common, line: 'tax', credit: 'tax', amount: '200' };
  expect(rows).toEqual([net, tax, net, tax]);
  const part = orderOf('kansai-pass-2day', 1, { salePrice: 220_001 });
  const refused = await fixture.desk(part);
  expect(refused.json()).toMatchObject({ code: 'REQ-0001', values: { field: 'tickets.0.salePrice' } });
  await expect(fixture.deps.db.updateTable('ledger_entry').set({ amount: 1 }).execute()).rejects.toThrow(
    /append-only/,
  );
  await expect(fixture.deps.db.deleteFrom('ledger_entry').execute()).rejects.toThrow(/append-only/);
});

describe('a sale by a key', () => {
  let sales: Partner;
  const sell = (productId: string, count = 1, authorization = KEY.authorization) =>
    fixture.desk(orderOf(productId, count), { authorization });
  /** Changes the terms of the sales system. */
  const allow = async (products: object[]): Promise<void> => {
    const { partnerId, name, version } = sales;
    const terms = { name, contact: 'a@b.example', sellsAll: products.length === 0, products };
    const changed = await manager('POST', 'partners/change', { partnerId, version, ...terms });
    expect(said(changed)).toBe('200 OK');
    sales = changed.json().data;
  };
  const isSales = ({ deskCalls }: Partner) => deskCalls;

  beforeEach(async () => {
    const found = (await listed()).find(isSales);
    if (!found) throw new Error('no sales system');
    sales = found;
  });
  // The sales system and its keys stay between tests.
  afterEach(async () => {
    const { db } = fixture.deps;
    const { partnerId } = sales;
    await db.updateTable('partner').set({ sells_all: true }).where('partner_id', '=', partnerId).execute();
    await db.deleteFrom('partner_product').where('partner_id', '=', partnerId).execute();
    await db.deleteFrom('partner_key').where('created_by', '<>', 'system').execute();
  });

  test('is refused for a product that its partner may not sell', async () => {
    await allow([{ productId: 'city-day-qr' }]);
    expect(said(await sell('kansai-pass-2day'))).toBe('403 SES-0006');
    expect(said(await sell('city-day-qr', 3))).toBe('200 OK');
    expect(await fixture.deps.db.selectFrom('ticket').select('product_id').execute()).toEqual(
      Array.from({ length: 3 }, () => ({ product_id: 'city-day-qr' })),
    );
    await allow([]);
    expect(said(await sell('kansai-pass-2day'))).toBe('200 OK');
  });

  test('ends with the tickets of a day, whatever became of them, also for sales at once, and begins again at midnight', async () => {
    await allow([{ productId: 'city-day-qr', ticketsADay: 3 }, { productId: 'kansai-pass-2day' }]);
    const [first] = (await sell('city-day-qr')).json().data;
    const returned = {
      ticketId: first.ticketId,
      action: 'refund',
      reason: 'a test',
      seen: { status: 'unbound' },
    };
    expect(said(await manager('POST', 'tickets/change', returned))).toBe('200 OK');
    expect(said(await sell('city-day-qr', 3))).toBe('429 REQ-0004');
    const at = fixture.deps.clock();
    const answers = await Promise.all([1, 2, 3, 4].map(() => sell('city-day-qr')));
    expect(answers.map(said).toSorted()).toEqual(['200 OK', '200 OK', '429 REQ-0004', '429 REQ-0004']);
    expect(said(await sell('kansai-pass-2day', 5))).toBe('200 OK');
    // 09:00 is fifteen hours before the next day.
    const refused = await sell('city-day-qr');
    expect(refused.headers['retry-after']).toBe(String(15 * 3600));
    fixture.deps.advance(15 * 3_600_000 - (fixture.deps.clock() - at) - 1);
    expect(said(await sell('city-day-qr'))).toBe('429 REQ-0004');
    fixture.deps.advance(1);
    expect(said(await sell('city-day-qr', 3))).toBe('200 OK');
  });

  test('and each other call needs a key that allows it', async () => {
    const { partnerId } = sales;
    const [ticket] = (await sell('city-day-qr')).json().data;
    const { ticketId, ticketNo } = ticket;
    const attempts = {
      sell: (headers: object) => fixture.desk(orderOf('city-day-qr'), { ...headers }),
      read: (headers: object) =>
        fixture.app.inject({ url: '/desk/ticket', query: { ticketNo }, headers: { ...headers } }),
      products: (headers: object) => fixture.app.inject({ url: '/desk/products', headers: { ...headers } }),
      refund: (headers: object) =>
        fixture.app.inject({
          method: 'POST',
          url: '/desk/tickets/change',
          payload: { ticketId, action: 'refund', reason: 'a test', seen: { status: 'unbound' } },
          headers: { ...headers },
        }),
    };
    const ofKey = async (scopes: string[]): Promise<Record<string, string>> => {
      const act = { 'idempotency-key': `a-key-to-${scopes.join('-')}` };
      const made = (await manager('POST', 'partners/key', { partnerId, scopes }, act)).json().data;
      const headers = { authorization: `ApiKey ${made.key}` };
      const codes: Record<string, string> = {};
      for (const [name, attempt] of Object.entries(attempts)) codes[name] = said(await attempt(headers));
      await manager('POST', 'partners/key/close', { partnerId, keyId: made.keyId });
      return codes;
    };
    const no = '403 SES-0006';
    const nothing = { sell: no, read: no, products: no, refund: no };
    const ok = '200 OK';
    expect(await ofKey(['sell'])).toEqual({ ...nothing, sell: ok });
    expect(await ofKey(['hold', 'report'])).toEqual(nothing);
    expect(await ofKey(['read'])).toEqual({ ...nothing, read: ok, products: ok });
    expect(await ofKey(['refund'])).toEqual({ ...nothing, refund: ok });
  });
});

test('the former key becomes a partner once: another value of the variable changes nothing and is told', async () => {
  const { deps } = fixture;
  expect(await adoptDeskKey(deps.db, TEST_DESK_KEY, deps.clock())).toBeUndefined();
  expect(await adoptDeskKey(deps.db, undefined, deps.clock())).toBeUndefined();
  const other = 'another-key-0123456789';
  expect(await adoptDeskKey(deps.db, other, deps.clock())).toMatch(/DESK_API_KEY has no effect/);
  expect(said(await fixture.desk(orderOf('city-day-qr'), { authorization: `ApiKey ${other}` }))).toBe(
    '401 SES-0001',
  );
  const sales = (await listed()).find(({ deskCalls }) => deskCalls);
  expect(sales).toMatchObject({ name: 'Sales system', sellsAll: true, keys: [{ hint: '6789' }] });
  // A new key of it works beside the old one.
  const { key } = await makeKey(sales?.partnerId ?? '', { 'idempotency-key': 'new-sales-key' });
  expect(said(await fixture.desk(orderOf('city-day-qr'), { authorization: `ApiKey ${key}` }))).toBe('200 OK');
});

test('orders that the key issued in an older release become those of its partner, others do not', async () => {
  const { deps } = fixture;
  const [mine] = await fixture.issue('kansai-pass-2day', 2);
  await fixture.desk(orderOf('city-day-qr'), await managerHeaders(deps));
  // As the older release left it.
  await inTransaction(deps.db, (trx) => emptyTablesNamed(trx, ['partner_order']));
  const show = () =>
    fixture.app.inject({ url: '/desk/ticket', query: { ticketNo: mine?.ticketNo ?? '' }, headers: KEY });
  expect(said(await show())).toBe('404 REQ-0005');
  expect(await adoptOrders(deps.db, deps.operator.settings)).toBe(1);
  expect(await adoptOrders(deps.db, deps.operator.settings)).toBe(0);
  expect(said(await show())).toBe('200 OK');
  const passengers = await deps.db
    .selectFrom('partner_passenger as p')
    .innerJoin('partner_order as o', 'o.order_id', 'p.order_id')
    .innerJoin('partner_item as i', (join) =>
      join.onRef('i.order_id', '=', 'p.order_id').onRef('i.position', '=', 'p.item'),
    )
    .select(['o.adopted', 'o.state', 'p.state as passenger', 'i.product_id', 'i.use_by'])
    .select(sql<number>`p.price::int`.as('price'))
    .execute();
  const one = { adopted: true, state: 'confirmed', passenger: 'issued', product_id: 'kansai-pass-2day' };
  expect(passengers).toEqual(
    Array.from({ length: 2 }, () => ({ ...one, use_by: '2026-04-30', price: 2200 })),
  );
});
