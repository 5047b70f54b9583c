// How often gates and strangers may call: a flood is turned away before the database, and a gate of ours by nobody else's.
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ENROL_IN_ALL, ENROL_OF_ADDRESS, OF_GATE, UNKNOWN_OF_ADDRESS } from './gate-door.ts';
import { openGateApp, passage, type GateFixture } from './gate-fixture.ts';

let fixture: GateFixture;

beforeEach(async () => {
  fixture = await openGateApp();
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.useRealTimers();
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
const tryCode = (code: string, remoteAddress: string) =>
  fixture.app.inject({ method: 'POST', url: '/gate/enrol', payload: { code }, remoteAddress });
const stateAs = (key: string, remoteAddress = '127.0.0.1') =>
  fixture.app.inject({ url: '/gate/state', headers: { authorization: `Gate ${key}` }, remoteAddress });
const someKey = () => randomBytes(32).toString('base64url');

test('codes cannot be tried on and on from an address, not even the right one; another address may', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const [code, another] = [await fixture.gateCode('kyoto'), await fixture.gateCode('kyoto')];
  const wrong = await times(ENROL_OF_ADDRESS.max, (n) => tryCode(`WRONG-${n}`, '198.51.100.7'));
  expect(new Set(wrong.map((answer) => answer.json().code))).toEqual(new Set(['ACC-0004']));
  const statements = vi.spyOn(fixture.deps.db, 'transaction');
  expect(codeAndWait(await tryCode(code, '198.51.100.7'))).toEqual(['REQ-0004', true]);
  expect(statements).not.toHaveBeenCalled();
  statements.mockRestore();
  expect((await tryCode(another, '198.51.100.8')).json().code).toBe('OK');
  vi.setSystemTime(Date.now() + ENROL_OF_ADDRESS.timeWindow);
  expect((await tryCode(code, '198.51.100.7')).json().code).toBe('OK');
});

test('nor from everywhere at once', async () => {
  const code = await fixture.gateCode('kyoto');
  await times(ENROL_IN_ALL.max, (n) => tryCode('WRONG', `10.0.${n % 250}.1`));
  expect(codeAndWait(await tryCode(code, '203.0.113.1'))).toEqual(['REQ-0004', true]);
});

test('keys nobody has cost the database nothing once they are many, and our gates beside them are answered', async () => {
  const gate = await fixture.gate();
  expect((await gate.state()).statusCode).toBe(200);
  await times(UNKNOWN_OF_ADDRESS.max, () => stateAs(someKey()));
  const asked = vi.spyOn(fixture.deps.db, 'selectFrom');
  for (const call of [
    () => stateAs(someKey()),
    () =>
      fixture.app.inject({
        ...{ method: 'POST' as const, url: '/gate/events', payload: { events: [passage('x')] } },
        headers: { authorization: `Gate ${someKey()}` },
      }),
  ])
    expect(codeAndWait(await call())).toEqual(['REQ-0004', true]);
  expect(asked).not.toHaveBeenCalled();
  expect((await gate.state()).statusCode).toBe(200);
  expect((await stateAs(someKey(), '203.0.113.9')).json().code).toBe('SES-0001');
});

test('what cannot be a key is refused without a look at the database, however often', async () => {
  const asked = vi.spyOn(fixture.deps.db, 'selectFrom');
  for (const key of ['', 'x', `${someKey()}x`, "' or 1=1 --", 'x'.repeat(5_000)])
    expect((await stateAs(key)).json().code).toBe('SES-0001');
  expect(asked).not.toHaveBeenCalled();
});

test('a gate that asks too often is told to wait, and the one beside it is not', async () => {
  const [busy, other] = [await fixture.gate(), await fixture.gate()];
  const asked = await times(OF_GATE.max + 1, () => busy.decide({ text: 'x' }));
  expect(new Set(asked.map((answer) => answer.statusCode))).toEqual(new Set([200]));
  const refused = await busy.events([passage('x')]);
  expect(refused.statusCode).toBe(429);
  expect(codeAndWait(refused)).toEqual(['REQ-0004', true]);
  expect((await other.state()).statusCode).toBe(200);
});
