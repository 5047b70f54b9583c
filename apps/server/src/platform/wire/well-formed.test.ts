// Half a character in any text of any call is refused before the database replaces it.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ALL_CALLS } from '@kippu/contract/calls/all-calls';
import type { Call } from '@kippu/contract/call';
import { TEST_DESK_KEY } from '../../../test/app-context.ts';
import { openTicketApp, orderOf, type TicketFixture, type TestUser } from '../../../test/ticket/ticket.ts';
import { staffAtDesk, type AskDesk } from '../../../test/staff.ts';
import { requireWellFormed } from './well-formed.ts';

let fixture: TicketFixture;
let traveller: TestUser;
let manager: AskDesk;

beforeAll(async () => {
  fixture = await openTicketApp();
  traveller = await fixture.traveller('taro');
  manager = await staffAtDesk(fixture, 'manager');
});
afterAll(() => fixture.close());

const HALVES = ['A\ud800', '\udc00A', 'A\ud83d', '\udc00\ud800'];

test('two order ids that differ in half a character do not become one order', async () => {
  for (const half of HALVES) {
    const order = { ...orderOf('kansai-pass-2day'), orderId: `order-${half}` };
    const answer = await fixture.desk(order);
    expect([answer.statusCode, answer.json()]).toMatchObject([
      400,
      { code: 'REQ-0001', values: { field: 'orderId' } },
    ]);
  }
  expect(await fixture.deps.db.selectFrom('sales_order').select('order_id').execute()).toEqual([]);
  const whole = await fixture.desk({ ...orderOf('kansai-pass-2day'), seller: 'Shop \u{1F684}' });
  expect(whole.statusCode).toBe(200);
});

/** Sends a body to a call as somebody who may make it. */
async function codeOf({ auth, method, path, callers }: Call, payload: object) {
  if (auth === 'desk' && !callers?.includes('sales'))
    return (await manager(method as 'POST', path.replace('/desk/', ''), { ...payload })).json().code;
  const headers =
    auth === 'desk'
      ? { authorization: `ApiKey ${TEST_DESK_KEY}` }
      : { authorization: traveller.authorization(), 'idempotency-key': crypto.randomUUID() };
  return (await fixture.app.inject({ method, url: path, payload, headers })).json().code;
}

test('every call with a body refuses it, at any depth, before its schema is looked at', async () => {
  const calls = ALL_CALLS.filter(({ method, auth }) => method !== 'GET' && auth !== 'gate');
  expect(calls.length).toBeGreaterThan(30);
  for (const call of calls) {
    // It would sign out who asks.
    if (call.name === 'deskSignOut') continue;
    const code = await codeOf(call, { nested: [{ text: 'cut \ud83d' }] });
    expect(['REQ-0001', 'REQ-0004'], `${call.name} ${code}`).toContain(code);
  }
});

test('a deep body is looked through without a deep stack, and a name is a text too', () => {
  let deep: unknown = 'x\ud800';
  for (let n = 0; n < 200_000; n += 1) deep = [deep];
  expect(() => requireWellFormed({ deep })).toThrow(expect.objectContaining({ values: { field: 'deep' } }));
  expect(() => requireWellFormed({ 'a\ud800': 1 })).toThrow(expect.objectContaining({ code: 'REQ-0001' }));
  expect(() => requireWellFormed('\ud800')).toThrow();
  for (const good of [{ a: '\u{1F684}', b: [null, 1, true] }, undefined, [], 'x'])
    expect(() => requireWellFormed(good)).not.toThrow();
});
