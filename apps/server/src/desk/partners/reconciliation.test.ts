// Reconciliation at the desk: what staff do to a partner's tickets is in its sums, and a month is closed over what the manager saw.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { DeskReconciliation, LedgerAct } from '@kippu/contract/calls/desk/partners';
import { TEST_DESK_KEY } from '../../../test/app-context.ts';
import { staffAtDesk, type AskDesk } from '../../../test/staff.ts';
import { openTicketApp, type TicketFixture } from '../../../test/ticket/ticket.ts';
import { checkLedger } from '../../partner/reconcile/check-ledger.ts';

let fixture: TicketFixture;
let manager: AskDesk;
let partnerId: string;

beforeAll(async () => {
  fixture = await openTicketApp();
  const sales = fixture.deps.db.selectFrom('partner').select('partner_id').where('desk_calls', '=', true);
  ({ partner_id: partnerId } = await sales.executeTakeFirstOrThrow());
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.reset();
  manager = await staffAtDesk(fixture, 'manager');
});

const MAY = Date.parse('2026-05-01T00:00:00+09:00');
const toMay = () => fixture.deps.advance(MAY - fixture.deps.clock());
const said = (answer: { statusCode: number; json: () => { code: string } }) =>
  `${answer.statusCode} ${answer.json().code}`;
const ask = (query: object = {}, by = manager) =>
  by('GET', 'partners/reconciliation', { partnerId, month: '2026-04', ...query });
const read = async (month = '2026-04'): Promise<DeskReconciliation> => (await ask({ month })).json().data;
const acts = async (day: string): Promise<LedgerAct[]> =>
  (await manager('GET', 'partners/reconciliation/entries', { partnerId, day })).json().data.items;
const change = (ticketId: string, action: string, more: object = {}) =>
  manager('POST', 'tickets/change', {
    ticketId,
    action,
    reason: 'a test',
    seen: { status: 'unbound' },
    ...more,
  });
const closeMonth = ({ version, month }: DeskReconciliation, by = manager) =>
  by('POST', 'partners/reconciliation/close', { partnerId, month, version });
const faults = () =>
  checkLedger(fixture.deps.db, { partnerId, mode: 'live' }, fixture.deps.operator.settings.currency);

test('each act of the desk on a partner’s ticket is in the sums of its day, or needs no posting', async () => {
  const tickets = await fixture.issue('kansai-pass-2day', 5);
  const [refund, voided, reissue, disuse] = tickets.map(({ ticketId }) => ticketId);
  fixture.deps.advance(86_400_000);
  manager = await staffAtDesk(fixture, 'manager');
  expect(said(await change(refund ?? '', 'refund'))).toBe('200 OK');
  expect(said(await change(voided ?? '', 'void'))).toBe('200 OK');
  const reissued = (await change(reissue ?? '', 'reissue')).json().data.reissued.ticketId;
  await change(disuse ?? '', 'suspend');
  const suspended = { seen: { status: 'suspended' } };
  expect(said(await change(disuse ?? '', 'disuse', suspended))).toBe('200 OK');
  expect(said(await change(reissued, 'refund'))).toBe('200 OK');
  const found = await read();
  const none = { number: 0, amount: 0 };
  expect(found.total).toMatchObject({
    sold: { number: 5, amount: 11_000 },
    refunded: { number: 2, amount: 4_400 },
    voided: { number: 1, amount: 2_200 },
    exchanged: none,
    fees: none,
    open: { number: 2, amount: 4_400 },
    vat: [{ rate: 1_000, net: 4_000, tax: 400, gross: 4_400 }],
  });
  expect(found.days.map(({ day, open }) => [day, open.amount])).toEqual([
    ['2026-04-01', 11_000],
    ['2026-04-02', -6_600],
  ]);
  expect(found).toMatchObject({ before: 0, after: 4_400, currency: 'JPY', faults: [], hindrance: 'notOver' });
  const listed = await acts('2026-04-02');
  expect(listed.map(({ kind, amount, soldOn }) => [kind, amount, soldOn])).toEqual([
    ['refund', -2_200, '2026-04-01'],
    ['void', -2_200, '2026-04-01'],
    ['refund', -2_200, '2026-04-01'],
  ]);
  expect(listed[0]?.ticketNo).toMatch(/^\d{12}$/);
  expect(await faults()).toEqual([]);
});

