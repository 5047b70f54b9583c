// Requests as a fake server receives them, from two tabs of one phone: two instances of the module with one storage.
import { offered } from '@kippu/contract/languages';
import { memberLoad, updateInfo, type LoginInfo } from '@kippu/contract/calls/traveller/account';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** The phone's database, shared by all tabs; undefined if the phone has none. */
let database: Map<string, unknown> | undefined;
vi.mock('idb', () => ({
  openDB: async () => {
    const kept = database;
    if (!kept) throw new Error('no database here');
    return {
      get: async (_store: string, key: string) => kept.get(key),
      put: async (_store: string, value: unknown, key: string) => void kept.set(key, value),
      clear: async () => kept.clear(),
      close: () => undefined,
    };
  },
}));

const MEMBER = {
  email: 'mei@example.com',
  username: 'mei',
  fullname: 'Mei Tanaka',
  country: 'TW',
  language: 'en',
  passwordChangedAt: '2026-11-01 10:00:00',
  createdAt: '2026-11-01 10:00:00',
} as const;
const login = (token: string): LoginInfo => ({
  token,
  refreshToken: `${token}-refresh`,
  createAt: '2026-11-28 10:00:00',
  expiresIn: 1800,
  member: MEMBER,
});
const REFUSALS: Readonly<Record<string, number>> = { 'SES-0002': 498, 'SES-0005': 401 };

interface Request {
  readonly path: string;
  readonly token: string | undefined;
  readonly key: string | undefined;
}
let requests: Request[];
/** Returns the code with which a guest's call is refused, or undefined. */
let refusalFor: (token: string | undefined) => string | undefined;

const answer = (code: string | undefined, data: unknown) =>
  Response.json(
    { state: code ? 'fail' : 'success', code: code ?? '', msg: '', values: {}, data: code ? null : data },
    { status: code ? (REFUSALS[code] ?? 422) : 200 },
  );

async function newTab() {
  vi.resetModules();
  (await import('@kippu/contract/languages')).setLanguages(offered());
  return Promise.all([import('./api.ts'), import('../session/session.ts')]);
}

beforeEach(() => {
  const stored = new Map<string, string>();
  requests = [];
  database = new Map();
  let lock: Promise<unknown> = Promise.resolve();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
  vi.stubGlobal('location', { hash: '#/packages/account/index' });
  vi.stubGlobal('history', {
    state: null,
    replaceState: (_: unknown, __: string, hash: string) => vi.stubGlobal('location', { hash }),
  });
  vi.stubGlobal('window', { addEventListener: () => undefined, scrollTo: () => undefined });
  vi.stubGlobal('navigator', {
    languages: ['en'],
    locks: {
      request: (_: string, __: object, work: () => Promise<void>) => {
        const turn = lock.then(work);
        lock = turn.catch(() => undefined);
        return turn;
      },
    },
  });
  vi.stubGlobal('fetch', async (url: string, { headers }: { headers: Record<string, string> }) => {
    const path = url.replace(/\?.*/, '').split('/').at(-1) ?? '';
    const token = headers['authorization']?.replace('Bearer ', '');
    requests.push({ path, token, key: headers['idempotency-key'] });
    await Promise.resolve();
    if (path === 'refreshToken') return answer(undefined, login('fresh'));
    return answer(refusalFor(token), MEMBER);
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('two tabs with 20 calls in flight refresh once, and every call is answered', async () => {
  refusalFor = (token) => (token === 'fresh' ? undefined : 'SES-0002');
  const [[one, { beginSession }], [two, { freshSession }]] = [await newTab(), await newTab()];
  beginSession(login('stale'));
  freshSession();
  const answers = Array.from({ length: 20 }, (_, index) => (index % 2 ? one : two).send(memberLoad));
  expect(await Promise.all(answers)).toEqual(Array.from({ length: 20 }, () => MEMBER));
  expect(requests.filter(({ path }) => path === 'refreshToken')).toHaveLength(1);
  expect(requests.filter(({ token }) => token === 'fresh')).toHaveLength(20);
});

/** A signed-in tab that does not see what another tab stores. */
async function newDeafTab(token: string) {
  const own = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => own.get(key) ?? null,
    setItem: (key: string, value: string) => void own.set(key, value),
  });
  const [{ send }, { beginSession, getSession }] = await newTab();
  beginSession(login(token));
  return { send, getSession };
}

test.each([
  ['once', 'although the storage event arrives late', true],
  ['each for itself', 'where the phone keeps no database', false],
])('two tabs refresh %s %s, and no call is lost', async (_, __, keeps) => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  if (!keeps) database = undefined;
  refusalFor = (token) => (token === 'fresh' ? undefined : 'SES-0002');
  const one = await newDeafTab('stale');
  expect(await one.send(memberLoad)).toEqual(MEMBER);
  const two = await newDeafTab('stale');
  expect(await two.send(memberLoad)).toEqual(MEMBER);
  expect([one.getSession()?.token, two.getSession()?.token]).toEqual(['fresh', 'fresh']);
  expect(requests.filter(({ path }) => path === 'refreshToken')).toHaveLength(keeps ? 1 : 2);
  expect(warned.mock.calls.length > 0).toBe(!keeps);
});

test('no token is left in the database when the session is over', async () => {
  refusalFor = (token) => (token === 'fresh' ? undefined : 'SES-0002');
  const { send } = await newDeafTab('stale');
  await send(memberLoad);
  expect(database?.size).toBe(1);
  const { forgetRefresh } = await import('../session/token-hand-over.ts');
  await forgetRefresh();
  expect(database?.size).toBe(0);
});

test('a write refused for inactivity leads to login, and is sent again with its key after it', async () => {
  refusalFor = (token) => (token === 'new' ? undefined : 'SES-0005');
  const [{ send }, { beginSession, getSession }] = await newTab();
  beginSession(login('old'));
  const saved = send(updateInfo, { body: { username: 'may' }, key: 'input' });
  await vi.waitFor(() => expect(getSession()).toBeNull(), { timeout: 20_000 });
  const { hash } = location;
  expect(hash).toContain('#/packages/login/index?');
  expect(new URLSearchParams(hash.split('?')[1]).get('next')).toBe('/packages/account/index');
  expect(new URLSearchParams(hash.split('?')[1]).get('why')).toBe('SES-0005');
  beginSession(login('new'));
  expect(await saved).toEqual(MEMBER);
  expect(requests.map(({ token, key }) => [token, key])).toEqual([
    ['old', 'input'],
    ['new', 'input'],
  ]);
});

test('an error before a call is sent is a fault of the app, not a missing network', async () => {
  refusalFor = () => undefined;
  const [{ send }, { beginSession }] = await newTab();
  beginSession(login('fresh'));
  const { reach } = await import('./reach.ts');
  vi.spyOn(AbortSignal, 'any').mockImplementation(() => {
    throw new TypeError('AbortSignal.any is not a function');
  });
  const { signal } = new AbortController();
  await expect(send(memberLoad, { signal })).rejects.toThrow(TypeError);
  expect(reach.get()).not.toBe(false);
  expect(requests).toEqual([]);
});
