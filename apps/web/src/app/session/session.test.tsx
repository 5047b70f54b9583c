// The stored session: only a complete one signs anybody in, and all tabs share it.
import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { aMember } from '../../../test/factories.ts';
import { tokensOf } from '../../../test/fake-server.ts';
import { signIn } from '../../../test/sign-in.ts';
import {
  endSession,
  freshSession,
  getSession,
  onSessionChange,
  renewMember,
  renewSession,
  useSession,
} from './session.ts';

const MEMBER = aMember();
const FRESH = tokensOf('fresh');
const WHOLE = { ...FRESH, member: MEMBER };
const written = (value: unknown) => localStorage.setItem('kippu.session', JSON.stringify(value));
/** Another tab writes this value, and this tab receives the event. */
function heard(value: unknown): void {
  written(value);
  window.dispatchEvent(new StorageEvent('storage', { key: 'kippu.session' }));
}

beforeEach(() => endSession());

test.each([
  ['a text', 'text'],
  ['nothing', null],
  ['no token', { ...WHOLE, token: '' }],
  ['no refresh token', { ...WHOLE, refreshToken: '' }],
  ['no member', { ...WHOLE, member: undefined }],
])('a stored value of %s signs nobody in', (_what, stored) => {
  heard(WHOLE);
  expect(getSession()).toEqual(WHOLE);
  heard(stored);
  expect(getSession()).toBeNull();
});

test('tokens and a member that arrive after the end sign nobody in again', () => {
  signIn();
  endSession();
  renewSession(FRESH);
  renewMember(MEMBER);
  expect([getSession(), freshSession()]).toEqual([null, null]);
});

test('fresh tokens leave the member, and a new member the tokens', () => {
  signIn();
  renewSession(FRESH);
  renewMember({ ...MEMBER, username: 'renamed' });
  expect(getSession()).toEqual({ ...FRESH, member: { ...MEMBER, username: 'renamed' } });
});

test('a session that another tab has ended is over here, even before the storage event', () => {
  signIn();
  written(null);
  expect(freshSession()).toBeNull();
});

test('a listener is called at each change', () => {
  const listener = vi.fn();
  const leave = onSessionChange(listener);
  signIn();
  endSession();
  expect(listener).toHaveBeenCalledTimes(2);
  leave();
  signIn();
  expect(listener).toHaveBeenCalledTimes(2);
});

test('a screen is updated at each change', () => {
  const { result } = renderHook(() => useSession());
  expect(result.current).toBeNull();
  act(() => signIn());
  expect(result.current).toEqual(getSession());
  act(() => endSession());
  expect(result.current).toBeNull();
});
