// What the desk sends, and how it handles refusals, lost answers and the end of a session.
import { deskSettleGateConflict, deskTickets } from '@kippu/contract/calls/desk/issue';
import { deskMe, deskSignIn, type Staff } from '@kippu/contract/calls/desk/staff';
import { deskTicket } from '@kippu/contract/calls/desk/ticket';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newActs } from '@kippu/client/acts';
import { CallError, isRefusal } from '@kippu/client/call-error';
import { errorText } from './error-text.ts';
import { send, signOut } from './call.ts';
import { getSession, sessionOver, signedIn, signedOut } from '../session/session.ts';

const MEI: Staff = {
  staffId: 'mei',
  email: 'mei@example.jp',
  name: 'Mei',
  role: 'counter',
  mustChangePassword: false,
};
const KEN: Staff = { ...MEI, staffId: 'ken', email: 'ken@example.jp', name: 'Ken' };
const SETTLE = { body: { conflictId: '1', note: 'seen' } };

interface Request {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}
let requests: Request[];
/** Answers of the fake server, next first. Without one the call succeeds. */
let answers: (() => Response)[];
const stored = new Map<string, string>();

const refused = (status: number, code: string, values: object = {}) =>
  Response.json({ state: 'fail', code, msg: `words of ${code}`, values, data: null }, { status });
const done = (data: unknown = null) =>
  Response.json({ state: 'success', code: '', msg: '', values: {}, data });
const lost = () => {
  throw new TypeError('network');
};

beforeEach(() => {
  requests = [];
  answers = [];
  stored.clear();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  vi.stubGlobal('sessionStorage', storage);
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('navigator', { languages: ['en'] });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const headers = Object.fromEntries(new Headers(init.headers).entries());
    requests.push({ url, method: init.method ?? '', headers, body: init.body });
    return (answers.shift() ?? done)();
  });
  signedIn('token-1', MEI);
});
afterEach(() => {
  signedOut();
  vi.unstubAllGlobals();
});

