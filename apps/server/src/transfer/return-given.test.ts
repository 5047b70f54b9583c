// A ticket that nobody asked for keeps nobody from deleting their account.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { codeOf, openTicketApp, type TestUser, type TicketFixture } from '../../test/ticket/ticket.ts';

let fixture: TicketFixture;
let hanako: TestUser;
let taro: TestUser;

beforeAll(async () => {
  fixture = await openTicketApp();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.reset();
  hanako = await fixture.traveller('hanako', 'ja');
  taro = await fixture.traveller('taro', 'en');
  // A password must be two weeks old.
  fixture.deps.advance(15 * 86_400_000);
  await Promise.all([hanako.signIn(), taro.signIn()]);
});

/** An account whose password is old enough for a deletion. */
async function newcomer(name: string): Promise<TestUser> {
  const user = await fixture.traveller(name, 'en');
  await fixture.deps.db
    .updateTable('account')
    .set({ password_changed_at: new Date(fixture.deps.clock() - 15 * 86_400_000) })
    .where('account_id', '=', user.accountId)
    .execute();
  return user;
}

/** Books seats on the train of the tests' day. Returns the reservation's id. */
async function book(who: TestUser, ticketIds: readonly string[], seats: readonly string[]): Promise<string> {
  const { holdId } = (await who.hold(ticketIds, seats, { departureId: 'haruka-14@2026-04-16' })).json().data;
  return (await who.seat('seatSave', { holdId })).json().data.reservationId;
}

const stateOf = async (ticketId: string) => {
  const row = fixture.deps.db.selectFrom('ticket').select(['account_id', 'status']);
  const { account_id: owner, status } = await row.where('ticket_id', '=', ticketId).executeTakeFirstOrThrow();
  return { owner, status };
};

test('an unused gift goes back to its giver, who is mailed; the account is deleted', async () => {
  const ticketId = await hanako.bound('kansai-pass-2day');
  const inUse = await hanako.inUse('kansai-wide-5day');
  for (const id of [ticketId, inUse]) await hanako.transfer(id, taro.email);
  expect(await codeOf(taro.logOff())).toBe('OK');
  expect(await stateOf(ticketId)).toEqual({ owner: hanako.accountId, status: 'bound' });
  expect(await stateOf(inUse)).toEqual({ owner: hanako.accountId, status: 'inUse' });
  expect((await hanako.load(ticketId)).ticketId).toBe(ticketId);
  const mails = (fixture.deps.mail.mailbox?.(hanako.email) ?? []).filter(
    ({ kind }) => kind === 'ticketReturned',
  );
  expect(mails.map(({ subject }) => subject)).toEqual([
    '譲ったきっぷが戻りました',
    '譲ったきっぷが戻りました',
  ]);
  // A former giver may not know who had it.
  expect(mails.filter(({ text }) => text.includes(taro.email))).toEqual([]);
  const events = fixture.deps.db
    .selectFrom('ticket_event')
    .select(['kind', 'detail'])
    .orderBy('event_id', 'desc');
  const [last] = await events.where('ticket_id', '=', ticketId).limit(1).execute();
  expect(last).toEqual({ kind: 'transfer', detail: { from: taro.accountId, to: hanako.accountId } });
});

test('a gift with a seat that its giver booked goes back with the seat', async () => {
  const [first = '', second = ''] = [
    await hanako.bound('kansai-pass-2day'),
    await hanako.bound('kansai-pass-2day'),
  ];
  const reservationId = await book(hanako, [first, second], ['4-12A', '4-12B']);
  for (const id of [first, second]) await hanako.transfer(id, taro.email);
  expect(await codeOf(taro.logOff())).toBe('OK');
  const { reservations } = await hanako.load(second);
  expect(reservations).toMatchObject([{ reservationId, seats: [{ ticketId: second, seatInfo: '4-12B' }] }]);
  expect((await hanako.load(first)).reservations).toMatchObject([{ seats: [{ seatInfo: '4-12A' }] }]);
  const [last, before] = fixture.deps.mail.mailbox?.(hanako.email) ?? [];
  const seats = [last, before].map((mail) => /12[AB]/.exec(mail?.text ?? '')?.[0]);
  expect(seats.toSorted()).toEqual(['12A', '12B']);
  expect(await codeOf(hanako.seat('seatCancel', { reservationId }))).toBe('OK');
});

