// Activating a ticket: once, only by its owner, only in a state that allows it.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTicketApp, type TicketFixture, type TestUser } from '../../../test/ticket/ticket.ts';

let fixture: TicketFixture;
let hanako: TestUser;

beforeAll(async () => {
  fixture = await openTicketApp();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.reset();
  hanako = await fixture.traveller('hanako');
});

async function boundTicket(productId: string, owner = hanako): Promise<string> {
  const [ticket] = await fixture.issue(productId);
  await owner.post('bind', { link: ticket?.link });
  return ticket?.ticketId ?? '';
}
const codeOf = async (answer: ReturnType<TestUser['post']>) => (await answer).json().code;

test('a two-day pass is valid until the end of the second day, and its page shows everything', async () => {
  const ticketId = await boundTicket('kansai-pass-2day');
  const before = await hanako.load(ticketId);
  expect(before).toMatchObject({ transferable: true, validity: { end: '2026-04-30' }, reservations: [] });
  const answer = await hanako.post('use', { ticketId });
  expect(answer.json().data).toMatchObject({
    status: 'inUse',
    ticketState: 20,
    abtExpireDate: '2026-04-02 23:59:59',
    validity: { start: '2026-04-01', end: '2026-04-02' },
    salesCompany: 'Kansai Demo Rail',
    salesSite: 'web',
    salePrice: 220_000,
    quantity: 1,
    productNameEn: 'Kansai Pass (2 Days)',
    transferable: true,
  });
  expect(answer.json().data.useDate).toMatch(/^2026-04-01 09:0/);
  expect(answer.json().data.sections.length).toBeGreaterThan(10);
  expect(await hanako.load(ticketId)).toEqual(answer.json().data);
});

test('a one-way ticket covers its one section in its direction', async () => {
  const ticketId = await boundTicket('haruka-kyoto-kix');
  const { sections } = await hanako.load(ticketId);
  expect(sections).toMatchObject([
    { from: { stationId: 'kyoto' }, to: { stationId: 'kansai-airport' }, direction: 'outbound' },
  ]);
});

test('two devices at once: one success, one refusal, one event', async () => {
  for (let round = 0; round < 5; round += 1) {
    const ticketId = await boundTicket('city-day-qr');
    const answers = await Promise.all([1, 2].map(() => hanako.post('use', { ticketId })));
    expect(answers.map((answer) => answer.json().code).toSorted()).toEqual(['OK', 'TKT-0006']);
    const events = await fixture.deps.db
      .selectFrom('ticket_event')
      .select(['kind', 'from_status', 'to_status'])
      .where('ticket_id', '=', ticketId)
      .where('kind', '=', 'use')
      .execute();
    expect(events).toEqual([{ kind: 'use', from_status: 'bound', to_status: 'inUse' }]);
  }
});

test("no call finds another account's ticket", async () => {
  const taro = await fixture.traveller('taro');
  const ticketId = await boundTicket('city-day-qr', taro);
  const deviceKey = 'A'.repeat(44);
  const answers = await Promise.all([
    hanako.post('use', { ticketId }),
    hanako.get('load', { ticketId }),
    hanako.get('qrcode', { ticketId, deviceKey }),
    hanako.get('load', { ticketId: 'no-such-ticket' }),
  ]);
  expect(answers.map((answer) => [answer.statusCode, answer.json().code])).toEqual(
    Array(4).fill([404, 'TKT-0001']),
  );
  expect((await hanako.get('list', { tab: 'active' })).json().data.items).toEqual([]);
});

test('each refusal has its code', async () => {
  const ticketId = await boundTicket('city-day-qr');
  const set = (change: object) =>
    fixture.deps.db.updateTable('ticket').set(change).where('ticket_id', '=', ticketId).execute();
  await set({ status: 'suspended' });
  expect(await codeOf(hanako.post('use', { ticketId }))).toBe('TKT-0007');
  await set({ status: 'refunded' });
  expect(await codeOf(hanako.post('use', { ticketId }))).toBe('TKT-0006');
  await set({ status: 'bound' });
  expect(await codeOf(hanako.post('use', { ticketId: await boundTicket('keihan-voucher') }))).toBe(
    'TKT-0006',
  );
  fixture.deps.advance(30 * 86_400_000);
  await hanako.signIn();
  expect(await codeOf(hanako.post('use', { ticketId }))).toBe('TKT-0005');
});

test('a retry with its key gets the first answer', async () => {
  const ticketId = await boundTicket('museum-eticket');
  const key = { 'idempotency-key': 'use-once-0001' };
  const first = await hanako.post('use', { ticketId }, key);
  fixture.deps.advance(60_000);
  expect((await hanako.post('use', { ticketId }, key)).json()).toEqual(first.json());
});

test('an open entry shows on the ticket and blocks a transfer', async () => {
  const ticketId = await boundTicket('kansai-pass-2day');
  const at = new Date(fixture.deps.clock());
  const entry = {
    ticket_id: ticketId,
    station_id: 'kyoto',
    method: 'scan',
    verified_at: at,
    closed_at: null,
  };
  const until = { verified_until: new Date(at.getTime() + 300_000) };
  const insert = (record_id: string, direction: 'in' | 'out', state: 'open' | 'cancelled') =>
    fixture.deps.db
      .insertInto('ticket_entry')
      .values({ record_id, direction, state, ...entry, ...until })
      .execute();
  await insert('r1', 'in', 'cancelled');
  await insert('r2', 'out', 'open');
  expect(await hanako.load(ticketId)).toMatchObject({ entry: null, transferable: true });
  await insert('r3', 'in', 'open');
  expect(await hanako.load(ticketId)).toMatchObject({
    entry: {
      stationId: 'kyoto',
      at: '2026-04-01 09:00:00',
      verifiedUntil: '2026-04-01 09:05:00',
      recordId: 'r3',
    },
    transferable: false,
  });
});
