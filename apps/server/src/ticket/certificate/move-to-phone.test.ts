// A ticket moves between phones a few times an hour at most, and gates accept every certificate that is issued.
import { offeredLanguages } from '@kippu/contract/languages';
import { createECDH } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { CERTIFICATE_AHEAD_SECONDS, PHONE_CHANGES } from '@kippu/contract/limits';
import { wallToEpoch } from '@kippu/domain/time/service-day';
import { openTicketApp, type TicketFixture, type TestUser } from '../../../test/ticket/ticket.ts';

let fixture: TicketFixture;
let hanako: TestUser;
let ticketId: string;

beforeAll(async () => {
  fixture = await openTicketApp();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.reset();
  hanako = await fixture.traveller('hanako');
  ticketId = await hanako.inUse('kansai-pass-2day');
});

function newKey(): string {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  return pair.getPublicKey('base64url', 'compressed');
}
const fetchOn = (deviceKey: string, who = hanako) => who.get('qrcode', { ticketId, deviceKey });
const codeOn = async (deviceKey: string, who = hanako): Promise<string> =>
  (await fetchOn(deviceKey, who)).json().code;
/** How many seconds a certificate is issued ahead of the server's clock. */
const aheadOn = async (deviceKey: string, who = hanako) =>
  wallToEpoch((await fetchOn(deviceKey, who)).json().data.issuedAt) / 1000 -
  Math.floor(fixture.deps.clock() / 1000);
const events = async () =>
  (
    await fixture.deps.db
      .selectFrom('ticket_event')
      .select('event_id')
      .where('kind', '=', 'otherPhone')
      .execute()
  ).length;

test('two phones in turn: five moves an hour, then a refusal that says when to try again', async () => {
  const [one, other] = [newKey(), newKey()];
  expect(await codeOn(one)).toBe('OK');
  for (let move = 0; move < PHONE_CHANGES.perHour; move += 1) {
    expect(await codeOn(move % 2 === 0 ? other : one)).toBe('OK');
    fixture.deps.advance(60_000);
  }
  const refused = await fetchOn(one);
  expect([refused.statusCode, refused.json().code, refused.json().values]).toEqual([
    429,
    'TKT-0018',
    { minutes: 55 },
  ]);
  expect(refused.headers['retry-after']).toBe(String(55 * 60));
  // The phone that shows the ticket now keeps working.
  expect(await codeOn(other)).toBe('OK');
  expect(await events()).toBe(PHONE_CHANGES.perHour);

  fixture.deps.advance(55 * 60_000 - 1);
  await hanako.signIn();
  expect(await codeOn(one)).toBe('TKT-0018');
  fixture.deps.advance(1);
  expect(await codeOn(one)).toBe('OK');
});

test('a day has its own limit, so that one ticket cannot make the history grow without end', async () => {
  let moves = 0;
  expect(await codeOn(newKey())).toBe('OK');
  for (let tries = 0; tries < 22; tries += 1) {
    for (let each = 0; each < 2; each += 1) if ((await codeOn(newKey())) === 'OK') moves += 1;
    fixture.deps.advance(3_600_000);
    await hanako.signIn();
  }
  expect(moves).toBe(PHONE_CHANGES.perDay);
  expect(await events()).toBe(PHONE_CHANGES.perDay);
});

test('300 fetches by two keys issue no certificate that gates refuse as too early, and do not delay a buyer', async () => {
  const keys = [newKey(), newKey()];
  for (let fetch = 0; fetch < 300; fetch += 1) await fetchOn(keys[fetch % 2] ?? '');
  const taro = await fixture.traveller('taro');
  expect((await hanako.transfer(ticketId, taro.email)).json().code).toBe('OK');
  expect(await aheadOn(newKey(), taro)).toBeLessThanOrEqual(CERTIFICATE_AHEAD_SECONDS);
});

test.each([
  ['as far ahead as is allowed', CERTIFICATE_AHEAD_SECONDS, 'OK'],
  ['a second further', CERTIFICATE_AHEAD_SECONDS + 1, 'TKT-0018'],
])('a ticket that was revoked many times within a second: %s', async (_name, ahead, code) => {
  const at = new Date(fixture.deps.clock());
  const kinds = Array.from({ length: ahead }, () => ({
    ticket_id: ticketId,
    kind: 'transfer',
    actor: 'system',
    at,
  }));
  await fixture.deps.db.insertInto('ticket_event').values(kinds).execute();
  const key = newKey();
  expect(await codeOn(key)).toBe(code);
  fixture.deps.advance(1_000);
  expect(await codeOn(key)).toBe('OK');
});

test('a ticket without a code is refused for that reason, however often it moved', async () => {
  for (let move = 0; move <= PHONE_CHANGES.perHour; move += 1) await codeOn(newKey());
  expect(await codeOn(newKey())).toBe('TKT-0018');
  await fixture.deps.db.updateTable('ticket').set({ status: 'suspended' }).execute();
  expect(await codeOn(newKey())).toBe('TKT-0007');
});

test('the refusal names the minutes in five languages', async () => {
  for (let move = 0; move <= PHONE_CHANGES.perHour; move += 1) await codeOn(newKey());
  for (const language of offeredLanguages()) {
    const answer = await fixture.app.inject({
      method: 'GET',
      url: '/jtr-jwqs-app/guest/ticket/info/qrcode',
      query: { ticketId, deviceKey: newKey() },
      headers: { authorization: hanako.authorization(), 'accept-language': language },
    });
    expect(answer.json().msg, language).toContain('60');
  }
});
