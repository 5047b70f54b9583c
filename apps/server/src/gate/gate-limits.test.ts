// Call limits of gates and strangers: excess calls are refused before the database, and nobody else can use up a gate's limit.
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MAX_GATE_EVENTS } from '@kippu/contract/limits';
import { buildApp } from '../app.ts';
import {
  ENROL_TOTAL,
  ENROL_PER_ADDRESS,
  EVENTS_PER_GATE,
  LIST_GATES_EVERY_MS,
  PER_GATE,
  UNKNOWN_PER_ADDRESS,
} from './enrol/gate-auth.ts';
import { enrolDevice, newDevice } from '../../test/gate/gate-device.ts';
import { openGateApp, passage, type GateFixture, type EnrolledGate } from '../../test/gate/gate.ts';

let fixture: GateFixture;

beforeEach(async () => {
  fixture = await openGateApp();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await fixture.close();
});

const codeAndWait = (answer: { json: () => { code: string }; headers: Record<string, unknown> }) => [
  answer.json().code,
  Number(answer.headers['retry-after'] ?? 0) > 0,
];
const times = async <T>(count: number, call: (n: number) => Promise<T>): Promise<T[]> => {
  const answers: T[] = [];
  for (let n = 0; n < count; n += 1) answers.push(await call(n));
  return answers;
};
const device = newDevice(() => fixture.deps.clock());
const tryCode = (code: string, remoteAddress: string) =>
  enrolDevice(fixture.app, code, device, { remoteAddress });
const stateAs = (key: string, remoteAddress = '127.0.0.1') =>
  fixture.app.inject({ url: '/gate/state', headers: { authorization: `Gate ${key}` }, remoteAddress });
const someKey = () => randomBytes(32).toString('base64url');

test('an address cannot try codes without end, not even the right one; another address can', async () => {
  let later = 0;
  const start = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => start + later);
  const [code, another] = [await fixture.gateCode('kyoto'), await fixture.gateCode('kyoto')];
  const wrong = await times(ENROL_PER_ADDRESS.max, (n) => tryCode(`WRONG-${n}`, '198.51.100.7'));
  expect(new Set(wrong.map((answer) => answer.json().code))).toEqual(new Set(['ACC-0004']));
  const statements = vi.spyOn(fixture.deps.db, 'transaction');
  expect(codeAndWait(await tryCode(code, '198.51.100.7'))).toEqual(['REQ-0004', true]);
  expect(statements).not.toHaveBeenCalled();
  statements.mockRestore();
  expect((await tryCode(another, '198.51.100.8')).json().code).toBe('OK');
  later = ENROL_PER_ADDRESS.timeWindow;
  expect((await tryCode(code, '198.51.100.7')).json().code).toBe('OK');
});

test('all addresses together cannot try codes without end', async () => {
  const code = await fixture.gateCode('kyoto');
  await times(ENROL_TOTAL.max, (n) => tryCode('WRONG', `10.0.${n % 250}.1`));
  expect(codeAndWait(await tryCode(code, '203.0.113.1'))).toEqual(['REQ-0004', true]);
});

test('a gate reports 6,000 passages a minute, 500 at once; then it waits, and asks and other gates report as before', async () => {
  let later = 0;
  const start = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => start + later);
  const [gate, other] = [await fixture.gate(), await fixture.gate()];
  const batch = Array.from({ length: MAX_GATE_EVENTS }, () => passage('no-such-ticket'));
  const batches = EVENTS_PER_GATE.max / MAX_GATE_EVENTS;
  expect(batches).toBe(12);
  const sent = await times(batches, () => gate.reportNow(batch));
  expect(sent.map((answer) => answer.json().code)).toEqual(sent.map(() => 'OK'));
  const statements = vi.spyOn(fixture.deps.db, 'transaction');
  expect(codeAndWait(await gate.reportNow(batch))).toEqual(['REQ-0004', true]);
  expect(statements).not.toHaveBeenCalled();
  statements.mockRestore();
  // Before the body is read: what no gate sends would be REQ-0001.
  expect(codeAndWait(await gate.reportNow([{ nonsense: true }]))).toEqual(['REQ-0004', true]);
  expect((await gate.decide({ text: '' })).json().code).toBe('OK');
  expect((await other.reportNow(batch.slice(0, 1))).json().code).toBe('OK');
  later = EVENTS_PER_GATE.timeWindow;
  expect((await gate.reportNow(batch)).json().code).toBe('OK');
});

