// Answers kept for offline use are shown only to the account that received them.
import { listSaasNotice } from '@kippu/contract/calls/traveller/notice';
import { ticketList, ticketLoad } from '@kippu/contract/calls/traveller/ticket';
import { QueryClient } from '@tanstack/react-query';
import { act, waitFor } from '@testing-library/react';
import { openDB } from 'idb';
import { beforeAll, expect, test, vi } from 'vitest';
import { aTicket } from '../../../test/factories.ts';
import { signIn } from '../../../test/sign-in.ts';
import { keepAnswers } from './kept-answers.ts';
import { queryClient, queryKey } from './queries.ts';
import { endSession } from '../session/session.ts';

const LOAD = queryKey(ticketLoad, { ticketId: 'ticket-1' });
const keptCount = async () => {
  const db = await openDB('kippu-answers');
  const count = await db.count('answers');
  db.close();
  return count;
};
/** Returns what the app would show after it is opened again. */
async function reopened(): Promise<QueryClient> {
  const client = new QueryClient();
  await keepAnswers(client);
  return client;
}

beforeAll(async () => {
  signIn();
  await keepAnswers(queryClient);
});

test('the same account finds its answers again, marked as stale', async () => {
  await act(async () => signIn());
  queryClient.setQueryData(LOAD, aTicket());
  queryClient.setQueryData(['seatMap', {}], { secret: true });
  await waitFor(async () => expect(await keptCount()).toBe(1));
  const client = await reopened();
  expect(client.getQueryData(LOAD)).toMatchObject({ ticketId: 'ticket-1' });
  expect(client.getQueryState(LOAD)?.isInvalidated).toBe(true);
  expect(client.getQueryData(['seatMap', {}])).toBeUndefined();
});

test.each([
  ['signs out', () => endSession()],
  ['is followed by another', () => signIn({ email: 'ken@example.com', username: 'ken' })],
])('an account that %s leaves nothing behind', async (_how, leave) => {
  await act(async () => signIn());
  queryClient.setQueryData(LOAD, aTicket());
  queryClient.setQueryData(queryKey(ticketList, { tab: 'active' }), { items: [aTicket()] });
  queryClient.setQueryData(queryKey(listSaasNotice), []);
  await waitFor(async () => expect(await keptCount()).toBeGreaterThan(0));
  await act(async () => leave());
  await waitFor(async () => expect(await keptCount()).toBe(0));
  const client = await reopened();
  expect(client.getQueryData(LOAD)).toBeUndefined();
  expect(queryClient.getQueryData(LOAD)).toBeUndefined();
});

test('a kept answer is still there after hours without a screen that shows it, any other is not', async () => {
  await act(async () => signIn());
  const client = await reopened();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  try {
    client.setQueryData(LOAD, aTicket());
    client.setQueryData(['seatMap', {}], { seats: [] });
    vi.advanceTimersByTime(5 * 3_600_000);
    expect(client.getQueryData(LOAD)).toMatchObject({ ticketId: 'ticket-1' });
    expect(client.getQueryData(['seatMap', {}])).toBeUndefined();
  } finally {
    vi.useRealTimers();
  }
});
