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
  const mails = fixture.deps.mail.mailbox?.(hanako.email) ?? [];
  expect(mails.filter(({ text }) => text.includes(taro.email)).length).toBeGreaterThanOrEqual(2);
  const events = fixture.deps.db
    .selectFrom('ticket_event')
    .select(['kind', 'detail'])
    .orderBy('event_id', 'desc');
  const [last] = await events.where('ticket_id', '=', ticketId).limit(1).execute();
  expect(last).toEqual({ kind: 'transfer', detail: { from: taro.accountId, to: hanako.accountId } });
});

test('a gift that was used or has a seat blocks the deletion, like an own ticket', async () => {
  const used = await hanako.bound('kansai-pass-2day');
  await hanako.transfer(used, taro.email);
  await taro.post('use', { ticketId: used });
  expect((await taro.logOff()).json().values).toEqual({ reasons: 'ticketsInUse' });
  const own = await hanako.bound('kansai-pass-2day');
  expect((await hanako.logOff()).json().values).toEqual({ reasons: 'unusedTickets' });
  expect((await stateOf(own)).status).toBe('bound');
});

test('a gift whose giver is deleted too is void', async () => {
  const ticketId = await hanako.bound('kansai-pass-2day');
  await hanako.transfer(ticketId, taro.email);
  expect(await codeOf(hanako.logOff())).toBe('OK');
  expect(await codeOf(taro.logOff())).toBe('OK');
  expect(await stateOf(ticketId)).toEqual({ owner: taro.accountId, status: 'void' });
});
