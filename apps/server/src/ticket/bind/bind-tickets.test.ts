// Adding tickets: by each kind of code, as a preview, by rivals at once, and every refusal.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TicketSummary } from '@kippu/contract/calls/traveller/ticket';
import { inTransaction } from '../../platform/db/database.ts';
import { giveOrderSeats } from '../../reservation/store/move-seats-store.ts';
import { bindTickets } from './bind-tickets.ts';
import { openTicketApp, orderOf, type TicketFixture, type TestUser } from '../../../test/ticket/ticket.ts';

let fixture: TicketFixture;
let hanako: TestUser;
let taro: TestUser;

beforeAll(async () => {
  fixture = await openTicketApp();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.reset();
  hanako = await fixture.traveller('hanako');
  taro = await fixture.traveller('taro');
});

const issueOne = async (change: object = {}) => {
  const [ticket] = await fixture.issue('haruka-kix-kyoto', 1, change);
  if (!ticket) throw new Error('nothing issued');
  return ticket;
};
const setTickets = (change: object) => fixture.deps.db.updateTable('ticket').set(change).execute();
const codeOf = async (answer: ReturnType<TestUser['post']>) => (await answer).json().code;

test('a link, a voucher number and a redeem code each bind the ticket, however they are typed', async () => {
  const [a, b, c, d] = await fixture.issue('haruka-kix-kyoto', 4);
  const spaced = (code = '') => ` ${code.toLowerCase().replace(/(.{4})/g, '$1-')} `;
  const link = d?.link.split('=')[1];
  for (const typed of [
    { link: a?.link },
    { voucherNo: spaced(b?.voucherNo) },
    { redeemCode: spaced(c?.redeemCode) },
    { link },
  ]) {
    const answer = await hanako.post('bind', typed);
    expect(answer.json().data.tickets).toMatchObject([
      { status: 'bound', ticketState: 10, tripType: 10, useExpireDate: '2026-04-30', expired: false },
    ]);
    expect(answer.json().data.tickets).toMatchObject([{ reservable: true, reservedNum: 0, entry: null }]);
  }
  const events = await fixture.deps.db.selectFrom('ticket_event').selectAll().orderBy('event_id').execute();
  expect(events.map((event) => event.kind)).toEqual([...Array(4).fill('issue'), ...Array(4).fill('bind')]);
  expect(events.at(-1)).toMatchObject({ actor: `account:${hanako.accountId}`, detail: { by: 'link' } });
});

test("a ticket's own link binds that ticket; the order's link binds the unbound rest of the order", async () => {
  const [one] = await fixture.issue('haruka-round-kyoto', 3);
  const link = `https://wrapped.example/?to=${encodeURIComponent(one?.orderLink ?? '')}`;
  expect((await taro.post('bind', { link: one?.link })).json().data.tickets).toHaveLength(1);
  expect((await hanako.post('bind?preview=true', { link })).json().data.tickets).toHaveLength(2);
  expect((await hanako.post('bind', { link })).json().data.tickets).toHaveLength(2);
  expect(await codeOf(hanako.post('bind', { link }))).toBe('TKT-0004');
  expect((await hanako.get('list', { tab: 'active' })).json().data.items).toHaveLength(2);
});

test("a link's tickets come in family order, adults first, whatever their order at the sale", async () => {
  const order = orderOf('kansai-pass-2day', 4);
  const sold = ['child', 'senior', 'child', 'adult'];
  const tickets = order.tickets.map((ticket, at) => ({ ...ticket, passengerCategory: sold[at] }));
  const [one] = (await fixture.desk({ ...order, tickets })).json().data;
  for (const call of ['bind?preview=true', 'bind']) {
    const answer = await hanako.post(call, { link: one.orderLink });
    const items: TicketSummary[] = answer.json().data.tickets;
    expect(items.map((item) => item.passengerCategory)).toEqual(['adult', 'senior', 'child', 'child']);
    const [, , first = '', second = ''] = items.map((item) => item.ticketNo);
    expect(first < second).toBe(true);
  }
});

test('a preview binds nothing', async () => {
  const { redeemCode } = await issueOne();
  const preview = await hanako.post('bind?preview=true', { redeemCode });
  expect(preview.json().data.tickets).toMatchObject([{ status: 'unbound', reservable: false }]);
  expect((await taro.post('bind', { redeemCode })).statusCode).toBe(200);
});

test('each refusal has its code', async () => {
  const { link } = await issueOne();
  expect(await codeOf(hanako.post('bind', { link: 'https://example.com' }))).toBe('TKT-0002');
  expect(await codeOf(hanako.post('bind', { voucherNo: 'ABCD' }))).toBe('TKT-0002');
  expect(await codeOf(hanako.post('bind', {}))).toBe('REQ-0001');
  expect(await codeOf(hanako.post('bind', { voucherNo: 'A', redeemCode: 'A' }))).toBe('REQ-0001');
  await setTickets({ status: 'suspended' });
  expect(await codeOf(hanako.post('bind', { link }))).toBe('TKT-0007');
  await setTickets({ status: 'void' });
  expect(await codeOf(hanako.post('bind', { link }))).toBe('TKT-0006');
  await setTickets({ status: 'unbound' });
  fixture.deps.advance(30 * 86_400_000);
  await hanako.signIn();
  await taro.signIn();
  expect(await codeOf(hanako.post('bind', { link }))).toBe('TKT-0005');
  await setTickets({ use_expire_date: new Date('2026-06-01T23:59:59+09:00') });
  expect(await codeOf(hanako.post('bind', { link }))).toBe('OK');
  expect(await codeOf(hanako.post('bind', { link }))).toBe('TKT-0004');
  expect(await codeOf(taro.post('bind', { link }))).toBe('TKT-0003');
});

