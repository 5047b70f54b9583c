// A replacement ticket: the same except for its numbers, with what the old one had left and no journey more.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { HistoryItem } from '@kippu/contract/calls/traveller/voucher';
import { passage } from '../../../test/gate/gate.ts';
import { codeOf, orderOf, type TestUser } from '../../../test/ticket/ticket.ts';
import { KEY, openDeskApp, pass, REASON, type DeskFixture } from '../../../test/ticket/desk-ticket.ts';

let fixture: DeskFixture;
let hanako: TestUser;
let taro: TestUser;

beforeAll(async () => {
  fixture = await openDeskApp();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.reset();
  hanako = await fixture.traveller('hanako', 'en');
  taro = await fixture.traveller('taro', 'en');
});

const PASS = 'kansai-pass-2day';
const ROUND = 'haruka-round-kyoto';
const reissue = async (ticketId: string) => {
  const { reissued } = await fixture.changed(ticketId, 'reissue');
  if (!reissued) throw new Error('no new ticket');
  return reissued;
};
const same = ({
  ticketId: _id,
  ticketNo: _no,
  issuedTicketNo: _issued,
  voucherNo: _voucher,
  ...rest
}: Record<string, unknown>) => rest;

test('a reissued ticket in use has other numbers, the same account and the rest unchanged, and names the old one', async () => {
  const old = await hanako.inUse(PASS);
  const before = await hanako.load(old);
  fixture.deps.advance(1000);
  const fresh = await reissue(old);
  const after = await hanako.load(fresh.ticketId);
  expect(same(after)).toEqual(same(before));
  for (const field of ['ticketId', 'ticketNo', 'issuedTicketNo', 'voucherNo'] as const)
    expect(after[field]).not.toBe(before[field]);
  expect((await hanako.load(old)).status).toBe('reissued');
  expect(await codeOf(pass(hanako, old, 'in'))).toBe('TKT-0006');
  expect(await codeOf(pass(hanako, fresh.ticketId, 'in'))).toBe('OK');
  expect(await codeOf(taro.post('bind', { link: fresh.link }))).toBe('TKT-0003');
  expect(await fixture.seen(fresh.ticketId)).toMatchObject({
    status: 'inUse',
    bound: true,
    reissueOf: before.ticketNo,
    events: [
      { kind: 'entry', code: 35, by: 'traveller' },
      { kind: 'issue', to: 'inUse', by: 'desk:api-key', reason: REASON },
    ],
    entry: { stationId: 'tennoji', stationNameEn: 'Tennoji' },
  });
  expect(await fixture.seen(old)).toMatchObject({ status: 'reissued', reissuedAs: fresh.ticketNo });
  const text = fixture.deps.mail.mailbox?.(hanako.email)[0]?.text;
  expect(text).toContain(`no. ${before.ticketNo}`);
  expect(text).toContain(`no. ${fresh.ticketNo}`);
});

test("a reissued unbound ticket is bound by its new link and the order's, not by the old link or codes", async () => {
  const old = await fixture.unbound(PASS);
  const fresh = await reissue(old.ticketId);
  for (const code of [{ link: old.link }, { voucherNo: old.voucherNo }, { redeemCode: old.redeemCode }])
    expect(await codeOf(hanako.post('bind', code))).toBe('TKT-0006');
  expect(await codeOf(hanako.post('bind', { redeemCode: fresh.redeemCode }))).toBe('OK');
  expect((await hanako.load(fresh.ticketId)).status).toBe('bound');
});

test("a reissued unbound ticket ends the order's link; the new one, the same at each try, binds what is left of the order", async () => {
  const [stolen, kept] = await fixture.issue(PASS, 2);
  if (!stolen || !kept) throw new Error('two tickets expected');
  const body = { ticketId: stolen.ticketId, action: 'reissue', reason: REASON, seen: { status: 'unbound' } };
  const again = { ...KEY, 'idempotency-key': '0b9d2d6e-8c4a-4a57-9a53-0d3c3f1f5a11' };
  const [first, second] = [await fixture.post(body, again), await fixture.post(body, again)];
  expect(second.json()).toEqual(first.json());
  const fresh = first.json().data.reissued;
  expect(fresh.orderLink).not.toBe(stolen.orderLink);
  // Neither the new ticket nor the rest of the order is open to a holder of the old link.
  expect(await codeOf(taro.post('bind', { link: stolen.orderLink }))).toBe('TKT-0002');
  const bound = (await hanako.post('bind', { link: fresh.orderLink })).json().data.tickets;
  expect(bound.map(({ ticketNo }: { ticketNo: string }) => ticketNo).toSorted()).toEqual(
    [fresh.ticketNo, kept.ticketNo].toSorted(),
  );
});

