// The counter's search: tickets by any of their names, accounts by email, a ticket's account; and what is audited.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { IssuedTicket } from '@kippu/contract/calls/desk/issue';
import type { TicketLine } from '@kippu/contract/calls/desk/find';
import { TEST_DESK_KEY } from '../../../test/app-context.ts';
import { openTicketApp, orderOf, type TicketFixture } from '../../../test/ticket/ticket.ts';
import { managerHeaders, renameStaff, staffAtDesk, type AskDesk } from '../../../test/staff.ts';

let fixture: TicketFixture;
let desk: AskDesk;

beforeAll(async () => {
  fixture = await openTicketApp();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.reset();
  desk = await staffAtDesk(fixture, 'counter');
});

const find = async (q: string, cursor?: string) => {
  const answer = await desk('GET', 'find', cursor === undefined ? { q } : { q, cursor });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  const page: { items: TicketLine[]; next?: string } = answer.json().data;
  return page;
};
const numbers = async (q: string) => (await find(q)).items.map(({ ticketNo }) => ticketNo);
const said = ({ statusCode, json }: { statusCode: number; json: () => { code: string } }) =>
  `${statusCode} ${json().code}`;
const subjects = async (call: string) => {
  const rows = fixture.deps.db.selectFrom('staff_action').select('subject').where('call', '=', call);
  return (await rows.orderBy('action_id').execute()).map(({ subject }) => subject);
};
const one = async (productId = 'kansai-pass-2day'): Promise<IssuedTicket> => {
  const [ticket] = await fixture.issue(productId);
  if (!ticket) throw new Error('nothing issued');
  return ticket;
};
const fullWidth = (text: string) =>
  text.replace(/[!-~]/g, (letter) => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0));

test('a ticket is found by each of its numbers and codes, however typed; the audit record never has the code', async () => {
  const [ticket, other] = [await one(), await one()];
  const { ticketNo, voucherNo, redeemCode } = ticket;
  const row = fixture.deps.db.selectFrom('ticket').select('issued_ticket_no');
  const { issued_ticket_no: issued } = await row.where('ticket_no', '=', ticketNo).executeTakeFirstOrThrow();
  const hyphened = redeemCode.replace(/(.{4})(?!$)/g, '$1-');
  const typed = [
    ticketNo,
    issued,
    voucherNo,
    redeemCode,
    hyphened,
    hyphened.toLowerCase(),
    fullWidth(hyphened),
    redeemCode.replace(/(.{4})/g, '$1 '),
    ` ${ticketNo.replace(/(\d{4})/g, '$1 ')}`,
    fullWidth(ticketNo),
    voucherNo.toLowerCase(),
    redeemCode.replaceAll('0', 'o').replaceAll('1', 'l'),
  ];
  for (const q of typed) expect(await numbers(q), q).toEqual([ticketNo]);
  expect(await numbers(other.ticketNo)).toEqual([other.ticketNo]);
  expect(new Set(await subjects('deskFind'))).toEqual(new Set([ticketNo, other.ticketNo]));
});

test('a line shows what a clerk needs and nothing about the owner', async () => {
  const traveller = await fixture.traveller('hanako');
  const ticketId = await traveller.inUse('kansai-pass-2day');
  const { ticketNo, orderId } = await traveller.load(ticketId);
  expect((await find(ticketNo)).items).toEqual([
    {
      ticketNo,
      orderId,
      productId: 'kansai-pass-2day',
      passengerCategory: 'adult',
      status: 'inUse',
      statusWord: 'In use',
      expired: false,
      bound: true,
      useExpireDate: '2026-04-30',
      abtExpireDate: '2026-04-02 23:59:59',
      productNameCn: expect.any(String),
      productNameEn: expect.any(String),
      productNameJp: expect.any(String),
      productNameKr: expect.any(String),
      productNameTC: expect.any(String),
    },
  ]);
  fixture.deps.advance(2 * 86_400_000);
  const headers = { ...(await managerHeaders(fixture.deps)), 'accept-language': 'en' };
  const later = await fixture.app.inject({ url: '/desk/find', query: { q: ticketNo }, headers });
  expect(later.json().data.items).toMatchObject([{ expired: true, statusWord: 'In use' }]);
});

