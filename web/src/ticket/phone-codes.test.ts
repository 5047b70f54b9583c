// The phone's kept codes: nobody else's, and a database that comes back when the phone has taken it away.
import { beforeEach, expect, test, vi } from 'vitest';
import type { LoginInfo } from '@kippu/contract/account';
import type { Ticket } from '@kippu/contract/ticket';

const kept = new Map<string, { ticketId: string; owner: string }>();
const keys = { publicKey: {}, privateKey: {} };
const database = {
  get: async (store: string, key: string) => (store === 'keys' ? keys : kept.get(key)),
  getAll: async () => [...kept.values()],
  put: async (_store: string, code: { ticketId: string; owner: string }) =>
    void kept.set(code.ticketId, code),
  delete: async (_store: string, key: string) => void kept.delete(key),
};
const openDB = vi.fn(
  async (_name: string, _version: number, _options: { terminated?: () => void }) => database,
);
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

async function load() {
  vi.resetModules();
  const session = await import('../app/session.ts');
  session.beginSession(member('a@b.jp'));
  return { ...session, ...(await import('./phone-codes.ts')) };
}

beforeEach(() => {
  kept.clear();
  openDB.mockClear();
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
  await vi.waitFor(() => expect(kept.size).toBe(0));
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
