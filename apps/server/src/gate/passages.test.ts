// A code screen hears of its ticket's passage within two seconds, whichever process took it, and of no other.
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSAGES_PATH } from '@kippu/contract/gate';
import { buildApp } from '../app.ts';
import { inTransaction } from '../db/database.ts';
import { startSession } from '../http/session.ts';
import { openGateApp, passage, type GateFixture } from './gate-fixture.ts';

let fixture: GateFixture;
/** A second process on the same database: the phones are connected to it, the gate is not. */
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

/** By a connection of its own: a pool's spare ones would hold up a server that stops. */
async function listen(token: string, query: Record<string, string>): Promise<Listening> {
  const url = `${origin}${PASSAGES_PATH}?${new URLSearchParams(query)}`;
  const request = get(url, { agent: false, headers: { authorization: `Bearer ${token}` } });
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

test('an entry and an exit are heard at once by another server, and again from where one left off', async () => {
  const [ticketId = ''] = await fixture.inUse('kansai-pass-2day');
  const token = await sessionOf(await ownerOf(ticketId));
  const gate = await fixture.gate('kyoto');
  const phone = await listen(token, { ticketId });
  expect(phone.response.headers['content-type']).toContain('text/event-stream');
  const ready = await phone.next();
  expect(ready).toMatch(/^id: \d+\nevent: ready/);
  await gate.events([passage(ticketId, { at: '2026-04-01 09:05:00' })]);
  const heard = await phone.next();
  // The next thing on the stream: no beat of it came before.
  expect(heard).toContain('event: passage');
  expect(heard).toContain('{"direction":"in","at":"2026-04-01 09:05:00"}');
  phone.stop();
  await gate.events([passage(ticketId, { code: 32, at: '2026-04-01 09:10:00' })]);
  const again = await listen(token, { ticketId, after: /id: (\d+)/.exec(heard ?? '')?.[1] ?? '' });
  expect(await again.next()).toContain('event: ready');
  expect(await again.next()).toContain('{"direction":"out","at":"2026-04-01 09:10:00"}');
  again.stop();
});

test("a stranger's ticket, no session and a wrong query are refused in the envelope", async () => {
  const [ticketId = ''] = await fixture.inUse('kansai-pass-2day');
  const other = await sessionOf((await fixture.traveller('stranger')).accountId);
  const refused = async (token: string, query: Record<string, string>) => {
    const answer = await second.inject({
      url: PASSAGES_PATH,
      query,
      headers: { authorization: `Bearer ${token}` },
    });
    return answer.json().code as string;
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

test('a stopping process ends its streams', async () => {
  const [ticketId = ''] = await fixture.inUse('kansai-pass-2day');
  const phone = await listen(await sessionOf(await ownerOf(ticketId)), { ticketId });
  await phone.next();
  await second.close();
  expect(await phone.next()).toBeUndefined();
});