test('many unknown keys cause no database queries, and our gates at the same address are answered', async () => {
  const gate = await fixture.gate();
  expect((await gate.state()).statusCode).toBe(200);
  await times(UNKNOWN_PER_ADDRESS.max, () => stateAs(someKey()));
  const asked = vi.spyOn(fixture.deps.db, 'selectFrom');
  for (const call of [
    () => stateAs(someKey()),
    () =>
      fixture.app.inject({
        method: 'POST' as const,
        url: '/gate/events',
        payload: { events: [passage('x')] },
        headers: { authorization: `Gate ${someKey()}` },
      }),
  ])
    expect(codeAndWait(await call())).toEqual(['REQ-0004', true]);
  expect(asked).not.toHaveBeenCalled();
  expect((await gate.state()).statusCode).toBe(200);
  expect((await stateAs(someKey(), '203.0.113.9')).json().code).toBe('SES-0001');
});

test('after a restart a gate is answered despite strangers at its address, and the gates are listed once', async () => {
  const [gate, closed] = [await fixture.gate(), await fixture.gate()];
  const close = { closed_at: new Date(fixture.deps.clock()) };
  await fixture.deps.db.updateTable('gate').set(close).where('gate_id', '=', closed.gateId).execute();
  const app = await buildApp(fixture.deps);
  const remoteAddress = '198.51.100.9';
  const unknown = () => {
    const headers = { authorization: `Gate ${someKey()}` };
    return app.inject({ url: '/gate/state', headers, remoteAddress });
  };
  const state = (of: EnrolledGate) => {
    const request = { method: 'GET', url: '/gate/state' } as const;
    const headers = of.device.headers(request, { keyId: of.gateId });
    return app.inject({ ...request, headers, remoteAddress });
  };
  const listed = vi.spyOn(fixture.deps.db, 'selectFrom');
  await times(UNKNOWN_PER_ADDRESS.max, unknown);
  // One lookup for each, and one list.
  expect(listed).toHaveBeenCalledTimes(UNKNOWN_PER_ADDRESS.max + 1);
  expect(codeAndWait(await unknown())).toEqual(['REQ-0004', true]);
  expect((await state(gate)).statusCode).toBe(200);
  expect(codeAndWait(await state(closed))).toEqual(['REQ-0004', true]);
  // Another process enrols a gate.
  const late = await fixture.gate();
  expect(codeAndWait(await state(late))).toEqual(['REQ-0004', true]);
  fixture.deps.advance(LIST_GATES_EVERY_MS);
  expect((await state(late)).statusCode).toBe(200);
  await app.close();
});

test('a malformed key is refused without a query, however often', async () => {
  const asked = vi.spyOn(fixture.deps.db, 'selectFrom');
  for (const key of ['', 'x', `${someKey()}x`, "' or 1=1 --", 'x'.repeat(5_000)])
    expect((await stateAs(key)).json().code).toBe('SES-0001');
  expect(asked).not.toHaveBeenCalled();
});

test('a gate that calls too often must wait, and the gate beside it need not', async () => {
  const [busy, other] = [await fixture.gate(), await fixture.gate()];
  const asked = await times(PER_GATE.max, () => busy.decide({ text: 'x' }));
  expect(new Set(asked.map((answer) => answer.statusCode))).toEqual(new Set([200]));
  const refused = await busy.events([passage('x')]);
  expect(refused.statusCode).toBe(429);
  expect(codeAndWait(refused)).toEqual(['REQ-0004', true]);
  expect((await other.state()).statusCode).toBe(200);
});