test('of two accounts at once one gets the ticket, and a retry with its key gets the first answer', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { redeemCode } = await issueOne();
    const answers = await Promise.all([
      hanako.post('bind', { redeemCode }),
      taro.post('bind', { redeemCode }),
    ]);
    expect(answers.map((answer) => answer.json().code).toSorted()).toEqual(['OK', 'TKT-0003']);
  }
  const { redeemCode } = await issueOne();
  const key = { 'idempotency-key': 'bind-once-1' };
  const twice = await Promise.all([1, 2].map(() => hanako.post('bind', { redeemCode }, key)));
  expect(twice.map((answer) => answer.statusCode)).toEqual([200, 200]);
  expect(twice[0]?.json()).toEqual(twice[1]?.json());
});

test('friends who open one order link at once share its tickets, and every ticket is bound', async () => {
  const [first] = await fixture.issue('haruka-kix-kyoto', 30);
  const link = first?.orderLink;
  const friends = await Promise.all(['a', 'b', 'c'].map((name) => fixture.traveller(name)));
  const codes = await Promise.all(friends.map((friend) => codeOf(friend.post('bind', { link }))));
  expect(codes.toSorted()).toEqual(['OK', 'TKT-0003', 'TKT-0003']);
});

test('an account deleted after its session was checked gets no ticket', async () => {
  const { redeemCode } = await issueOne();
  const accountId = hanako.accountId;
  await fixture.deps.db.updateTable('account').set({ status: 'deleted' }).execute();
  const input = { accountId, addressMac: 'a', typed: { redeemCode }, preview: false };
  const bound = inTransaction(fixture.deps.db, (trx) =>
    bindTickets(trx, input, giveOrderSeats, fixture.deps.clock()),
  );
  await expect(bound).rejects.toMatchObject({ code: 'SES-0003' });
  const left = await fixture.deps.db.selectFrom('ticket').select(['status', 'account_id']).execute();
  expect(left).toEqual([{ status: 'unbound', account_id: null }]);
});

test('ten wrong codes block the account for ten minutes, whatever the key, and no other account', async () => {
  const { redeemCode } = await issueOne();
  const wrong = { redeemCode: 'WRONG', voucherNo: undefined };
  for (let i = 0; i < 10; i += 1) {
    const key = { 'idempotency-key': 'same-key-for-all' };
    expect(await codeOf(hanako.post(i % 2 ? 'bind?preview=true' : 'bind', wrong, i < 5 ? {} : key))).toBe(
      'TKT-0002',
    );
  }
  const closed = await hanako.post('bind', { redeemCode });
  expect([closed.statusCode, closed.json().code, closed.headers['retry-after']]).toEqual([
    429,
    'REQ-0004',
    '600',
  ]);
  expect((await taro.post('bind?preview=true', { redeemCode })).statusCode).toBe(200);
  fixture.deps.advance(10 * 60_000);
  expect((await hanako.post('bind', { redeemCode })).statusCode).toBe(200);
});

test('wrong codes sent at once are all counted', async () => {
  const answers = await Promise.all(
    Array.from({ length: 14 }, () => hanako.post('bind', { voucherNo: 'WRONG' })),
  );
  const codes = answers.map((answer) => answer.json().code).toSorted();
  expect(codes).toEqual([...Array(4).fill('REQ-0004'), ...Array(10).fill('TKT-0002')]);
});

test('after a hundred wrong codes of an address, accounts there that typed two are refused, and no others', async () => {
  const { redeemCode } = await issueOne();
  const failed_at = new Date(fixture.deps.clock());
  const subject = `address:${fixture.deps.keys.mac('127.0.0.1')}`;
  const rows = Array.from({ length: 99 }, () => ({ subject, failed_at }));
  await fixture.deps.db.insertInto('bind_failure').values(rows).execute();
  expect(await codeOf(hanako.post('bind?preview=true', { redeemCode }))).toBe('OK');
  for (let time = 0; time < 2; time += 1)
    expect(await codeOf(taro.post('bind', { redeemCode: 'WRONG' }))).toBe('TKT-0002');
  expect(await codeOf(taro.post('bind', { redeemCode }))).toBe('REQ-0004');
  expect(await codeOf(hanako.post('bind', { redeemCode: 'WRONG' }))).toBe('TKT-0002');
  expect(await codeOf(hanako.post('bind', { redeemCode }))).toBe('OK');
});

test('the address of wrong codes is stored nowhere', async () => {
  await hanako.post('bind', { redeemCode: 'WRONG' });
  const rows = await fixture.deps.db.selectFrom('bind_failure').select('subject').execute();
  expect(rows).toHaveLength(2);
  expect(JSON.stringify(rows)).not.toContain('127.0.0.1');
  expect(rows).toContainEqual({ subject: `address:${fixture.deps.keys.mac('127.0.0.1')}` });
});