test('an order is found by its id in any case, page by page, adults before children', async () => {
  const order = orderOf('haruka-round-kyoto', 120);
  const wanted = {
    ...order,
    orderId: 'Order-kX-4711',
    tickets: order.tickets.map((each, at) => (at % 2 ? each : { ...each, passengerCategory: 'child' })),
  };
  expect((await desk('POST', 'tickets', wanted)).statusCode).toBe(200);
  const pages: TicketLine[][] = [];
  let cursor: string | undefined;
  do {
    const page = await find('ORDER-KX-4711 ', cursor);
    pages.push(page.items);
    cursor = page.next;
  } while (cursor !== undefined);
  expect(pages.map(({ length }) => length)).toEqual([50, 50, 20]);
  const all = pages.flat();
  expect(new Set(all.map(({ ticketNo }) => ticketNo)).size).toBe(120);
  expect(all.findIndex(({ passengerCategory }) => passengerCategory === 'child')).toBe(60);
  expect(await numbers('Order-kX-4711')).toHaveLength(50);
  expect(await numbers(fullWidth('order-kx-4711'))).toHaveLength(50);
  expect(new Set(await subjects('deskFind'))).toEqual(new Set(['Order-kX-4711']));
  for (const wrong of [
    'x',
    Buffer.from('["a\\u0000"]').toString('base64url'),
    Buffer.from('[1]').toString('base64url'),
  ])
    expect(said(await desk('GET', 'find', { q: 'Order-kX-4711', cursor: wrong }))).toBe('400 REQ-0001');
});

test('an unknown text gives an empty page, and is not audited', async () => {
  await one();
  for (const q of ['000000000000', 'nobody', '🚄'.repeat(50), '%', "' or 1=1 --", ' ', '-'])
    expect(await find(q)).toEqual({ items: [] });
  expect(said(await desk('GET', 'find', { q: 'x'.repeat(101) }))).toBe('400 REQ-0001');
  expect(await subjects('deskFind')).toEqual([]);
});

test('an account is found by its email, with its tickets and reservations; the record names its id alone', async () => {
  const traveller = await fixture.traveller('hanako', 'ko');
  const seats = await traveller.bound('haruka-kix-kyoto');
  await traveller.book([seats], ['4-12A']);
  const inUse = await traveller.inUse('kansai-pass-2day');
  const [unused, used] = [await traveller.load(seats), await traveller.load(inUse)];
  const answer = await desk('POST', 'accounts/find', { email: ' ＨＡＮＡＫＯ@example.jp ' });
  const { account, tickets, reservations } = answer.json().data;
  expect(account).toEqual({
    accountId: traveller.accountId,
    email: traveller.email,
    fullname: 'hanako',
    username: 'hanako',
    country: 'JP',
    language: 'ko',
    createdAt: '2026-04-01 09:00:00',
    status: 'active',
  });
  expect(tickets.items.map((line: TicketLine) => line.ticketNo)).toEqual([used.ticketNo, unused.ticketNo]);
  expect(reservations).toMatchObject([
    {
      trainNo: '14',
      fromNameEn: 'Kansai-Airport',
      toNameEn: 'Kyoto',
      departAt: '2026-04-01 10:15:00',
      seats: [{ seat: '4-12A', ticketNo: unused.ticketNo }],
    },
  ]);
  expect((await desk('POST', 'accounts/find', { email: 'nobody@example.jp' })).json().data).toBeNull();
  expect(said(await desk('POST', 'accounts/find', { email: 'no email' }))).toBe('400 REQ-0001');
  expect(await subjects('deskFindAccount')).toEqual([traveller.accountId]);
});

test('the account of a ticket that was deleted is shown as deleted', async () => {
  const traveller = await fixture.traveller('hanako');
  const { ticketNo } = await traveller.load(await traveller.bound('kansai-pass-2day'));
  const { db, clock } = fixture.deps;
  await db.updateTable('ticket').set({ status: 'void' }).execute();
  await db
    .updateTable('account')
    .set({ password_changed_at: new Date(clock() - 15 * 86_400_000) })
    .execute();
  expect(said(await traveller.logOff())).toBe('200 OK');
  const { data } = (await desk('GET', 'ticket/account', { ticketNo })).json();
  expect(data).toMatchObject({ status: 'deleted', email: '', fullname: '' });
});

test('an answer about an account is not stored for retries', async () => {
  const traveller = await fixture.traveller('hanako');
  const key = { 'idempotency-key': 'look-for-hanako' };
  const look = () => desk('POST', 'accounts/find', { email: traveller.email }, key);
  expect((await look()).json().data.account.fullname).toBe('hanako');
  const kept = fixture.deps.db.selectFrom('idempotency').select('answer');
  expect(JSON.stringify(await kept.execute())).not.toContain('hanako');
  expect((await look()).statusCode).toBe(200);
  expect(await subjects('deskFindAccount')).toEqual([traveller.accountId, traveller.accountId]);
});