test("a repeated order has the order's link that works, also after a reissue replaced it", async () => {
  const order = orderOf(PASS, 2);
  const headers = { ...KEY, 'idempotency-key': '1b9d2d6e-8c4a-4a57-9a53-0d3c3f1f5a11' };
  const first = (await fixture.desk(order, headers)).json().data;
  const [stolen] = first;
  const fresh = await reissue(stolen.ticketId);
  const again = (await fixture.desk(order, headers)).json().data;
  expect(again).toEqual(first.map((ticket: object) => ({ ...ticket, orderLink: fresh.orderLink })));
  expect(fresh.orderLink).not.toBe(stolen.orderLink);
  expect(await codeOf(hanako.post('bind', { link: again[0].orderLink }))).toBe('OK');
});

test("the reissue of a ticket in an account leaves the order's link to the other buyers", async () => {
  const [mine, other] = await fixture.issue(PASS, 2);
  await hanako.post('bind', { link: mine?.link });
  const fresh = await reissue(mine?.ticketId ?? '');
  expect(fresh.orderLink).toBe(other?.orderLink);
  expect(await codeOf(taro.post('bind', { link: other?.orderLink }))).toBe('OK');
});

test('the replacement of a gift, also of a replaced one, is a gift: it goes back to the giver, and hides where the giver went', async () => {
  fixture.deps.advance(15 * 86_400_000);
  await Promise.all([hanako.signIn(), taro.signIn()]);
  const old = await hanako.inUse(PASS);
  await pass(hanako, old, 'in');
  await pass(hanako, old, 'out');
  fixture.deps.advance(1000);
  await hanako.transfer(old, taro.email);
  fixture.deps.advance(1000);
  const again = await reissue((await reissue(old)).ticketId);
  const page = await taro.load(again.ticketId);
  expect(page).toMatchObject({ isGift: true, salePrice: 0, orderId: '' });
  expect(page).not.toHaveProperty('stationDepartDate');
  const history = await taro.get('history', { ticketId: again.ticketId, site: 'all' });
  expect(history.json()).toMatchObject({ code: 'OK', data: { items: [] } });
  expect(await codeOf(taro.logOff())).toBe('OK');
  expect((await hanako.load(again.ticketId)).status).toBe('inUse');
  expect((await hanako.logOff()).json().values).toEqual({ reasons: 'ticketsInUse' });
});

test('a gift that was reissued twice and comes back shows its giver the whole journeys, and nobody another one’s', async () => {
  fixture.deps.advance(15 * 86_400_000);
  await hanako.signIn();
  const old = await hanako.inUse(PASS);
  const step = async (act: Promise<unknown>) => {
    await act;
    fixture.deps.advance(1000);
  };
  const journey = async (who: TestUser, ticketId: string) => {
    // A station that was verified for the ticket is not verified again at once.
    fixture.deps.advance(15 * 60_000);
    await who.signIn();
    for (const direction of ['in', 'out'] as const) {
      expect(await codeOf(pass(who, ticketId, direction))).toBe('OK');
      fixture.deps.advance(1000);
    }
  };
  const history = async (who: TestUser, ticketId?: string) => {
    const query = ticketId === undefined ? {} : { ticketId };
    const { items } = (await who.get('history', { ...query, site: 'all' })).json().data;
    return (items as HistoryItem[]).map(({ code, ticketId: id }) => [code, id] as const);
  };
  await journey(hanako, old);
  const own = await history(hanako);
  expect(own.map(([code]) => code)).toEqual([36, 35]);
  await step(hanako.transfer(old, taro.email));
  await journey(taro, old);
  const { ticketId: again } = await reissue((await reissue(old)).ticketId);
  fixture.deps.advance(1000);
  await step(taro.transfer(again, hanako.email));
  await hanako.signIn();
  const hers = [36, 35].map((code) => [code, again]);
  expect(await history(hanako)).toEqual(hers);
  expect(await history(hanako, again)).toEqual(hers);
  // The old numbers are in his account still, with his journey alone.
  expect((await history(taro)).filter(([, id]) => id === old)).toEqual([36, 35].map((code) => [code, old]));
  expect((await history(taro)).filter(([, id]) => id === again)).toEqual([]);
});

