// A code screen is notified of its ticket's passage within two seconds, whichever process recorded it, and of no other.
import { once } from 'node:events';
import { get, request as requestTo, type ClientRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSAGES_PATH } from '@kippu/contract/passage-stream';
import { buildApp } from '../app.ts';
import { inTransaction } from '../platform/db/database.ts';
import { startSession } from '../session/session.ts';
import { openGateApp, passage, type GateFixture } from '../../test/gate/gate.ts';

let fixture: GateFixture;
/** A second process on the same database. The phones are connected to it, the gate is not. */
let second: FastifyInstance;
let origin: string;

beforeAll(async () => {
  fixture = await openGateApp();
  second = await buildApp(fixture.deps);
  await second.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(second.server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await second.close();
  await fixture.close();
});

async function sessionOf(accountId: string): Promise<string> {
  const { deps } = fixture;
  return (await inTransaction(deps.db, (trx) => startSession(trx, accountId, 'phone', deps.clock()))).token;
}

interface Listening {
  readonly response: IncomingMessage;
  /** The text up to the next blank line; undefined at the end. */
  readonly next: () => Promise<string | undefined>;
  readonly stop: () => void;
}

/** Asks as the page does, with a body. On its own connection, since pooled ones would delay the server's stop. */
async function listen(token: string, body: Record<string, string>): Promise<Listening> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const request = requestTo(`${origin}${PASSAGES_PATH}`, { agent: false, method: 'POST', headers });
  request.end(JSON.stringify(body));
  return listening(request);
}

/** Asks as a client without a body does. */
async function listenByQuery(token: string, query: Record<string, string>): Promise<Listening> {
  const url = `${origin}${PASSAGES_PATH}?${new URLSearchParams(query)}`;
  return listening(get(url, { agent: false, headers: { authorization: `Bearer ${token}` } }));
}

async function listening(request: ClientRequest): Promise<Listening> {
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.setEncoding('utf8');
  const pieces = response[Symbol.asyncIterator]() as AsyncIterator<string>;
  let text = '';
  const next = async () => {
    while (!text.includes('\n\n')) {
      const read = await pieces.next();
      if (read.done) return undefined;
      text += read.value;
    }
    const [first = ''] = text.split('\n\n');
    text = text.slice(first.length + 2);
    return first;
  };
  return { response, next, stop: () => void request.destroy() };
}

async function ownerOf(ticketId: string): Promise<string> {
  const row = await fixture.deps.db
    .selectFrom('ticket')
    .select('account_id')
    .where('ticket_id', '=', ticketId)
    .executeTakeFirstOrThrow();
  return row.account_id ?? '';
}

test('another server sends an entry and an exit at once, and a reconnecting phone gets what it missed', async () => {
  const [ticketId = ''] = await fixture.inUse('kansai-pass-2day');
  const token = await sessionOf(await ownerOf(ticketId));
  const gate = await fixture.gate('kyoto');
  const phone = await listen(token, { ticketId });
  expect(phone.response.headers['content-type']).toContain('text/event-stream');
  // Makes a proxy pass events on at once.
  expect(phone.response.headers['x-accel-buffering']).toBe('no');
  const ready = await phone.next();
  expect(ready).toMatch(/^id: \d+\nevent: ready/);
  await gate.events([passage(ticketId, { at: '2026-04-01 09:05:00' })]);
  const frame = await phone.next();
  // The next event on the stream; no heartbeat came before it.
  expect(frame).toContain('event: passage');
  expect(frame).toContain('{"direction":"in","at":"2026-04-01 09:05:00"}');
  phone.stop();
  await gate.events([passage(ticketId, { code: 32, at: '2026-04-01 09:10:00' })]);
  const again = await listenByQuery(token, { ticketId, after: /id: (\d+)/.exec(frame ?? '')?.[1] ?? '' });
  expect(await again.next()).toContain('event: ready');
  expect(await again.next()).toContain('{"direction":"out","at":"2026-04-01 09:10:00"}');
  again.stop();
});

test("another account's ticket, a missing session and a wrong query are refused in the envelope", async () => {
  const [ticketId = ''] = await fixture.inUse('kansai-pass-2day');
  const other = await sessionOf((await fixture.traveller('stranger')).accountId);
  const refused = async (token: string, query: Record<string, string>) => {
    const asked = { url: PASSAGES_PATH, headers: { authorization: `Bearer ${token}` } };
    const answers = [
      await second.inject({ ...asked, query }),
      await second.inject({ ...asked, method: 'POST', payload: query }),
    ];
    const [byQuery, byBody] = answers.map((answer) => answer.json().code as string);
    expect(byBody).toBe(byQuery);
    return byQuery;
  };
  expect(await refused(other, { ticketId })).toBe('TKT-0001');
  expect(await refused('x'.repeat(30), { ticketId })).toBe('SES-0003');
  expect(await refused(other, { ticketId, after: '1; drop' })).toBe('REQ-0001');
});

test('a fourth stream of an account ends its first', async () => {
  const [ticketId = ''] = await fixture.inUse('kansai-pass-2day');
  const token = await sessionOf(await ownerOf(ticketId));
  const first = await listen(token, { ticketId });
  await first.next();
  const more = [];
  for (let n = 0; n < 3; n += 1) more.push(await listen(token, { ticketId }));
  expect(await first.next()).toBeUndefined();
  for (const { next, stop } of more) {
    expect(await next()).toContain('ready');
    stop();
  }
});

const endings: readonly (readonly [
  string,
  (scene: { accountId: string; token: string }) => Promise<unknown>,
])[] = [
  [
    'a logout',
    ({ token }) =>
      fixture.app.inject({
        method: 'DELETE',
        url: '/uw-auth-center/user/logout?loginAgent=guest',
        headers: { authorization: `Bearer ${token}` },
      }),
  ],
  ['a sign-in on another phone', ({ accountId }) => sessionOf(accountId)],
  [
    'a suspension',
    ({ accountId }) =>
      fixture.deps.db
        .updateTable('account')
        .set({ status: 'suspended' })
        .where('account_id', '=', accountId)
        .execute(),
  ],
  ['two hours without a call', async () => fixture.deps.advance(2 * 3_600_000)],
];
test.each(endings)('%s ends the streams of the session, on any server', async (_name, end) => {
  const [ticketId = ''] = await fixture.inUse('kansai-pass-2day');
  const accountId = await ownerOf(ticketId);
  const token = await sessionOf(accountId);
  const phone = await listen(token, { ticketId });
  expect(await phone.next()).toContain('event: ready');
  await end({ accountId, token });
  expect(await phone.next()).toBeUndefined();
});

test('a stopping process ends its streams', async () => {
  const [ticketId = ''] = await fixture.inUse('kansai-pass-2day');
  const phone = await listen(await sessionOf(await ownerOf(ticketId)), { ticketId });
  await phone.next();
  await second.close();
  expect(await phone.next()).toBeUndefined();
});
