// Mail scanners, link previews and crawlers open every link, repeatedly. Reading changes nothing.
import { Type } from 'typebox';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ALL_CALLS } from '@kippu/contract/calls/all-calls';
import { phonePublicKey } from '@kippu/ticket-code/crypto/phone-key';
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

/** The state of a ticket, its history, its seats and its owner. */
async function everything() {
  const { db } = fixture.deps;
  return Promise.all([
    db.selectFrom('ticket').selectAll().orderBy('ticket_id').execute(),
    db.selectFrom('ticket_event').selectAll().orderBy('event_id').execute(),
    db.selectFrom('ticket_entry').selectAll().orderBy('record_id').execute(),
    db.selectFrom('reservation').selectAll().orderBy('reservation_id').execute(),
    db.selectFrom('seat_hold').selectAll().orderBy('hold_id').execute(),
    db.selectFrom('account').selectAll().orderBy('account_id').execute(),
  ]);
}

test('a ticket link that machines opened, with HEAD and three GETs, still works for the traveller', async () => {
  const [issued] = await fixture.issue('kansai-pass-2day');
  const { pathname, search, hash } = new URL(issued?.link ?? '');
  // The token is in the address's fragment, which browsers never send to a server.
  expect(hash).toContain('link=');
  const before = await everything();
  for (const method of ['HEAD', 'GET', 'GET', 'GET'] as const)
    expect((await fixture.app.inject({ method, url: `${pathname}${search}` })).statusCode).toBeLessThan(500);
  for (let times = 0; times < 3; times += 1)
    expect((await hanako.post('bind?preview=true', { link: issued?.link })).json().code).toBe('OK');
  expect(await everything()).toEqual(before);
  expect((await hanako.post('bind', { link: issued?.link })).json().code).toBe('OK');
});

test('no GET and no HEAD of any call changes a ticket, an entry, a seat or an account', async () => {
  const ticketId = await hanako.inUse('kansai-pass-2day');
  const { publicKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
    'sign',
  ]);
  const deviceKey = Buffer.from(await phonePublicKey(publicKey)).toString('base64url');
  const fetched = await hanako.get('qrcode', { ticketId, deviceKey });
  expect(fetched.json().code).toBe('OK');
  const known: Record<string, string> = {
    ticketId,
    deviceKey,
    ticketIds: ticketId,
    recordId: 'none',
    reservationId: 'none',
    noticeId: 'none',
    tab: 'active',
    site: 'all',
    lat: '34.98',
    lon: '135.75',
    date: '2026-04-01',
    from: 'kansai-airport',
    to: 'kyoto',
    departureId: 'none',
  };
  const before = await everything();
  const answered: string[] = [];
  for (const call of ALL_CALLS.filter(({ method }) => method === 'GET')) {
    const names = Type.IsObject(call.query) ? Object.keys(call.query.properties) : [];
    const query = Object.fromEntries(Object.entries(known).filter(([name]) => names.includes(name)));
    for (const method of ['HEAD', 'GET', 'GET', 'GET'] as const) {
      const answer = await fixture.app.inject({
        method,
        url: call.path,
        query,
        headers: { authorization: hanako.authorization() },
      });
      expect(answer.statusCode, call.name).toBeLessThan(500);
      if (method === 'GET' && answer.statusCode === 200) answered.push(call.name);
    }
  }
  // Refusals alone would prove nothing.
  expect(new Set(answered).size).toBeGreaterThan(12);
  expect(await everything()).toEqual(before);
});

test("no cache stores a traveller's answers, or a phone would show an old time and an old code", async () => {
  const ticketId = await hanako.inUse('kansai-pass-2day');
  const asked = [
    hanako.get('list', { tab: 'active' }),
    hanako.get('load', { ticketId }),
    hanako.get('history', { ticketId, site: 'all' }),
    hanako.get('qrcode', { ticketId, deviceKey: 'AyK9bVyzQkGvS1zYw1xv4yqjv0lYw0m3q1cW5c0fJ0aA' }),
    hanako.get('load', { ticketId: 'none' }),
  ];
  const cacheControls = (await Promise.all(asked)).map(({ headers }) => headers['cache-control']);
  expect(cacheControls).toEqual(Array(5).fill('no-store'));
});
