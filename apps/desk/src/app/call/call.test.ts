// The wire as a fake server sees it: what is sent, how a refusal and a lost answer are told, and a session that is over.
import { deskSettleGateConflict, deskTickets } from '@kippu/contract/desk';
import { deskMe, deskSignIn, type Staff } from '@kippu/contract/desk-staff';
import { deskTicket } from '@kippu/contract/desk-ticket';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { actOnce, forgetActs } from './act-keys.ts';
import { CallError, errorText, isRefusal } from './call-error.ts';
import { send, signOut } from './call.ts';
import { getSession, sessionOver, signedIn, signedOut } from './session.ts';

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
/** Answers of the fake server, the next first; without one it succeeds. */
let answers: (() => Response)[];
const kept = new Map<string, string>();

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
  kept.clear();
  forgetActs();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
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

/** Lets what waits go on as far as it can. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('a read bears the session, asks by its query and changes nothing', async () => {
  answers = [() => done({ ticketNo: '4711' })];
  expect(await send(deskTicket, { query: { ticketNo: '47 11' } })).toEqual({ ticketNo: '4711' });
  expect(requests).toMatchObject([
    {
      url: '/desk/ticket?ticketNo=47+11',
      method: 'GET',
      body: undefined,
      headers: { authorization: 'Bearer token-1' },
    },
  ]);
  expect(requests[0]?.headers).not.toHaveProperty('idempotency-key');
  expect(requests[0]?.headers['accept-language']).toBe('en');
});

test('signing in tells nobody the session there was', async () => {
  await send(deskSignIn, { body: { email: 'ken@example.jp', password: 'x' } });
  expect(requests[0]?.headers).not.toHaveProperty('authorization');
});

test('a refusal bears its code, its words and its values', async () => {
  answers = [() => refused(422, 'TKT-0006', { status: 'void' })];
  const error = await send(deskSettleGateConflict, SETTLE).catch((e: unknown) => e);
  expect(isRefusal(error, 'TKT-0006')).toBe(true);
  expect(error).toMatchObject({ status: 422, values: { status: 'void' }, unanswered: false });
  expect(errorText(error, 'en')).toBe('words of TKT-0006');
});

test('a right that is missing does not end the session', async () => {
  answers = [() => refused(403, 'SES-0006')];
  await expect(send(deskSettleGateConflict, SETTLE)).rejects.toMatchObject({ code: 'SES-0006' });
  expect(getSession()).toMatchObject({ token: 'token-1', over: null });
});

test.each([
  ['no answer', lost],
  ['a proxy without its server', () => new Response('<html>', { status: 502 })],
])('%s may have been done: the same act has the same key until it is answered', async (_name, answer) => {
  answers = [answer, () => refused(422, 'REQ-0005')];
  const act = () => actOnce('settle', SETTLE, (key) => send(deskSettleGateConflict, { ...SETTLE, key }));
  const error = await act().catch((e: unknown) => e);
  expect(errorText(error, 'en')).toContain('not done twice');
  await expect(act()).rejects.toMatchObject({ code: 'REQ-0005' });
  await act();
  const keys = requests.map(({ headers }) => headers['idempotency-key']);
  expect(keys[0]).toBeTruthy();
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

test('another wish is another act, and a second press while it runs is none', async () => {
  const act = (wish: { readonly n: number }) => actOnce('issue', wish, (key) => send(deskTickets, { key }));
  await Promise.all([act({ n: 1 }), act({ n: 1 }), act({ n: 2 })]);
  const keys = requests.map(({ headers }) => headers['idempotency-key']);
  expect(keys).toHaveLength(2);
  expect(keys[0]).not.toBe(keys[1]);
});

test('a read without an answer is only unreachable', async () => {
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
  expect(kept.size).toBe(0);
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
])('what waits is given up when %s', async (_name, happens) => {
  answers = [() => refused(406, 'SES-0003')];
  const act = send(deskSettleGateConflict, SETTLE);
  await settled();
  happens();
  await expect(act).rejects.toMatchObject({ code: 'SES-0003' });
  expect(requests).toHaveLength(1);
});

test('a refusal that comes late does not end the session that came after', async () => {
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

test('signing out ends the session here at once, also when the server is not reached', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  answers = [lost];
  signOut();
  expect(getSession()).toEqual({ token: null, staff: null, over: null });
  await settled();
  expect(requests).toMatchObject([{ url: '/desk/sign-out', headers: { authorization: 'Bearer token-1' } }]);
  expect(warned).toHaveBeenCalledOnce();
});