test('the receiver of a gift does not see what the giver bought; the giver does when it comes back, also of a reissued one', async () => {
  const ticketId = await hanako.bound('kansai-pass-2day');
  const bought = await hanako.load(ticketId);
  expect(bought).toMatchObject({ salePrice: 220_000, seller: 'Trip Shop', salesSite: 'web' });
  expect(bought).not.toHaveProperty('isGift');
  expect(bought).toMatchObject({ orderTime: '2026-04-16 09:00:00', validity: { start: '2026-04-16' } });
  fixture.deps.advance(86_400_000 + 5_000);
  await Promise.all([hanako.signIn(), taro.signIn()]);
  await hanako.transfer(ticketId, taro.email);
  const given = await taro.load(ticketId);
  expect(given).toMatchObject({
    isGift: true,
    salePrice: 0,
    seller: '',
    salesSite: '',
    salesCompany: '',
    orderId: '',
    issuer: bought.issuer,
    // When it was given, not when it was bought.
    orderTime: '2026-04-17 09:00:05',
    validity: { start: '2026-04-17' },
  });
  expect(JSON.stringify(given)).not.toContain(bought.orderId);
  await taro.transfer(ticketId, hanako.email);
  expect(await hanako.load(ticketId)).toEqual(bought);
});

test('a gift for which the receiver booked a seat blocks the deletion until the train arrives', async () => {
  const ticketId = await hanako.bound('kansai-pass-2day');
  await hanako.transfer(ticketId, taro.email);
  fixture.deps.advance(1000);
  expect(await book(taro, [ticketId], ['4-12A'])).toBeTruthy();
  expect((await taro.logOff()).json().values).toEqual({ reasons: 'unusedTickets' });
  // The train has left by the timetable, and may be late.
  fixture.deps.advance(80 * 60_000);
  await taro.signIn();
  expect((await taro.logOff()).json().values).toEqual({ reasons: 'unusedTickets' });
  fixture.deps.advance(80 * 60_000);
  await taro.signIn();
  expect(await codeOf(taro.logOff())).toBe('OK');
  expect(await stateOf(ticketId)).toEqual({ owner: hanako.accountId, status: 'bound' });
});

test('a gift goes back with the seat of a train that has left by the timetable', async () => {
  const ticketId = await hanako.bound('kansai-pass-2day');
  const reservationId = await book(hanako, [ticketId], ['4-12A']);
  await hanako.transfer(ticketId, taro.email);
  fixture.deps.advance(80 * 60_000);
  await Promise.all([hanako.signIn(), taro.signIn()]);
  expect(await codeOf(taro.logOff())).toBe('OK');
  expect((await hanako.load(ticketId)).reservations).toMatchObject([{ reservationId }]);
});

test('a change of the seat that came with a gift is a use; a train that the timetable lost is none', async () => {
  const ticketId = await hanako.bound('kansai-pass-2day');
  const reservationId = await book(hanako, [ticketId], ['4-12A']);
  await hanako.transfer(ticketId, taro.email);
  fixture.deps.advance(1000);
  const { holdId } = (
    await taro.hold([ticketId], ['3-1A'], { departureId: 'haruka-14@2026-04-16', change: reservationId })
  ).json().data;
  expect(await codeOf(taro.seat('seatChange', { reservationId, holdId }))).toBe('OK');
  expect((await taro.logOff()).json().values).toEqual({ reasons: 'unusedTickets' });
  await fixture.deps.db.deleteFrom('seat_leg').where('reservation_id', '=', reservationId).execute();
  expect(await codeOf(taro.logOff())).toBe('OK');
  expect((await stateOf(ticketId)).owner).toBe(hanako.accountId);
});

test('a gift with a seat of which every giver is deleted frees the seat', async () => {
  const ticketId = await hanako.bound('kansai-pass-2day');
  await book(hanako, [ticketId], ['4-12A']);
  await hanako.transfer(ticketId, taro.email);
  expect(await codeOf(hanako.logOff())).toBe('OK');
  expect(await codeOf(taro.logOff())).toBe('OK');
  expect((await stateOf(ticketId)).status).toBe('void');
  expect(await fixture.deps.db.selectFrom('seat_leg').select('seat').execute()).toEqual([]);
});