test('the replacement of a suspended ticket has the status from before the suspension', async () => {
  const old = await hanako.inUse(PASS);
  await fixture.changed(old, 'suspend');
  expect((await hanako.load((await reissue(old)).ticketId)).status).toBe('inUse');
});

test.each([
  ['haruka-kix-kyoto', 1],
  [ROUND, 2],
] as const)(
  'a suspended %s whose journeys gates reported as over cannot be reissued; a resume finds it used',
  async (product, journeys) => {
    const gate = await fixture.gate();
    const old = await hanako.inUse(product);
    fixture.deps.advance(3_600_000);
    await hanako.signIn();
    await fixture.changed(old, 'suspend');
    fixture.deps.advance(600_000);
    const at = (minute: number) => ({ at: `2026-04-01 09:${minute}:00` });
    for (let journey = 1; journey <= journeys; journey += 1) {
      await gate.events([
        passage(old, at(10 * journey)),
        passage(old, { ...at(10 * journey + 5), code: 32 }),
      ]);
    }
    const refused = (await fixture.change(old, 'reissue')).json();
    expect(refused).toMatchObject({ code: 'TKT-0006', values: { status: 'used' } });
    expect(await fixture.seen(old)).toMatchObject({ status: 'suspended' });
    // A suspended ticket stays in sight until its last day is over.
    expect((await hanako.get('list', { tab: 'active' })).json().data.items).toMatchObject([
      { ticketId: old, status: 'suspended' },
    ]);
    expect((await fixture.changed(old, 'resume')).status).toBe('used');
    expect((await hanako.get('list', { tab: 'active' })).json().data.items).toEqual([]);
  },
);

test('the replacement of a suspended round trip with one journey made has the other, once', async () => {
  const gate = await fixture.gate();
  const old = await hanako.inUse(ROUND);
  fixture.deps.advance(3_600_000);
  await hanako.signIn();
  await fixture.changed(old, 'suspend');
  fixture.deps.advance(600_000);
  const at = (minute: number) => ({ at: `2026-04-01 09:${minute}:00` });
  await gate.events([passage(old, at(10)), passage(old, { ...at(15), code: 32 })]);
  const { ticketId } = await reissue(old);
  await pass(hanako, ticketId, 'in');
  await pass(hanako, ticketId, 'out');
  expect((await fixture.seen(ticketId)).status).toBe('used');
});

test('a ticket inside a station cannot be reissued until its traveller has left', async () => {
  const old = await hanako.inUse(PASS);
  await pass(hanako, old, 'in');
  expect(await codeOf(fixture.change(old, 'reissue'))).toBe('TKT-0008');
  expect((await fixture.seen(old)).status).toBe('inUse');
  await pass(hanako, old, 'out');
  await reissue(old);
});

test('the replacement has no journey and no seat more than the old ticket had left', async () => {
  const old = await hanako.inUse(ROUND);
  await hanako.book([old], ['4-12A']);
  fixture.deps.advance(90 * 60_000);
  await hanako.signIn();
  await pass(hanako, old, 'in');
  await pass(hanako, old, 'out');
  const fresh = await reissue(old);
  const page = await hanako.load(fresh.ticketId);
  expect([page.reservedNum, page.reservations.length]).toEqual([1, 1]);
  const gate = await fixture.gate();
  const at = (minute: number) => ({ at: `2026-04-01 10:${minute}:00` });
  fixture.deps.advance(60 * 60_000);
  const events = [passage(fresh.ticketId, at(40)), passage(fresh.ticketId, { ...at(50), code: 32 })];
  expect((await gate.events(events)).json().data).toMatchObject([
    { verdict: 'accepted' },
    { verdict: 'accepted' },
  ]);
  expect((await fixture.seen(fresh.ticketId)).status).toBe('used');

  await hanako.signIn();
  const another = await hanako.inUse(ROUND);
  await pass(hanako, another, 'in');
  await pass(hanako, another, 'out');
  const { ticketId } = await reissue(another);
  // The new ticket has passed the same stations as the old one.
  fixture.deps.advance(601_000);
  await pass(hanako, ticketId, 'in');
  await pass(hanako, ticketId, 'out');
  expect((await fixture.seen(ticketId)).status).toBe('used');
});
