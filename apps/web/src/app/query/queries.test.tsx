// What is fetched again by itself, which failures replace the screen, and what a refused write makes stale.
import { updateInfo } from '@kippu/contract/calls/traveller/account';
import { ticketList, ticketLoad } from '@kippu/contract/calls/traveller/ticket';
import { act, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { aMember, aTicket } from '../../../test/factories.ts';
import { FakeServer, succeeds } from '../../../test/fake-server.ts';
import { wrapper } from '../../../test/query-wrapper.tsx';
import { signIn } from '../../../test/sign-in.ts';
import { CallError } from '@kippu/client/call-error';
import { queryClient, queryKey, refetch, rereadRefused, useRead, useWrite } from './queries.ts';
import { currentPlace, navigate } from '../router/router.ts';
import { renewMember } from '../session/session.ts';

const LOAD = { ticketId: 'ticket-1' };
const read = (options?: Parameters<typeof useRead>[2]) =>
  renderHook(() => useRead(ticketLoad, LOAD, options), { wrapper });
const html = (status: number) => new Response('<html></html>', { status });
let server: FakeServer;

beforeEach(() => {
  server = new FakeServer();
  vi.stubGlobal('fetch', server.fetch);
  signIn();
  queryClient.clear();
  navigate('seats', {}, { replace: true });
});

test('a changed name of the same account leaves what was read, another account does not', () => {
  queryClient.setQueryData(queryKey(ticketLoad, LOAD), aTicket());
  renewMember(aMember({ username: 'another name' }));
  expect(queryClient.getQueryData(queryKey(ticketLoad, LOAD))).toBeDefined();
  signIn({ email: 'ken@example.com' });
  expect(queryClient.getQueryData(queryKey(ticketLoad, LOAD))).toBeUndefined();
  queryClient.setQueryData(queryKey(ticketLoad, LOAD), aTicket());
  signIn({ email: 'mei@example.com' });
  expect(queryClient.getQueryData(queryKey(ticketLoad, LOAD))).toBeUndefined();
});

/** Waits for the read to fail. Its retries wait for seconds. */
async function failing(): Promise<number> {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { result } = read();
  for (let turn = 0; turn < 10 && !result.current.isError; turn += 1)
    await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(result.current.isError).toBe(true);
  return server.of(ticketLoad).length;
}

test.each([
  ['no answer', () => Promise.reject(new TypeError('lost')), 3],
  ['a gateway that has no answer', () => html(502), 3],
  ['a gateway that got no answer in time', () => html(504), 3],
  ['a page of something else', () => html(200), 1],
  ['a fault of the server', () => html(500), 1],
] satisfies readonly [string, () => Response | Promise<Response>, number][])(
  'after %s the number of tries is right: %#',
  async (_name, answer, times) => {
    server.answer(ticketLoad, answer);
    expect(await failing()).toBe(times);
  },
);

test('a timeout is not repeated by itself', async () => {
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
  server.lose(ticketLoad);
  expect(await failing()).toBe(1);
  vi.mocked(AbortSignal.timeout).mockRestore();
});

test('a screen without data is replaced by the page of the failure', async () => {
  server.answer(ticketLoad, () => html(503));
  await failing();
  expect(currentPlace().name).toBe('maintenance');
});

test('a failure that the screen itself shows does not replace it', async () => {
  server.refuse(ticketLoad, 'TKT-0007');
  await failing();
  expect(currentPlace().name).toBe('seats');
});

test('a screen that shows kept data stays, whatever fails', async () => {
  queryClient.setQueryData(queryKey(ticketList, { tab: 'active' }), { items: [aTicket()] });
  renderHook(() => useRead(ticketList, { tab: 'active' }, { staleTime: Number.POSITIVE_INFINITY }), {
    wrapper,
  });
  server.answer(ticketLoad, () => html(503));
  await failing();
  expect(currentPlace().name).toBe('seats');
});

test('data that no screen shows any more does not prevent the page of the failure', async () => {
  queryClient.setQueryData(queryKey(ticketList, { tab: 'active' }), { items: [aTicket()] });
  server.answer(ticketLoad, () => html(503));
  await failing();
  expect(currentPlace().name).toBe('maintenance');
});

test('a read sends its query', async () => {
  const { result } = read();
  await waitFor(() => expect(result.current.data).toMatchObject(LOAD));
  expect(server.of(ticketLoad)[0]?.query).toEqual(LOAD);
});

test('a failed prefetch, with no screen that shows it, leads nowhere', async () => {
  server.answer(ticketLoad, () => html(500));
  await queryClient.prefetchQuery({
    queryKey: queryKey(ticketLoad, LOAD),
    queryFn: () => Promise.reject(new CallError('notJson', { status: 500 })),
    retry: false,
  });
  expect(currentPlace().name).toBe('seats');
});

test('what the server says is gone is not shown, even if it was kept', async () => {
  queryClient.setQueryData(queryKey(ticketLoad, LOAD), aTicket());
  server.refuse(ticketLoad, 'TKT-0001');
  const { result } = read({ staleTime: 0 });
  await waitFor(() => expect(result.current.isError).toBe(true));
  expect(result.current.data).toBeUndefined();
});

test('any other failure leaves what was kept', async () => {
  queryClient.setQueryData(queryKey(ticketLoad, LOAD), aTicket());
  server.refuse(ticketLoad, 'TKT-0007');
  const { result } = read({ staleTime: 0 });
  await waitFor(() => expect(result.current.isError).toBe(true));
  expect(result.current.data).toMatchObject({ ticketId: 'ticket-1' });
});

const isStale = (query: object) => queryClient.getQueryState(['ticketLoad', query])?.isInvalidated;

test('all answers of a call become stale, for any query, and no other call’s', async () => {
  queryClient.setQueryData(['ticketLoad', LOAD], aTicket());
  queryClient.setQueryData(['ticketLoad', {}], aTicket());
  queryClient.setQueryData(['ticketList', {}], {});
  await refetch(ticketLoad);
  expect([isStale(LOAD), isStale({})]).toEqual([true, true]);
  expect(queryClient.getQueryState(['ticketList', {}])?.isInvalidated).toBe(false);
});

test.each([
  [404, true],
  [422, true],
  [409, false],
  [500, false],
])('a write refused with status %i reloads the screen: %s', (status, reloads) => {
  queryClient.setQueryData(['ticketLoad', LOAD], aTicket());
  rereadRefused(new CallError('refused', { status }));
  expect(isStale(LOAD)).toBe(reloads);
});

test('a fault of the app itself makes nothing stale', () => {
  queryClient.setQueryData(['ticketLoad', LOAD], aTicket());
  rereadRefused(Object.assign(new Error('fault'), { status: 422 }));
  expect(isStale(LOAD)).toBe(false);
});

test('a refused write reloads the data of the screen', async () => {
  const { result: shown } = read();
  await waitFor(() => expect(shown.current.isSuccess).toBe(true));
  server.refuse(updateInfo, 'ACC-0009');
  const { result } = renderHook(() => useWrite(updateInfo), { wrapper });
  await act(async () => void (await result.current.mutateAsync({}).catch(() => undefined)));
  await waitFor(() => expect(server.of(ticketLoad).length).toBe(2));
});

test('after a move to another screen before the answer, isHere is false', async () => {
  const heard: boolean[] = [];
  let answer = () => {};
  const answered = new Promise<Response>((resolve) => (answer = () => resolve(succeeds(aMember()))));
  server.answer(updateInfo, () => answered);
  const { result } = renderHook(
    () => useWrite(updateInfo, { onSuccess: (_member, isHere) => void heard.push(isHere()) }),
    { wrapper },
  );
  act(() => result.current.mutate({}));
  await waitFor(() => expect(server.of(updateInfo).length).toBe(1));
  act(() => navigate('tickets', {}));
  await act(async () => answer());
  await waitFor(() => expect(heard).toEqual([false]));
  server.give(updateInfo, aMember());
  await act(async () => void (await result.current.mutateAsync({})));
  expect(heard).toEqual([false, true]);
});

test('after a fault of the app the next press has a key of its own', async () => {
  const { result } = renderHook(
    () => useWrite(updateInfo, { onSuccess: () => Promise.reject(new Error('fault')) }),
    { wrapper },
  );
  const press = () => act(async () => void (await result.current.mutateAsync({}).catch(() => undefined)));
  await press();
  await press();
  const [first, second] = server.of(updateInfo);
  expect(second?.key).not.toBe(first?.key);
});