test('a gift that was used blocks the deletion, like an own ticket', async () => {
  const used = await hanako.bound('kansai-pass-2day');
  await hanako.transfer(used, taro.email);
  await taro.post('use', { ticketId: used });
  expect((await taro.logOff()).json().values).toEqual({ reasons: 'ticketsInUse' });
  const own = await hanako.bound('kansai-pass-2day');
  expect((await hanako.logOff()).json().values).toEqual({ reasons: 'unusedTickets' });
  expect((await stateOf(own)).status).toBe('bound');
});

test("an own ticket that came back blocks the deletion again, by the receiver's deletion or by hand", async () => {
  const ticketId = await hanako.bound('kansai-pass-2day');
  await hanako.transfer(ticketId, taro.email);
  await taro.transfer(ticketId, hanako.email);
  expect((await hanako.logOff()).json().values).toEqual({ reasons: 'unusedTickets' });
  // It is not taro's, who had it only as a gift.
  expect(await codeOf(taro.get('load', { ticketId }))).toBe('TKT-0001');
  await hanako.transfer(ticketId, taro.email);
  expect(await codeOf(taro.logOff())).toBe('OK');
  expect((await hanako.logOff()).json().values).toEqual({ reasons: 'unusedTickets' });
  expect(await stateOf(ticketId)).toEqual({ owner: hanako.accountId, status: 'bound' });
});

test('a gift that its receiver used, gave on and got back is the receiver’s', async () => {
  const jiro = await newcomer('jiro');
  const ticketId = await hanako.bound('kansai-pass-2day');
  await hanako.transfer(ticketId, taro.email);
  await taro.post('use', { ticketId });
  await taro.transfer(ticketId, jiro.email);
  expect(await codeOf(jiro.logOff())).toBe('OK');
  expect(await stateOf(ticketId)).toEqual({ owner: taro.accountId, status: 'inUse' });
  expect((await taro.logOff()).json().values).toEqual({ reasons: 'ticketsInUse' });
});

test.each([
  ['the last one first', ['jiro', 'taro']],
  ['the middle one first', ['taro', 'jiro']],
])('a gift given on goes back to the nearest account that exists, %s', async (_, order) => {
  const jiro = await newcomer('jiro');
  const ticketId = await hanako.bound('kansai-pass-2day');
  await hanako.transfer(ticketId, taro.email);
  await taro.transfer(ticketId, jiro.email);
  for (const name of order) {
    expect(await codeOf((name === 'jiro' ? jiro : taro).logOff())).toBe('OK');
    const owner = name === 'jiro' && order[0] === 'jiro' ? taro : order[0] === name ? jiro : hanako;
    expect(await stateOf(ticketId)).toEqual({ owner: owner.accountId, status: 'bound' });
  }
  expect((await hanako.load(ticketId)).ticketId).toBe(ticketId);
  expect((await hanako.logOff()).json().values).toEqual({ reasons: 'unusedTickets' });
});

test('receiver and giver who leave at the same time lose nothing: the first giver has the ticket', async () => {
  const jiro = await newcomer('jiro');
  const ticketId = await hanako.bound('kansai-pass-2day');
  await hanako.transfer(ticketId, taro.email);
  await taro.transfer(ticketId, jiro.email);
  expect(await Promise.all([jiro, taro].map((each) => codeOf(each.logOff())))).toEqual(['OK', 'OK']);
  expect(await stateOf(ticketId)).toEqual({ owner: hanako.accountId, status: 'bound' });
});

test('a gift of which every giver is deleted is void, and the last mail says so', async () => {
  const ticketId = await hanako.bound('kansai-pass-2day');
  const { ticketNo } = await hanako.load(ticketId);
  await hanako.transfer(ticketId, taro.email);
  expect(await codeOf(hanako.logOff())).toBe('OK');
  expect(await codeOf(taro.logOff())).toBe('OK');
  expect(await stateOf(ticketId)).toEqual({ owner: taro.accountId, status: 'void' });
  const last = (fixture.deps.mail.mailbox?.(taro.email) ?? []).find(({ kind }) => kind === 'deleted');
  expect(last?.text).toContain('became void with your account');
  expect(last?.text).toContain(ticketNo);
});
