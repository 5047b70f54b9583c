// Every call of the contract and every other route is limited; a new call is tested here automatically.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LightMyRequestResponse } from 'fastify';
import { ALL_CALLS } from '@kippu/contract/calls/all-calls';
import type { Call } from '@kippu/contract/call';
import { inTransaction } from '../db/database.ts';
import { buildApp } from '../../app.ts';
import { addStaff, emailOf, tryToSignIn } from '../../../test/staff.ts';
import { openTicketApp, type TicketFixture, type TestUser } from '../../../test/ticket/ticket.ts';
import { startSession } from '../../session/session.ts';
import { TEST_DESK_KEY } from '../../../test/app-context.ts';

let fixture: TicketFixture;
let traveller: TestUser;
/** A key of no gate. The limits of gates are tested in gate-limits.test.ts. */
const GATE = `Gate ${'x'.repeat(43)}`;

beforeAll(async () => {
  fixture = await openTicketApp();
  traveller = await fixture.traveller('hanako');
  await addStaff(fixture.deps, 'manager');
});
afterAll(() => fixture.close());

/** A server on the same database whose limits are all one call, except those of gates, which ignore the factor. */
const strictServer = () =>
  buildApp({ ...fixture.deps, config: { ...fixture.deps.config, limitFactor: 0.0001 } });

const credentialOf = (call: Call): Record<string, string> => {
  if (call.auth === 'guest') return { authorization: traveller.authorization() };
  if (call.auth === 'gate') return { authorization: GATE };
  return call.auth === 'desk' ? { authorization: `ApiKey ${TEST_DESK_KEY}` } : {};
};
const limited = (answer: LightMyRequestResponse) => [answer.statusCode, answer.json().code];

