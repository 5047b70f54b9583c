// The codes kept on the phone: private to one account, and recovered if the phone closes the database.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { LoginInfo } from '@kippu/contract/calls/traveller/account';
import type { Ticket } from '@kippu/contract/calls/traveller/ticket';

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
vi.mock('@kippu/ticket-code/crypto/phone-key', () => ({ phonePublicKey: async () => new Uint8Array(33) }));
const asked = vi.fn();
vi.mock('../../app/call/api.ts', () => ({
  send: async (_call: unknown, input: unknown) => {
    asked(input);
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

/** Reloads the page with this member signed in, or as a visitor for null. */
async function load(email: string | null = 'a@b.jp') {
  vi.resetModules();
  const session = await import('../../app/session/session.ts');
  if (email === null) session.endSession();
  else session.beginSession(member(email));
  return { ...session, ...(await import('./phone-codes.ts')) };
}

beforeEach(() => {
  kept.clear();
  keys = { publicKey: {}, privateKey: {} };
  openDB.mockReset().mockResolvedValue(database);
  beforeAnswer = () => {};
});

test('signing out drops the codes, also those kept before the page was opened', async () => {
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

describe('of a session that has lapsed', () => {
  beforeEach(() => {
    const stored = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, text: string) => void stored.set(key, text),
    });
  });
  afterEach(() => void vi.unstubAllGlobals());
  const MEI = { ticketId: 't1', owner: 'a@b.jp' };
  const saved = async () => {
    const { savedCodes } = await import('./phone-codes.ts');
    return (await savedCodes()).map(({ ticketId }) => ticketId);
  };

  test('the codes stay, also when the app is opened again', async () => {
    const { endSession, forgetOthersCodes, keptCode } = await load();
    kept.set('t1', MEI);
    expect(await saved()).toEqual([]);
    endSession(true);
    await forgetOthersCodes();
    expect(await saved()).toEqual(['t1']);
    // No call is made with them, and no screen of the account shows them.
    expect(await keptCode('t1')).toBeUndefined();
    vi.resetModules();
    expect(await saved()).toEqual(['t1']);
  });

  test('the same account has its codes again, and they go when it signs out', async () => {
    const { beginSession, endSession, keptCode } = await load();
    kept.set('t1', MEI);
    endSession(true);
    beginSession(member('a@b.jp'));
    expect(await keptCode('t1')).toBeDefined();
    expect(await saved()).toEqual([]);
    endSession();
    await vi.waitFor(() => expect(kept.size).toBe(0));
    expect(await saved()).toEqual([]);
  });

  test('another account never sees the codes, not even after its own session has lapsed', async () => {
    const { beginSession, endSession, keptCode } = await load();
    kept.set('t1', MEI);
    endSession(true);
    beginSession(member('other@b.jp'));
    expect(await keptCode('t1')).toBeUndefined();
    await vi.waitFor(() => expect(kept.size).toBe(0));
    // Even if the storage had not deleted them.
    kept.set('t1', MEI);
    endSession(true);
    expect(await saved()).toEqual([]);
    vi.resetModules();
    expect(await saved()).toEqual([]);
  });

  test('the codes are deleted where their traveller asks for it', async () => {
    const { endSession, forgetSavedCodes } = await load();
    kept.set('t1', MEI);
    endSession(true);
    await forgetSavedCodes();
    expect(kept.size).toBe(0);
    kept.set('t1', MEI);
    expect(await saved()).toEqual([]);
  });
});

test('a code belongs to the account that requested it, even if another has signed in since', async () => {
  const { beginSession, fetchCode, keptCode } = await load();
  beforeAnswer = () => beginSession(member('other@b.jp'));
  await fetchCode(ticket);
  expect(await keptCode('t1')).toBeUndefined();
});

test('a database that failed to open or was closed is opened again', async () => {
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
  // Another pair may be stored by now; the page keeps using its own.
  keys = { publicKey: {}, privateKey: {} };
  openDB.mockResolvedValue(database);
  expect(await phoneKeys()).toBe(made);
  await fetchCode(ticket);
  expect(kept.size).toBe(0);
  endSession();
  expect(await keptCode('t1')).toBeUndefined();
  expect(warned).toHaveBeenCalled();
});

test('a phone with full storage still shows the code, signed with the stored pair', async () => {
  const { fetchCode, forgetCode, keptCode, phoneKeys } = await load();
  database.put.mockRejectedValueOnce(full);
  expect(await fetchCode(ticket)).toMatchObject({ unkept: true });
  expect(await keptCode('t1')).toMatchObject(answer);
  expect(await phoneKeys()).toBe(keys);
  await forgetCode('t1');
  expect(await keptCode('t1')).toBeUndefined();
});

test('after the stored pair was read, no other pair signs, even if storage fails', async () => {
  const { phoneKeys } = await load();
  await phoneKeys();
  openDB.mock.calls[0]?.[2].terminated?.();
  openDB.mockRejectedValue(new Error('blocked'));
  await expect(phoneKeys()).rejects.toThrow('blocked');
});

test('a transfer succeeds even if the code cannot be dropped', async () => {
  openDB.mockRejectedValue(new Error('blocked'));
  const { forgetCode } = await load();
  await forgetCode('t1');
});

test('a storage that does not answer does not delay the gate', async () => {
  vi.useFakeTimers();
  openDB.mockReturnValue(new Promise(() => undefined));
  const { phoneKeys } = await load();
  const keysMade = phoneKeys();
  await vi.advanceTimersByTimeAsync(4_000);
  vi.useRealTimers();
  expect((await keysMade).privateKey.extractable).toBe(false);
});

test('a code is requested with the key of the phone, and kept', async () => {
  const { fetchCode } = await load();
  const code = await fetchCode(ticket);
  expect(asked).toHaveBeenLastCalledWith({ query: { ticketId: 't1', deviceKey: 'A'.repeat(44) } });
  expect(code).toEqual({ ticketId: 't1', owner: 'a@b.jp', ...answer, ticket });
  expect(kept.get('t1')).toEqual(code);
});

test('when two tabs make a pair at once, the first one stored wins', async () => {
  keys = undefined;
  const first = { publicKey: {}, privateKey: {} };
  const put = vi.fn(async () => undefined);
  openDB.mockResolvedValue({
    ...database,
    transaction: () => ({ store: { get: async () => first, put }, done: Promise.resolve() }) as never,
  });
  const { phoneKeys } = await load();
  expect(await phoneKeys()).toBe(first);
  expect(put).not.toHaveBeenCalled();
});

describe('tickets that a list no longer contains', () => {
  const stored = () => {
    for (const [ticketId, owner] of [
      ['t1', 'a@b.jp'],
      ['t2', 'a@b.jp'],
      ['t3', 'old@b.jp'],
    ] as const)
      kept.set(ticketId, { ticketId, owner });
  };

  test('are dropped for this account only', async () => {
    const { forgetCodesBut } = await load();
    stored();
    await forgetCodesBut((ticketId) => ticketId === 't1');
    expect([...kept.keys()]).toEqual(['t1', 't3']);
  });

  test('are dropped from memory too, if the phone stores nothing', async () => {
    openDB.mockRejectedValue(new DOMException('denied', 'SecurityError'));
    const { fetchCode, forgetCodesBut, keptCode } = await load();
    await fetchCode(ticket);
    await forgetCodesBut(() => true);
    expect(await keptCode('t1')).toBeDefined();
    await forgetCodesBut(() => false);
    expect(await keptCode('t1')).toBeUndefined();
  });

  test('do not matter for a visitor', async () => {
    const { endSession, forgetCodesBut, forgetOthersCodes } = await load();
    endSession();
    await forgetOthersCodes();
    stored();
    await forgetCodesBut(() => false);
    expect([...kept.keys()]).toEqual(['t1', 't2', 't3']);
  });
});

test('a visitor has no code, and a code fetched by a visitor has no owner', async () => {
  const { fetchCode, keptCode } = await load(null);
  expect((await fetchCode(ticket)).owner).toBe('');
  expect(await keptCode('t1')).toBeUndefined();
});

test('codes in memory are dropped with their account only', async () => {
  openDB.mockRejectedValue(new DOMException('denied', 'SecurityError'));
  const { beginSession, fetchCode, forgetOthersCodes, keptCode } = await load();
  await fetchCode(ticket);
  await forgetOthersCodes().catch(() => undefined);
  expect(await keptCode('t1')).toBeDefined();
  beginSession(member('other@b.jp'));
  beginSession(member('a@b.jp'));
  expect(await keptCode('t1')).toBeUndefined();
});
