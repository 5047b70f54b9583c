// Issue by a sales system: its key, once per Idempotency-Key and per order, and each refusal.
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { deskTickets, type IssuedTicket } from '@kippu/contract/calls/desk/issue';
import { gateState } from '@kippu/contract/calls/gate/gate';
import { bindOpen } from '../../platform/calls/bind-open.ts';
import { bindDesk } from '../../platform/calls/bind-desk.ts';
import { OneAtATime } from '../../platform/limits/one-at-a-time.ts';
import { newServer } from '../../platform/http/new-server.ts';
import { TEST_DESK_KEY } from '../../../test/app-context.ts';
import { openTicketApp, orderOf, type TicketFixture } from '../../../test/ticket/ticket.ts';

let fixture: TicketFixture;

beforeAll(async () => {
  fixture = await openTicketApp();
});
afterAll(() => fixture.close());
beforeEach(() => fixture.reset());

const authorization = `ApiKey ${TEST_DESK_KEY}`;
const codeOf = async (answer: ReturnType<TicketFixture['desk']>) => {
  const { statusCode, json } = await answer;
  return `${statusCode} ${json().code}`;
};
const countTickets = async () =>
  (await fixture.deps.db.selectFrom('ticket').select('ticket_id').execute()).length;

test('200 tickets are issued in one call, each with its own numbers and codes', async () => {
  const answer = await fixture.desk(orderOf('haruka-kix-kyoto', 200, { salePrice: 10_000_000_000 }));
  const tickets: IssuedTicket[] = answer.json().data;
  for (const field of ['ticketId', 'ticketNo', 'voucherNo', 'redeemCode', 'link'] as const)
    expect(new Set(tickets.map((ticket) => ticket[field])).size).toBe(200);
  expect(tickets[0]?.ticketNo).toMatch(/^\d{12}$/);
  expect(tickets[0]?.link).toMatch(/^http:\/\/localhost:8080\/#\/packages\/ticket\/add\?link=[0-9A-Z]{26}$/);
  expect(new Set(tickets.map(({ orderLink }) => orderLink)).size).toBe(1);
  expect(tickets.map(({ link }) => link)).not.toContain(tickets[0]?.orderLink);
  const row = await fixture.deps.db.selectFrom('ticket').selectAll().executeTakeFirstOrThrow();
  expect(row).toMatchObject({ status: 'unbound', account_id: null });
  expect(row.use_expire_date).toEqual(new Date('2026-04-30T23:59:59+09:00'));
  expect(Number(row.sale_price)).toBe(10_000_000_000);
});

test('a retry with its key gets the first answer, even at once; another body with the key is refused', async () => {
  const order = orderOf('kansai-pass-2day', 3);
  const headers = { authorization, 'idempotency-key': 'order-4711-a' };
  const [first, second] = await Promise.all([1, 2].map(() => fixture.desk(order, headers)));
  expect(first?.statusCode).toBe(200);
  expect(second?.json()).toEqual(first?.json());
  expect((await fixture.desk(order, headers)).json()).toEqual(first?.json());
  expect(await countTickets()).toBe(3);
  expect(await codeOf(fixture.desk({ ...order, seller: 'Other' }, headers))).toBe('422 REQ-0002');
  expect(await codeOf(fixture.desk(order, { ...headers, 'idempotency-key': 'short' }))).toBe('400 REQ-0001');
});

test('an order is issued once, whatever the key, even by two calls at once', async () => {
  const order = orderOf('haruka-kix-kyoto', 2);
  const codes = await Promise.all(
    ['key-number-1', 'key-number-2'].map((key) =>
      codeOf(fixture.desk(order, { authorization, 'idempotency-key': key })),
    ),
  );
  expect(codes.toSorted()).toEqual(['200 OK', '422 REQ-0002']);
  expect(await codeOf(fixture.desk(order))).toBe('422 REQ-0002');
  expect(await countTickets()).toBe(2);
});

test("blanks and invisible characters neither make another order nor appear in a seller's name", async () => {
  const order = { ...orderOf('city-day-qr'), orderId: 'A 4712', seller: ' \u202EShop\n1 ' };
  expect(await codeOf(fixture.desk({ ...order, orderId: ' A\u200b 4712\t'.trimEnd() }))).toBe('200 OK');
  for (const orderId of ['A 4712', 'A 4712 ', '\u3000A 4712', 'A\u202E 4712', '\uFF21\u3000\uFF14712'])
    expect(await codeOf(fixture.desk({ ...order, orderId })), JSON.stringify(orderId)).toBe('422 REQ-0002');
  const row = fixture.deps.db.selectFrom('ticket').select(['order_id', 'seller']);
  expect(await row.where('order_id', 'like', '%4712%').execute()).toEqual([
    { order_id: 'A 4712', seller: 'Shop 1' },
  ]);
  for (const field of ['orderId', 'issuer', 'seller', 'salesSite']) {
    const answer = await fixture.desk({ ...orderOf('city-day-qr'), [field]: '\u3164' });
    expect(answer.json()).toMatchObject({ code: 'REQ-0001', values: { field } });
  }
});

test('order ids that look the same are one order, or refused; orders of former releases stay', async () => {
  const issue = (orderId: string, key: string = crypto.randomUUID()) =>
    fixture.desk({ ...orderOf('city-day-qr'), orderId }, { authorization, 'idempotency-key': key });
  expect(await codeOf(issue('A-4713'))).toBe('200 OK');
  for (const same of ['A\u20104713', 'A\u20114713', 'A\u22124713', '\uFF21-4713', 'A-4\uFF17\uFF11\uFF13'])
    expect(await codeOf(issue(same)), same).toBe('422 REQ-0002');
  for (const other of [
    '\u0410-4713',
    '\u0391-4713',
    '\u6CE8\u6587-4713',
    'A\u30FC4713',
    '\u2026'.repeat(30),
  ]) {
    const answer = await issue(other);
    expect([answer.statusCode, answer.json().values]).toEqual([400, { field: 'orderId' }]);
  }
  expect(await countTickets()).toBe(1);
  // An order of a former release is issued once, and found.
  await fixture.deps.db
    .insertInto('sales_order')
    .values({ order_id: '\uFF22-1', link_token: 'old', created_at: new Date(fixture.deps.clock()) })
    .execute();
  expect(await codeOf(issue('\uFF22-1'))).toBe('422 REQ-0002');
  expect(await codeOf(issue('\u3000\uFF22-1\u200B'))).toBe('422 REQ-0002');
  // A repeated call has the same link, however the id is typed.
  const again = async () => (await issue('\uFF23-1', 'order-c1-again')).json().data[0].orderLink;
  expect(await again()).toBe(await again());
});

test('each refusal has its code and issues nothing', async () => {
  const withDate = (useExpireDate: string) => fixture.desk(orderOf('city-day-qr', 2, { useExpireDate }));
  expect(await codeOf(fixture.desk(orderOf('no-such-product')))).toBe('404 REQ-0005');
  expect(await codeOf(withDate('2026-03-31'))).toBe('422 TKT-0005');
  expect(await codeOf(withDate('2026-02-30'))).toBe('400 REQ-0001');
  expect(await codeOf(withDate('0000-01-01'))).toBe('422 TKT-0005');
  expect(await codeOf(fixture.desk(orderOf('city-day-qr', 201)))).toBe('400 REQ-0001');
  expect(await codeOf(fixture.desk(orderOf('city-day-qr', 1, { salePrice: -1 })))).toBe('400 REQ-0001');
  expect(await codeOf(fixture.desk({ ...orderOf('city-day-qr'), orderId: 'a\0' }))).toBe('400 REQ-0001');
  expect(await countTickets()).toBe(0);
  expect(await codeOf(withDate('2026-04-01'))).toBe('200 OK');
  expect(await codeOf(withDate('2036-04-08'))).toBe('200 OK');
  // A day that no traveller can mean: years of four digits end before the ticket's last day would.
  for (const slip of ['2036-04-09', '9999-12-31']) expect(await codeOf(withDate(slip))).toBe('400 REQ-0001');
});

test('only an open key is accepted, and it is checked before the schema', async () => {
  for (const header of [undefined, 'ApiKey', 'ApiKey wrong-key-0123456789', `Gate ${TEST_DESK_KEY}`])
    expect(await codeOf(fixture.desk({}, header === undefined ? {} : { authorization: header }))).toBe(
      '401 SES-0001',
    );
  // A session's token is not accepted.
  const bearer = { authorization: `Bearer ${TEST_DESK_KEY}` };
  expect(await codeOf(fixture.desk({}, bearer))).toBe('406 SES-0003');
});

test('orders of one key run one after the other; one beyond the queue is refused before the database', async () => {
  const app = await newServer(fixture.deps);
  let end: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    end = resolve;
  });
  const work = vi.fn(() => Promise.resolve([]));
  const inTurn = new OneAtATime(2);
  bindDesk(app, fixture.deps, deskTickets, work, { inTurn });
  const send = async () => {
    const payload = orderOf('city-day-qr');
    const answer = await app.inject({
      method: 'POST',
      url: '/desk/tickets',
      payload,
      headers: { authorization },
    });
    return answer.json().code;
  };
  // An order of the key that is being issued. It holds no transaction here: the embedded database would let nobody else in.
  const first = inTurn.run('desk', () => held);
  const others = [send(), send()];
  expect(await Promise.race(others)).toBe('REQ-0004');
  expect(work).not.toHaveBeenCalled();
  end();
  await first;
  expect((await Promise.all(others)).toSorted()).toEqual(['OK', 'REQ-0004']);
  expect(work).toHaveBeenCalledTimes(1);
  await app.close();
});

test('a call that needs a credential cannot be bound as an open one, nor another as a desk call', async () => {
  const app = await newServer(fixture.deps);
  for (const call of [deskTickets, gateState])
    expect(() => bindOpen(app, fixture.deps, call, () => Promise.reject(new Error('bound')))).toThrow(
      /credential/,
    );
  expect(() => bindDesk(app, fixture.deps, gateState, () => Promise.reject(new Error('bound')))).toThrow(
    /no desk/,
  );
  await app.close();
});