/** Runs pending work as far as possible. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('a read sends the session, puts no number into the address and changes nothing', async () => {
  answers = [() => done({ ticketNo: '4711' })];
  expect(await send(deskTicket, { query: { ticketNo: '47 11' } })).toEqual({ ticketNo: '4711' });
  expect(requests).toMatchObject([
    {
      url: '/desk/ticket',
      method: 'POST',
      body: '{"ticketNo":"47 11"}',
      headers: { authorization: 'Bearer token-1' },
    },
  ]);
  expect(requests[0]?.headers).not.toHaveProperty('idempotency-key');
  expect(requests[0]?.headers['accept-language']).toBe('en');
});

test('signing in does not send an earlier session', async () => {
  await send(deskSignIn, { body: { email: 'ken@example.jp', password: 'x' } });
  expect(requests[0]?.headers).not.toHaveProperty('authorization');
});

test('a refusal includes its code, text and values', async () => {
  answers = [() => refused(422, 'TKT-0006', { status: 'void' })];
  const error = await send(deskSettleGateConflict, SETTLE).catch((e: unknown) => e);
  expect(isRefusal(error, 'TKT-0006')).toBe(true);
  expect(error).toMatchObject({ status: 422, values: { status: 'void' }, unanswered: false });
  expect(errorText(error, 'en')).toBe('words of TKT-0006');
});

test('a missing right does not end the session', async () => {
  answers = [() => refused(403, 'SES-0006')];
  await expect(send(deskSettleGateConflict, SETTLE)).rejects.toMatchObject({ code: 'SES-0006' });
  expect(getSession()).toMatchObject({ token: 'token-1', over: null });
});

test.each([
  ['no answer', lost],
  ['a proxy without its server', () => new Response('<html>', { status: 502 })],
])('after %s the act may have been done, so it keeps its key until it is answered', async (_name, answer) => {
  answers = [answer, () => refused(422, 'REQ-0005')];
  const doOnce = newActs();
  const act = () => doOnce('settle', SETTLE, (key) => send(deskSettleGateConflict, { ...SETTLE, key }));
  const error = await act().catch((e: unknown) => e);
  expect(errorText(error, 'en')).toContain('nothing is done twice');
  await expect(act()).rejects.toMatchObject({ code: 'REQ-0005' });
  await act();
  const keys = requests.map(({ headers }) => headers['idempotency-key']);
  expect(keys[0]).toBeTruthy();
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

test('another input is another act, and a second press during an act does nothing', async () => {
  const doOnce = newActs();
  const act = (input: { readonly n: number }) => doOnce('issue', input, (key) => send(deskTickets, { key }));
  await Promise.all([act({ n: 1 }), act({ n: 1 }), act({ n: 2 })]);
  const keys = requests.map(({ headers }) => headers['idempotency-key']);
  expect(keys).toHaveLength(2);
  expect(keys[0]).not.toBe(keys[1]);
});

test('a read without an answer is reported as unreachable', async () => {
  answers = [lost];
  const error = await send(deskMe).catch((e: unknown) => e);
  expect(error).toBeInstanceOf(CallError);
  expect(errorText(error, 'en')).toContain('cannot be reached');
});

test.each([
  ['SES-0001', 401],
  ['SES-0002', 498],
  ['SES-0003', 406],
  ['SES-0004', 409],
  ['SES-0005', 401],
])('after %s the act waits for the same person, and is sent again with its key', async (code, status) => {
  answers = [() => refused(status, code), () => done('settled')];
  const act = send(deskSettleGateConflict, SETTLE);
  await settled();
  expect(getSession()).toEqual({ token: null, staff: MEI, over: `words of ${code}` });
  expect(stored.size).toBe(0);
  signedIn('token-2', MEI);
  expect(await act).toBe('settled');
  expect(requests.map(({ headers }) => headers['authorization'])).toEqual([
    'Bearer token-1',
    'Bearer token-2',
  ]);
  expect(requests[1]?.headers['idempotency-key']).toBe(requests[0]?.headers['idempotency-key']);
});

test.each([
  ['another person signs in', () => signedIn('token-3', KEN)],
  ['nobody does', signedOut],
])('a waiting act is dropped when %s', async (_name, happens) => {
  answers = [() => refused(406, 'SES-0003')];
  const act = send(deskSettleGateConflict, SETTLE);
  await settled();
  happens();
  await expect(act).rejects.toMatchObject({ code: 'SES-0003' });
  expect(requests).toHaveLength(1);
});

test('a late refusal does not end a newer session', async () => {
  answers = [
    () => {
      sessionOver('token-1', 'idle');
      signedIn('token-2', MEI);
      return refused(406, 'SES-0003');
    },
    () => done('settled'),
  ];
  expect(await send(deskSettleGateConflict, SETTLE)).toBe('settled');
  expect(getSession()).toMatchObject({ token: 'token-2', over: null });
});

test('signing out ends the session here at once, also when the server is unreachable', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  answers = [lost];
  signOut();
  expect(getSession()).toEqual({ token: null, staff: null, over: null });
  await settled();
  expect(requests).toMatchObject([{ url: '/desk/sign-out', headers: { authorization: 'Bearer token-1' } }]);
  expect(warned).toHaveBeenCalledOnce();
});

test('an error before a call is sent is a fault of the page, not a missing network', async () => {
  const any = vi.spyOn(AbortSignal, 'any').mockImplementation(() => {
    throw new TypeError('AbortSignal.any is not a function');
  });
  const fault: unknown = await send(deskMe, { signal: new AbortController().signal }).catch((error) => error);
  any.mockRestore();
  expect(fault).toBeInstanceOf(TypeError);
  expect(errorText(fault, 'en')).toContain('update the browser');
  expect(requests).toEqual([]);
});

test('a request that is too large for a proxy is reported as such', async () => {
  answers = [() => new Response('<html>413 Request Entity Too Large</html>', { status: 413 })];
  const error = await send(deskTickets, { body: { orderId: 'a' } as never }).catch((e: unknown) => e);
  expect(errorText(error, 'en')).toContain('A proxy refuses this because it is too large');
  expect(errorText(error, 'ja')).toContain('プロキシの上限');
});
