// Writes with passwords. A visitor's is sent once; a guest's is repeated where that is safe. Each input has its own
// key.
import { changePassword, resetPassword } from '@kippu/contract/calls/traveller/account';
import { act, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { FakeServer, succeeds } from '../../../test/fake-server.ts';
import { wrapper } from '../../../test/query-wrapper.tsx';
import { signIn } from '../../../test/sign-in.ts';
import { queryClient } from '../../app/query/queries.ts';
import { useSecretWrite } from './use-secret-write.ts';

const SECRET = { kid: 'key-1', value: 'cipher' };
const PASSWORDS = { password: SECRET, passwordRepeat: SECRET };
const CHANGE = { oldPassword: SECRET, ...PASSWORDS };
const RESET = { resetTicket: 'reset-1', ...PASSWORDS };
const html = (status: number) => new Response('<html></html>', { status });
let server: FakeServer;

beforeEach(() => {
  server = new FakeServer();
  vi.stubGlobal('fetch', server.fetch);
  signIn();
  queryClient.clear();
});

const guests = (options?: { onSuccess?: () => unknown }) =>
  renderHook(() => useSecretWrite(changePassword, async (_typed: string) => CHANGE, options), { wrapper })
    .result;
const visitors = () =>
  renderHook(() => useSecretWrite(resetPassword, async (_typed: string) => RESET), { wrapper }).result;
/** Presses once and returns the result after all retries. */
async function press({ current }: ReturnType<typeof guests> | ReturnType<typeof visitors>): Promise<string> {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const pressed = current.mutateAsync('typed').then(
    () => 'done',
    () => 'failed',
  );
  // The first retry waits one second, the second two.
  for (let turn = 0; turn < 5; turn += 1) await act(() => vi.advanceTimersByTimeAsync(1_000));
  vi.useRealTimers();
  return pressed;
}

test('sends the body made from the typed values, and reports the success', async () => {
  const onSuccess = vi.fn();
  expect(await press(guests({ onSuccess }))).toBe('done');
  expect(server.of(changePassword).map(({ body }) => body)).toEqual([CHANGE]);
  expect(onSuccess).toHaveBeenCalledOnce();
});

test('a guest’s write is repeated after a gateway error, a visitor’s is not', async () => {
  server.answer(changePassword, () => html(504));
  server.answer(resetPassword, () => html(504));
  expect(await press(guests())).toBe('failed');
  expect(await press(visitors())).toBe('failed');
  expect([server.of(changePassword).length, server.of(resetPassword).length]).toEqual([3, 1]);
  expect(new Set(server.of(changePassword).map(({ key }) => key)).size).toBe(1);
});

test('after a refusal, the next press has a new key', async () => {
  const hook = guests();
  server.refuse(changePassword, 'ACC-0009');
  expect(await press(hook)).toBe('failed');
  server.answer(changePassword, () => succeeds(null));
  expect(await press(hook)).toBe('done');
  expect(new Set(server.of(changePassword).map(({ key }) => key)).size).toBe(2);
});

test('a failed encryption is repeated at the next press', async () => {
  let times = 0;
  const bodyOf = async (_typed: string) => {
    times += 1;
    if (times === 1) throw new Error('no key');
    return CHANGE;
  };
  const { result } = renderHook(() => useSecretWrite(changePassword, bodyOf), { wrapper });
  expect(await press(result)).toBe('failed');
  expect(await press(result)).toBe('done');
  expect(server.of(changePassword).length).toBe(1);
});

test('a guest’s refused write reloads the screen, a visitor’s does not', async () => {
  const isStale = () => queryClient.getQueryState(['memberLoad'])?.isInvalidated;
  queryClient.setQueryData(['memberLoad'], {});
  server.refuse(resetPassword, 'ACC-0009');
  await press(visitors());
  expect(isStale()).toBe(false);
  server.refuse(changePassword, 'ACC-0009');
  await press(guests());
  await waitFor(() => expect(isStale()).toBe(true));
});
