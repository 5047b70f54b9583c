// The text on the screen belongs to the current certificate, direction and slot, even if a signature is late.
import { ticketLoad } from '@kippu/contract/calls/traveller/ticket';
import { decodeCode } from '@kippu/ticket-code/code/text';
import { act, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { aTicketInUse, wallIn } from '../../../test/factories.ts';
import { FakeServer } from '../../../test/fake-server.ts';
import { wrapper } from '../../../test/query-wrapper.tsx';
import { signIn } from '../../../test/sign-in.ts';
import { queryClient } from '../../app/query/queries.ts';
import { serverNow } from '../../app/clock/server-clock.ts';
import type { PhoneCode } from './phone-codes.ts';
import * as phone from './phone-codes.ts';
import { codeQuery, useCodeSource, useCodeText } from './use-code.ts';

vi.mock('./phone-codes.ts', async (original) => {
  const real = await original<typeof phone>();
  return { ...real, phoneKeys: vi.fn(real.phoneKeys) };
});

const code: PhoneCode = {
  ticketId: 'ticket-1',
  owner: 'mei@example.com',
  certificate: 'oWFhAQ',
  expiresAt: wallIn(3_600_000),
  ticket: aTicketInUse(),
};
interface Props {
  readonly of: PhoneCode | undefined;
  readonly slot: number;
  readonly direction: 'in' | 'out';
  readonly now: number;
}
const PROPS: Props = { of: code, slot: 1, direction: 'in', now: serverNow() };
const shown = (props: Partial<Props> = {}) =>
  renderHook(({ of, slot, direction, now }: Props) => useCodeText(of, slot, direction, now), {
    initialProps: { ...PROPS, now: serverNow(), ...props },
  });
const textOf = (current: ReturnType<typeof useCodeText>) =>
  current === null || current === 'failed' ? current : current.text;
/** Holds back the next signature until the test releases it or fails it. */
function slowKeys() {
  let [give, fail] = [(_keys: CryptoKeyPair) => {}, (_error: Error) => {}];
  const keys = new Promise<CryptoKeyPair>((resolve, reject) => ([give, fail] = [resolve, reject]));
  vi.mocked(phone.phoneKeys).mockReturnValueOnce(keys);
  return { give: async () => give(await phone.phoneKeys()), fail: () => fail(new Error('no key')) };
}
const warned = vi.spyOn(console, 'warn').mockReturnValue();

beforeEach(() => {
  warned.mockClear();
  signIn();
});

test('contains the certificate, the direction and the time', async () => {
  const { result } = shown({ direction: 'out' });
  await waitFor(() => expect(result.current).not.toBeNull());
  const parts = decodeCode(textOf(result.current));
  expect([...(parts?.certificate ?? [])]).toEqual([0xa1, 0x61, 0x61, 0x01]);
  expect(parts?.direction).toBe('out');
  expect(Math.abs((parts?.at ?? 0) - serverNow() / 1000)).toBeLessThan(60);
});

test('a new slot gets a new signature', async () => {
  const { result, rerender } = shown();
  await waitFor(() => expect(result.current).not.toBeNull());
  const first = textOf(result.current);
  rerender({ ...PROPS, slot: 2, now: serverNow() });
  await waitFor(() => expect(textOf(result.current)).not.toBe(first));
});

test('expires at the thirtieth second', async () => {
  const { result, rerender } = shown();
  await waitFor(() => expect(result.current).not.toBeNull());
  const signedAt = result.current !== null && result.current !== 'failed' ? result.current.signedAt : 0;
  rerender({ ...PROPS, now: signedAt + 29_999 });
  expect(result.current).not.toBeNull();
  rerender({ ...PROPS, now: signedAt + 30_000 });
  expect(result.current).toBeNull();
});

test('a late signature does not replace a newer one', async () => {
  const late = slowKeys();
  const { result, rerender } = shown();
  rerender({ ...PROPS, direction: 'out', now: serverNow() });
  await waitFor(() => expect(result.current).not.toBeNull());
  await act(async () => late.give());
  // Any late signature has arrived by the time of the next one.
  rerender({ ...PROPS, direction: 'out', slot: 2, now: serverNow() });
  const newest = textOf(result.current);
  expect(decodeCode(newest)?.direction).toBe('out');
});

test('a signing failure is reported for its own certificate only', async () => {
  slowKeys().fail();
  const { result, rerender } = shown();
  await waitFor(() => expect(result.current).toBe('failed'));
  expect(warned).toHaveBeenCalled();
  rerender({ ...PROPS, of: { ...code, certificate: 'oWFhAg' }, now: serverNow() });
  expect(result.current).not.toBe('failed');
  await waitFor(() => expect(decodeCode(textOf(result.current))?.certificate.at(-1)).toBe(2));
});

test('a failure in an earlier slot is not reported', async () => {
  const late = slowKeys();
  const { result, rerender } = shown();
  rerender({ ...PROPS, slot: 2, now: serverNow() });
  await waitFor(() => expect(result.current).not.toBeNull());
  await act(async () => late.fail());
  await waitFor(() => expect(warned).toHaveBeenCalled());
  expect(result.current).not.toBe('failed');
});

test('no certificate gives no text and no error', async () => {
  vi.mocked(phone.phoneKeys).mockClear();
  const { result } = shown({ of: undefined });
  await act(async () => undefined);
  expect(result.current).toBeNull();
  expect(phone.phoneKeys).not.toHaveBeenCalled();
});

test('a browser that cannot make a key is reported with the reason', async () => {
  const cause = new Error('no secure context');
  vi.mocked(phone.phoneKeys).mockRejectedValueOnce(cause);
  const source = await codeQuery('ticket-1').queryFn();
  expect(source).toMatchObject({ is: 'noKey', error: { message: 'no phone key', cause } });
});

test('the screen of an e-ticket refetches after ten seconds', async () => {
  const server = new FakeServer();
  vi.stubGlobal('fetch', server.fetch);
  server.give(ticketLoad, aTicketInUse({ kind: 'eticket' }));
  vi.useFakeTimers({ shouldAdvanceTime: true });
  queryClient.clear();
  const { result, unmount } = renderHook(() => useCodeSource('ticket-1'), { wrapper });
  await waitFor(() => expect(result.current.data?.is).toBe('fresh'));
  const asked = server.of(ticketLoad).length;
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  await waitFor(() => expect(server.of(ticketLoad).length).toBeGreaterThan(asked));
  unmount();
});