test.each(ALL_CALLS.map((call) => [call.name, call] as const))('%s is limited', async (_name, call) => {
  const app = await strictServer();
  // Gates have their own limits, which ignore the factor.
  const max = call.path.startsWith('/gate/') ? 121 : 1;
  const send = () =>
    app.inject({
      method: call.method,
      url: call.path,
      headers: credentialOf(call),
      ...(call.method === 'GET' ? {} : { payload: {} }),
    });
  try {
    // A signed-in call may end its session, so the next one needs another.
    const first = await send();
    expect(first.json().code, 'the first call').not.toBe('REQ-0004');
    await traveller.signIn();
    for (let i = 1; i < max; i += 1) await send();
    const answer = await send();
    expect(limited(answer)).toEqual([429, 'REQ-0004']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  } finally {
    await app.close();
  }
});

test('pages, documents, unknown addresses and the live stream are limited too; a probe is not', async () => {
  for (const url of ['/', '/docs/json', '/docs', '/nowhere', '/gate', '/desk/', '/readyz']) {
    const app = await strictServer();
    const first = await app.inject({ url });
    expect(first.statusCode, url).not.toBe(429);
    expect(limited(await app.inject({ url })), url).toEqual([429, 'REQ-0004']);
    for (let i = 0; i < 3; i += 1) expect((await app.inject('/healthz')).statusCode).toBe(200);
    await app.close();
  }
  const app = await strictServer();
  await traveller.signIn();
  const headers = { authorization: traveller.authorization() };
  const url = '/jtr-jwqs-app/guest/ticket/info/passages?ticketId=nobody';
  expect((await app.inject({ url, headers })).json().code).toBe('TKT-0001');
  expect(limited(await app.inject({ url, headers }))).toEqual([429, 'REQ-0004']);
  await app.close();
});

test('travellers who share an address do not share the limits of signed-in calls', async () => {
  const app = await strictServer();
  const load = (token: string) =>
    app.inject({
      url: '/jtr-jwqs-app/guest/member/info/load',
      headers: { authorization: token },
      remoteAddress: '198.51.100.7',
    });
  for (let i = 0; i < 5; i += 1) {
    const other = await fixture.traveller(`guest-${i}`);
    expect((await load(other.authorization())).statusCode).toBe(200);
    expect((await load(other.authorization())).statusCode).toBe(429);
  }
  await app.close();
});

test('after many unknown tokens further ones are refused without a query; known sessions at the address are served', async () => {
  const app = await buildApp({ ...fixture.deps, config: { ...fixture.deps.config, limitFactor: 0.0025 } });
  const { accountId } = await fixture.traveller('known');
  const { token } = await inTransaction(fixture.deps.db, (trx) =>
    startSession(trx, accountId, 'phone', fixture.deps.clock()),
  );
  const load = (authorization: string, url = '/jtr-jwqs-app/guest/member/info/load') =>
    app.inject({ url, headers: { authorization }, remoteAddress: '198.51.100.8' });
  expect((await load(`Bearer ${token}`)).statusCode).toBe(200);
  const codes = [];
  for (let i = 0; i < 4; i += 1) codes.push((await load(`Bearer ${'x'.repeat(40)}${i}`)).json().code);
  expect(codes).toEqual(['SES-0003', 'SES-0003', 'SES-0003', 'REQ-0004']);
  expect((await load('ApiKey wrong-key-of-nobody', '/desk/products')).json().code).toBe('REQ-0004');
  expect((await load(`Bearer ${token}`)).statusCode).toBe(200);
  await app.close();
});

test('wider IPv6 networks have higher limits', async () => {
  const app = await strictServer();
  const ask = async (address: string) =>
    (await app.inject({ url: '/jtr-jwqs-app/open/account/info/publicKey', remoteAddress: address }))
      .statusCode;
  expect(await ask('2001:db8:0:100::1')).toBe(200);
  expect(await ask('2001:db8:0:100::2')).toBe(429);
  // The /56 may make 4 calls and the /48 16, from any of their /64 networks.
  const lines = [1, 2, 3, 4, 5].map((line) => ask(`2001:db8:0:10${line}::1`));
  expect((await Promise.all(lines)).filter((status) => status === 200)).toHaveLength(3);
  const networks = await Promise.all(
    Array.from({ length: 30 }, (_, i) => ask(`2001:db8:0:${(16 + i).toString(16)}00::1`)),
  );
  expect(networks.filter((status) => status === 200)).toHaveLength(12);
  expect(await ask('2001:db8:1::1')).toBe(200);
  await app.close();
});

test('a limit by address uses the client’s address behind a proxy, with or without a port', async () => {
  const app = await strictServer();
  const ask = async (forwarded: string) =>
    (
      await app.inject({
        url: '/jtr-jwqs-app/open/account/info/publicKey',
        headers: { 'x-forwarded-for': forwarded },
      })
    ).statusCode;
  expect(await ask('203.0.113.1:1000')).toBe(200);
  expect(await ask('203.0.113.1:2000')).toBe(429);
  expect(await ask('203.0.113.2, 127.0.0.1:443')).toBe(200);
  expect(await ask('203.0.113.2')).toBe(429);
  expect(await ask('[2001:db8:2::1]:99')).toBe(200);
  await app.close();
});

test('a forged X-Forwarded-For is ignored, without a proxy and in front of the proxy’s entry', async () => {
  const app = await strictServer();
  const ask = async (forwarded: string, remoteAddress = '127.0.0.1') =>
    (
      await app.inject({
        url: '/jtr-jwqs-app/open/account/info/publicKey',
        remoteAddress,
        headers: { 'x-forwarded-for': forwarded },
      })
    ).statusCode;
  expect(await ask('203.0.113.1', '198.51.100.7')).toBe(200);
  expect(await ask('203.0.113.2', '198.51.100.7')).toBe(429);
  expect(await ask('203.0.113.3, 203.0.113.9')).toBe(200);
  expect(await ask('203.0.113.4, 203.0.113.9')).toBe(429);
  await app.close();
});

test('staff are limited by person', async () => {
  const app = await strictServer();
  const token = (await tryToSignIn(fixture, emailOf('manager'))).json().data.token;
  const me = (authorization: string) => app.inject({ url: '/desk/me', headers: { authorization } });
  expect((await me(`Bearer ${token}`)).statusCode).toBe(200);
  expect(limited(await me(`Bearer ${token}`))).toEqual([429, 'REQ-0004']);
  expect((await me(`ApiKey ${TEST_DESK_KEY}`)).statusCode).toBe(403);
  await app.close();
});