test('an act on a ticket that its partner has given back meanwhile is refused, and posts nothing', async () => {
  const [ticket] = await fixture.issue('kansai-pass-2day');
  await fixture.deps.db.updateTable('partner_passenger').set({ state: 'exchanged' }).execute();
  for (const action of ['refund', 'void', 'reissue'])
    expect(said(await change(ticket?.ticketId ?? '', action))).toBe('422 DESK-0001');
  expect((await read()).total.open).toEqual({ number: 1, amount: 2_200 });
  expect(await fixture.deps.db.selectFrom('ticket').select('status').execute()).toEqual([
    { status: 'unbound' },
  ]);
});

test('a month is closed once, over the sums that the manager saw, and keeps who closed it and when', async () => {
  const [first, second] = await fixture.issue('kansai-pass-2day', 2);
  expect(said(await closeMonth(await read()))).toBe('422 DESK-0015');
  toMay();
  manager = await staffAtDesk(fixture, 'manager');
  const seen = await read();
  expect(seen.hindrance).toBeUndefined();
  expect(said(await closeMonth({ ...seen, version: 'older' }))).toBe('422 DESK-0001');
  const closed: DeskReconciliation = (await closeMonth(seen)).json().data;
  expect(closed.closed).toMatchObject({ at: '2026-05-01 00:00:00', by: 'Test manager', entries: 4 });
  expect(closed.total).toEqual(seen.total);
  expect(said(await closeMonth(seen))).toBe('422 DESK-0001');
  expect(said(await closeMonth(closed))).toBe('422 DESK-0015');
  await change(first?.ticketId ?? '', 'refund');
  expect((await read()).total).toEqual(seen.total);
  const may = await read('2026-05');
  expect(may).toMatchObject({ before: 4_400, after: 2_200 });
  expect(may.months).toEqual([
    { month: '2026-05', closed: false },
    { month: '2026-04', closed: true },
  ]);
  expect(await acts('2026-05-01')).toMatchObject([{ kind: 'refund', amount: -2_200, soldOn: '2026-04-01' }]);
  const recorded = await fixture.deps.db
    .selectFrom('staff_action')
    .select(['subject', 'refusal', 'actor_name'])
    .where('call', '=', 'deskCloseMonth')
    .where('refusal', 'is', null)
    .execute();
  expect(recorded).toEqual([{ subject: `${partnerId} 2026-04`, refusal: null, actor_name: 'Test manager' }]);
  expect(second).toBeDefined();
  expect(await faults()).toEqual([]);
});

test('the entries of a day come in pages without a gap', async () => {
  for (let n = 0; n < 11; n += 1) await fixture.issue('kansai-pass-2day', 5);
  const pages: LedgerAct[] = [];
  let cursor: string | undefined;
  do {
    const query = { partnerId, day: '2026-04-01', ...(cursor === undefined ? {} : { cursor }) };
    const { data } = (await manager('GET', 'partners/reconciliation/entries', query)).json();
    pages.push(...data.items);
    cursor = data.next;
  } while (cursor !== undefined);
  expect(pages).toHaveLength(55);
  expect(new Set(pages.map(({ entryId }) => entryId)).size).toBe(55);
});

test('managers only: a counter, a sales system and a wrong input are refused', async () => {
  const counter = await staffAtDesk(fixture, 'counter');
  expect(said(await ask({}, counter))).toBe('403 SES-0006');
  const entries = { partnerId, day: '2026-04-01' };
  expect(said(await counter('GET', 'partners/reconciliation/entries', entries))).toBe('403 SES-0006');
  expect(said(await closeMonth(await read(), counter))).toBe('403 SES-0006');
  const key = { authorization: `ApiKey ${TEST_DESK_KEY}` };
  const url = `/desk/partners/reconciliation?partnerId=${partnerId}&month=2026-04`;
  expect(said(await fixture.app.inject({ url, headers: key }))).toBe('403 SES-0006');
  expect(said(await ask({ partnerId: 'nobody' }))).toBe('404 REQ-0005');
  for (const month of ['2026-13', '2026-4', 'May', '2026-04-01'])
    expect(said(await ask({ month }))).toBe('400 REQ-0001');
  for (const month of ['0000-01', '9999-12']) expect(said(await ask({ month }))).toBe('200 OK');
  for (const more of [{ day: '2026-02-30' }, { day: '2026-04-01', cursor: 'x' }])
    expect(said(await manager('GET', 'partners/reconciliation/entries', { partnerId, ...more }))).toBe(
      '400 REQ-0001',
    );
});
