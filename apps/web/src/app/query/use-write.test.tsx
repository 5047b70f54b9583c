// Each input keeps one idempotency key until the server has decided it, however often it is pressed or sent.
import { changePassword, updateInfo } from '@kippu/contract/calls/traveller/account';
import { act, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { FakeServer, succeeds, refuses } from '../../../test/fake-server.ts';
import { wrapper } from '../../../test/query-wrapper.tsx';
import { signIn } from '../../../test/sign-in.ts';
import { useSecretWrite } from '../../account/password-crypto/use-secret-write.ts';
import { useWrite } from './queries.ts';

const WISH = { body: { username: 'ken' } };
let server: FakeServer;
const keys = () => server.of(updateInfo).map(({ key }) => key);

beforeEach(() => {
  server = new FakeServer();
  vi.stubGlobal('fetch', server.fetch);
  signIn();
});

const html = (status: number) => new Response('<html></html>', { status });

test('a press after a lost answer has the same key, another input another', async () => {
  server.answer(updateInfo, () => html(200));
  const { result } = renderHook(() => useWrite(updateInfo), { wrapper });
  const press = (input: typeof WISH) =>
    act(async () => void (await result.current.mutateAsync(input).catch(() => undefined)));
  await press(WISH);
  await press(WISH);
  await press({ body: { username: 'another' } });
  const [first, second, other] = keys();
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  expect(second).toBe(first);
  expect(other).not.toBe(first);
});

test('after a refusal, and after a success, the next press has a new key', async () => {
  const { result } = renderHook(() => useWrite(updateInfo), { wrapper });
  const press = () => act(async () => void (await result.current.mutateAsync(WISH).catch(() => undefined)));
  server.answer(updateInfo, () => refuses('ACC-0009'));
  await press();
  server.answer(updateInfo, () => succeeds(null));
  await press();
  await press();
  expect(new Set(keys()).size).toBe(3);
});

test('after an answer of a proxy, the call is repeated by itself under the same key', async () => {
  let answers = 0;
  server.answer(updateInfo, () => (++answers === 1 ? html(504) : succeeds(null)));
  const { result } = renderHook(() => useWrite(updateInfo), { wrapper });
  act(() => result.current.mutate(WISH));
  await waitFor(() => expect(keys().length).toBe(2));
  expect(keys()[0]).toBe(keys()[1]);
});

test('two presses before the button shows as busy are one call', async () => {
  const { result } = renderHook(() => useWrite(updateInfo), { wrapper });
  await act(async () => {
    result.current.mutate(WISH);
    result.current.mutate(WISH);
  });
  await waitFor(() => expect(result.current.isSuccess).toBe(true));
  expect(keys().length).toBe(1);
});

test('passwords are encrypted once for one input: key and body stay together', async () => {
  server.answer(changePassword, () => html(200));
  let encrypted = 0;
  const { result } = renderHook(
    () =>
      useSecretWrite(changePassword, async (_typed: { readonly password: string }) => {
        const secret = { kid: 'key-1', value: `cipher${++encrypted}` };
        return { oldPassword: secret, password: secret, passwordRepeat: secret };
      }),
    { wrapper },
  );
  const press = (password: string) =>
    act(async () => void (await result.current.mutateAsync({ password }).catch(() => undefined)));
  await press('one');
  await press('one');
  await press('two');
  const [first, second, other] = server.of(changePassword);
  expect([second?.key, second?.body]).toEqual([first?.key, first?.body]);
  expect(other?.key).not.toBe(first?.key);
});
