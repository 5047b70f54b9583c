// The phone's kept codes: nobody else's, and a database that comes back when the phone has taken it away.
import { beforeEach, expect, test, vi } from 'vitest';
import type { LoginInfo } from '@kippu/contract/account';
import type { Ticket } from '@kippu/contract/ticket';

const kept = new Map<string, { ticketId: string; owner: string }>();
let keys: object | undefined;
const full = new DOMException('full', 'QuotaExceededError');
const database = {
  get: async (store: string, key: string) => (store === 'keys' ? keys : kept.get(key)),
  transaction: () => ({
    store: { get: async () => undefined, put: () => Promise.reject(full) },
    done: Promise.resolve(),
  }),
  getAll: async () => [...kept.values()],
  put: vi.fn(
    async (_store: string, code: { ticketId: string; owner: string }) => void kept.set(code.ticketId, code),
  ),
  delete: async (_store: string, key: string) => void kept.delete(key),
};
const openDB =
  vi.fn<(name: string, version: number, options: { terminated?: () => void }) => Promise<typeof database>>();
const answer = { certificate: 'AAAA', expiresAt: '2026-12-01 00:00:00' };
let beforeAnswer = () => {};
vi.mock('idb', () => ({ openDB: (...args: Parameters<typeof openDB>) => openDB(...args) }));
vi.mock('@kippu/ticket-code/phone-key', () => ({ phonePublicKey: async () => new Uint8Array(33) }));
vi.mock('../app/api.ts', () => ({
  send: async () => {
    beforeAnswer();
    return answer;
  },
}));

const member = (email: string): LoginInfo => ({
  token: 't',
  refreshToken: 'r',
  createAt: '2026-12-01 00:00:00',
  expiresIn: 1800,
  member: {
    email,
    username: '',
    fullname: '',
    country: 'JP',
    language: 'ja',
    passwordChangedAt: '',
    createdAt: '',
  },
});
const ticket = { ticketId: 't1' } as unknown as Ticket;

const warned = vi.spyOn(console, 'warn').mockReturnValue();

async function load() {
  vi.resetModules();
  const session = await import('../app/session.ts');
  session.beginSession(member('a@b.jp'));
  return { ...session, ...(await import('./phone-codes.ts')) };
}

beforeEach(() => {
  kept.clear();
  keys = { publicKey: {}, privateKey: {} };
  openDB.mockReset().mockResolvedValue(database);
  beforeAnswer = () => {};
});

test('signing out drops the codes, also those kept before this page was opened', async () => {
  const { endSession, forgetOthersCodes, keptCode } = await load();
  kept.set('t1', { ticketId: 't1', owner: 'a@b.jp' });
  kept.set('t2', { ticketId: 't2', owner: 'old@b.jp' });
  expect(await keptCode('t1')).toBeDefined();
  expect(await keptCode('t2')).toBeUndefined();
  await forgetOthersCodes();
  expect([...kept.keys()]).toEqual(['t1']);
  endSession();
  await vi.waitFor(() => expect(kept.size).toBe(0), { timeout: 20_000 });
});

test('a code belongs to who asked for it, whoever is signed in when it comes', async () => {
  const { beginSession, fetchCode, keptCode } = await load();
  beforeAnswer = () => beginSession(member('other@b.jp'));
  await fetchCode(ticket);
  expect(await keptCode('t1')).toBeUndefined();
});

test('a database that did not open or was taken away is opened again', async () => {
  const { keptCode } = await load();
  openDB.mockRejectedValueOnce(new Error('blocked'));
  await expect(keptCode('t1')).rejects.toThrow('blocked');
  await keptCode('t1');
  await keptCode('t1');
  expect(openDB).toHaveBeenCalledTimes(2);
  openDB.mock.calls[1]?.[2].terminated?.();
  await keptCode('t1');
  expect(openDB).toHaveBeenCalledTimes(3);
});

test.each([
  ['forbids it', () => openDB.mockRejectedValue(new DOMException('denied', 'SecurityError'))],
  ['is full', () => (keys = undefined)],
])('a phone that keeps nothing, since it %s, has its codes until the page is left', async (_why, so) => {
  so();
  const { endSession, fetchCode, keptCode, phoneKeys } = await load();
  const made = await phoneKeys();
  expect(made.privateKey.extractable).toBe(false);
  expect(await fetchCode(ticket)).toMatchObject({ ...answer, unkept: true });
  expect(await keptCode('t1')).toMatchObject(answer);
  expect(kept.size).toBe(0);
  // What the phone could keep by now is another pair's: the page goes on with its own.
  keys = { publicKey: {}, privateKey: {} };
  openDB.mockResolvedValue(database);
  expect(await phoneKeys()).toBe(made);
  await fetchCode(ticket);
  expect(kept.size).toBe(0);
  endSession();
  expect(await keptCode('t1')).toBeUndefined();
  expect(warned).toHaveBeenCalled();
});

test('a phone that gets full shows the code all the same, with the pair it has kept', async () => {
  const { fetchCode, forgetCode, keptCode, phoneKeys } = await load();
  database.put.mockRejectedValueOnce(full);
  expect(await fetchCode(ticket)).toMatchObject({ unkept: true });
  expect(await keptCode('t1')).toMatchObject(answer);
  expect(await phoneKeys()).toBe(keys);
  await forgetCode('t1');
  expect(await keptCode('t1')).toBeUndefined();
});

test('a pair once met is the only one that signs: a storage that goes away meanwhile makes no other', async () => {
  const { phoneKeys } = await load();
  await phoneKeys();
  openDB.mock.calls[0]?.[2].terminated?.();
  openDB.mockRejectedValue(new Error('blocked'));
  await expect(phoneKeys()).rejects.toThrow('blocked');
});

test('a code that cannot be dropped stops nothing: the ticket is given away all the same', async () => {
  openDB.mockRejectedValue(new Error('blocked'));
  const { forgetCode } = await load();
  await forgetCode('t1');
});

test('a storage that never answers is not waited for at a gate', async () => {
  vi.useFakeTimers();
  openDB.mockReturnValue(new Promise(() => undefined));
  const { phoneKeys } = await load();
  const keysMade = phoneKeys();
  await vi.advanceTimersByTimeAsync(4_000);
  vi.useRealTimers();
  expect((await keysMade).privateKey.extractable).toBe(false);
});
