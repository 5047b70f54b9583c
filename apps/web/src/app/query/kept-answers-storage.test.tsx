// The phone's store of answers: its size, what is deleted, and the start of the app when the store does not answer.
import { ticketLoad } from '@kippu/contract/calls/traveller/ticket';
import { QueryClient } from '@tanstack/react-query';
import { IDBFactory } from 'fake-indexeddb';
import { openDB } from 'idb';
import { beforeEach, expect, test, vi } from 'vitest';
import { aTicket } from '../../../test/factories.ts';
import { offered } from '@kippu/contract/languages';
import { signIn } from '../../../test/sign-in.ts';

const loadOf = (ticketId: string) => [ticketLoad.name, { ticketId }] as const;
const keyOf = (ticketId: string) => JSON.stringify(loadOf(ticketId));

/** Loads the modules as a newly opened page does. */
async function opened() {
  vi.resetModules();
  (await import('@kippu/contract/languages')).setLanguages(offered());
  const [{ keepAnswers }, { CallError }, { renewMember, getSession }] = await Promise.all([
    import('./kept-answers.ts'),
    import('@kippu/client/call-error'),
    import('../session/session.ts'),
  ]);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return { client, keep: () => keepAnswers(client), CallError, renewMember, getSession };
}

/** The ids of the tickets whose answers are stored. */
async function stored(): Promise<string[]> {
  const db = await openDB('kippu-answers');
  const answers = await db.getAll('answers');
  db.close();
  return answers.map(({ queryKey }) => queryKey[1].ticketId);
}
/** Stores these answers, the oldest first. */
async function fill(ticketIds: readonly string[]): Promise<void> {
  const db = await openDB('kippu-answers', 1);
  for (const [at, ticketId] of ticketIds.entries())
    await db.put('answers', { key: keyOf(ticketId), queryKey: loadOf(ticketId), data: { ticketId }, at });
  db.close();
}
const ids = (count: number) => Array.from({ length: count }, (_, i) => `t-${String(i).padStart(3, '0')}`);

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  signIn();
});

test('the 200 newest are kept, and the oldest goes', async () => {
  const { client, keep } = await opened();
  await keep();
  await fill(ids(199));
  client.setQueryData(loadOf('new-1'), aTicket());
  await vi.waitFor(async () => expect(await stored()).toHaveLength(200));
  expect(await stored()).toContain('t-000');
  client.setQueryData(loadOf('new-2'), aTicket());
  await vi.waitFor(async () => expect(await stored()).not.toContain('t-000'));
  expect(await stored()).toHaveLength(200);
  expect(await stored()).toEqual(expect.arrayContaining(['t-001', 'new-1', 'new-2']));
});

test('what the server says is gone is deleted; after any other failure it stays', async () => {
  const { client, keep, CallError } = await opened();
  await keep();
  for (const ticketId of ['gone', 'lost']) client.setQueryData(loadOf(ticketId), aTicket());
  await vi.waitFor(async () => expect(await stored()).toHaveLength(2));
  const refusals = {
    gone: new CallError('refused', { status: 404, code: 'TKT-0001' }),
    lost: new CallError('network'),
  };
  for (const [ticketId, error] of Object.entries(refusals))
    await client
      .fetchQuery({ queryKey: loadOf(ticketId), queryFn: () => Promise.reject(error) })
      .catch(() => undefined);
  await vi.waitFor(async () => expect(await stored()).toEqual(['lost']));
});

test('an answer that came meanwhile is not replaced by an older one of the phone', async () => {
  await (await opened()).keep();
  await fill(['seen', 'other']);
  const { client, keep } = await opened();
  client.setQueryData(loadOf('seen'), { ticketId: 'newer' });
  await keep();
  expect(client.getQueryData(loadOf('seen'))).toEqual({ ticketId: 'newer' });
  expect(client.getQueryState(loadOf('seen'))?.isInvalidated).toBe(false);
  expect(client.getQueryData(loadOf('other'))).toEqual({ ticketId: 'other' });
  expect(client.getQueryState(loadOf('other'))?.dataUpdatedAt).toBe(1);
});

test('a new name of the same account leaves what is kept', async () => {
  const { client, keep, renewMember, getSession } = await opened();
  await keep();
  client.setQueryData(loadOf('mine'), aTicket());
  await vi.waitFor(async () => expect(await stored()).toEqual(['mine']));
  const member = getSession()?.member;
  if (!member) throw new Error('nobody is signed in');
  renewMember({ ...member, username: 'renamed' });
  client.setQueryData(loadOf('later'), aTicket());
  await vi.waitFor(async () => expect((await stored()).toSorted()).toEqual(['later', 'mine']));
});

test('the app opens after 0.4 s though the phone does not answer', async () => {
  const { keep } = await opened();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(indexedDB, 'open').mockImplementation(() => new IDBOpenDBRequest());
  const done = vi.fn();
  void keep().then(done);
  await vi.advanceTimersByTimeAsync(399);
  expect(done).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(done).toHaveBeenCalledOnce();
});

test('a store that did not open is opened again at the next use', async () => {
  const warned = vi.spyOn(console, 'warn').mockReturnValue();
  const { client, keep } = await opened();
  const denied = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  await keep();
  expect(warned).toHaveBeenCalled();
  denied.mockRestore();
  client.setQueryData(loadOf('mine'), aTicket());
  await vi.waitFor(async () => expect(await stored()).toEqual(['mine']));
  warned.mockRestore();
});

test('a store that the browser closed is opened again at the next use', async () => {
  const { client, keep } = await opened();
  const listened = vi.spyOn(IDBDatabase.prototype, 'addEventListener');
  await keep();
  const at = listened.mock.calls.findIndex(([type]) => type === 'close');
  const [, closed] = listened.mock.calls[at] ?? [];
  if (typeof closed !== 'function') throw new Error('nobody listens to the end of the store');
  const store = listened.mock.contexts[at] as IDBDatabase;
  listened.mockRestore();
  store.close();
  closed(new Event('close'));
  client.setQueryData(loadOf('mine'), aTicket());
  await vi.waitFor(async () => expect(await stored()).toEqual(['mine']));
});

test('an answer that is read again leaves a newer one of the same call with a narrower query', async () => {
  const { client, keep } = await opened();
  await (await opened()).keep();
  const db = await openDB('kippu-answers', 1);
  const all = [ticketLoad.name, {}] as const;
  await db.put('answers', { key: JSON.stringify(all), queryKey: all, data: { ticketId: 'any' }, at: 1 });
  db.close();
  client.setQueryData(loadOf('seen'), { ticketId: 'newer' });
  await keep();
  expect(client.getQueryState(all)?.isInvalidated).toBe(true);
  expect(client.getQueryState(loadOf('seen'))?.isInvalidated).toBe(false);
});

test('an answer that leaves the memory is not stored again', async () => {
  const { client, keep } = await opened();
  await keep();
  client.setQueryData(loadOf('mine'), aTicket());
  await vi.waitFor(async () => expect(await stored()).toEqual(['mine']));
  const db = await openDB('kippu-answers', 1);
  await db.clear('answers');
  db.close();
  client.removeQueries({ queryKey: loadOf('mine') });
  client.setQueryData(loadOf('later'), aTicket());
  await vi.waitFor(async () => expect(await stored()).toContain('later'));
  expect(await stored()).toEqual(['later']);
});