test('an account with a hundred tickets is read page by page, each view audited', async () => {
  const traveller = await fixture.traveller('hanako');
  for (const product of ['haruka-kix-kyoto', 'city-day-qr']) {
    const [first] = await fixture.issue(product, 51);
    await traveller.post('bind', { link: first?.orderLink });
  }
  const { tickets } = (await desk('POST', 'accounts/find', { email: traveller.email })).json().data;
  const { accountId } = traveller;
  const next = await desk('GET', 'accounts/tickets', { accountId, cursor: tickets.next });
  const last = await desk('GET', 'accounts/tickets', { accountId, cursor: next.json().data.next });
  const all = [tickets, next.json().data, last.json().data].flatMap(({ items }) => items);
  expect(new Set(all.map(({ ticketNo }) => ticketNo)).size).toBe(102);
  expect(last.json().data.next).toBeUndefined();
  expect(await subjects('deskAccountTickets')).toEqual([accountId, accountId]);
  const wrong = Buffer.from('[3,0,"a"]').toString('base64url');
  expect(said(await desk('GET', 'accounts/tickets', { accountId, cursor: wrong }))).toBe('400 REQ-0001');
});

test("a ticket's owner is shown only on request, which is audited with the ticket", async () => {
  const traveller = await fixture.traveller('hanako');
  const { ticketNo } = await traveller.load(await traveller.bound('kansai-pass-2day'));
  const owner = (number: string) => desk('GET', 'ticket/account', { ticketNo: number });
  expect((await desk('GET', 'ticket', { ticketNo })).body).not.toContain('hanako');
  expect((await owner(ticketNo)).json().data).toMatchObject({ email: traveller.email, fullname: 'hanako' });
  expect(said(await owner((await one()).ticketNo))).toBe('404 REQ-0005');
  expect(said(await owner('000000000000'))).toBe('404 REQ-0005');
  expect(await subjects('deskTicketAccount')).toEqual([ticketNo]);
});

test('only the counter finds travellers: neither an editor nor a sales system does', async () => {
  const traveller = await fixture.traveller('hanako');
  const { ticketNo } = await traveller.load(await traveller.bound('kansai-pass-2day'));
  const editor = await staffAtDesk(fixture, 'editor');
  expect(said(await editor('GET', 'find', { q: ticketNo }))).toBe('403 SES-0006');
  const headers = { authorization: `ApiKey ${TEST_DESK_KEY}` };
  const query = { ticketNo };
  const owner = await fixture.app.inject({ url: '/desk/ticket/account', query, headers });
  expect(said(owner)).toBe('403 SES-0006');
  const payload = { email: traveller.email };
  const sales = await fixture.app.inject({ method: 'POST', url: '/desk/accounts/find', payload, headers });
  expect(said(sales)).toBe('403 SES-0006');
});

test('the history shows names of staff, to staff only, and stations', async () => {
  const { ticketNo } = await one();
  await desk('POST', 'tickets/change', {
    ticketNo,
    action: 'suspend',
    reason: 'lost phone',
    seen: { status: 'unbound' },
  });
  await renameStaff(fixture.deps, 'counter', 'Renamed since');
  const events = (await desk('GET', 'ticket', { ticketNo })).json().data.events;
  expect(events[0]).toMatchObject({ kind: 'suspend', byName: 'Test counter', reason: 'lost phone' });
  expect(events[1]).toMatchObject({ kind: 'issue', by: 'desk:api-key' });
  expect(events[1].byName).toBeUndefined();
  const headers = { authorization: `ApiKey ${TEST_DESK_KEY}` };
  const bySales = await fixture.app.inject({ url: '/desk/ticket', query: { ticketNo }, headers });
  expect(bySales.body).not.toContain('Test counter');
});

test("the form gets the products in the operator’s order, and the issuer's name", async () => {
  const { issuer, products } = (await desk('GET', 'products')).json().data;
  expect(issuer).toBe(fixture.deps.operator.agency.name);
  expect(products.map(({ productId }: { productId: string }) => productId)).toEqual([
    ...fixture.deps.operator.products.keys(),
  ]);
  expect(products[0]).toMatchObject({ price: { adult: 220_000, child: 110_000 }, activateWithinDays: 90 });
});
