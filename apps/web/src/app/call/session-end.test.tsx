// A session that the server refuses ends on this phone, once, and only if it is the refused session.
import { act } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { signIn } from '../../../test/sign-in.ts';
import { loadMessages } from '@kippu/words/load-messages';
import { toast } from '@kippu/ui/toast';
import { CallError } from '@kippu/client/call-error';
import { isShown } from '../errors/error-kinds.ts';
import { addressOf } from '../router/link-to.ts';
import { currentPlace, navigate, navigateTo } from '../router/router.ts';
import { isOnWayIn, leaveForLogin, sessionRefused } from './session-end.ts';
import { endSession, getSession, lapsed } from '../session/session.ts';
import { getSettings } from '../storage/settings.ts';

vi.mock('@kippu/ui/toast', () => ({ toast: vi.fn() }));

const HERE = addressOf('seats', {});
const MEI = { token: 'mei-token', refreshToken: 'mei-refresh', account: 'mei@example.com' };
const refusal = (status: number, code = '') => new CallError('refused', { status, code });
const query = () => new URLSearchParams(currentPlace().address.split('?')[1]);

beforeEach(() => {
  signIn();
  navigateTo(HERE, { replace: true });
  expect(currentPlace().address).toBe(HERE);
});

test.each([
  ['login', '/packages/login/index', true],
  ['a screen that login leads to', addressOf('forgetPassword', {}), true],
  ['the terms', addressOf('termsPrivacy', {}), true],
  ['the settings', addressOf('settings', {}), true],
  ['the trains', HERE, false],
])('on %s (%s) isOnWayIn is: %s', (_name, address, isWayIn) => {
  navigateTo(address, { replace: true });
  expect(isOnWayIn()).toBe(isWayIn);
});

test('leaving for login gives the reason and the way back', () => {
  leaveForLogin('SES-0005');
  expect(getSession()).toBeNull();
  expect(currentPlace().name).toBe('login');
  expect([query().get('next'), query().get('why')]).toEqual([HERE, 'SES-0005']);
});

test.each([
  ['SES-0001', ''],
  ['SES-0002', 'mei@example.com'],
  ['SES-0003', ''],
  ['SES-0004', ''],
  ['SES-0005', 'mei@example.com'],
])('after %s the phone keeps the codes of: %o', (why, account) => {
  leaveForLogin(why);
  expect(lapsed.get()).toBe(account);
  signIn();
  expect(lapsed.get()).toBe('');
});

test('a traveller who is already at login stays there', () => {
  navigate('settings', {});
  leaveForLogin('SES-0005');
  expect(getSession()).toBeNull();
  expect(currentPlace().name).toBe('settings');
});

describe('a refusal', () => {
  test.each([
    [401, 'SES-0001'],
    [406, 'SES-0003'],
    [409, 'SES-0004'],
    [498, 'SES-0002'],
  ])('of status %i ends the session, for any sender', (status, why) => {
    expect(sessionRefused(refusal(status), MEI)).toBe(true);
    expect(getSession()).toBeNull();
    expect(query().get('why')).toBe(why);
  });

  test('with a code of ours gives that code as the reason', () => {
    sessionRefused(refusal(401, 'SES-0005'), MEI);
    expect(query().get('why')).toBe('SES-0005');
  });

  test('with another code gives the reason of its status', () => {
    sessionRefused(refusal(401, 'ACC-0001'), MEI);
    expect(query().get('why')).toBe('SES-0001');
  });

  test('about a token that was replaced meanwhile ends nothing', () => {
    expect(sessionRefused(refusal(401, 'SES-0001'), { ...MEI, token: 'older-token' })).toBe(false);
    expect(getSession()?.token).toBe('mei-token');
    expect(currentPlace().address).toBe(HERE);
  });

  test('that arrives when the session has already ended changes nothing', () => {
    endSession();
    expect(sessionRefused(refusal(401, 'SES-0001'), MEI)).toBe(false);
    expect(currentPlace().address).toBe(HERE);
  });

  test('of a visitor’s call leads to login, unless somebody signed in meanwhile', () => {
    expect(sessionRefused(refusal(401, 'SES-0001'), null)).toBe(false);
    expect(getSession()?.token).toBe('mei-token');
    endSession();
    expect(sessionRefused(refusal(401, 'SES-0001'), null)).toBe(true);
    expect(currentPlace().name).toBe('login');
  });

  test.each([404, 422, 429, 500])('of status %i is not about the session', (status) => {
    expect(sessionRefused(refusal(status, 'TKT-0001'), MEI)).toBe(false);
    expect(getSession()?.token).toBe('mei-token');
  });
});

describe('a lack of permission', () => {
  const refuse = async () => {
    const error = refusal(403, 'SES-0006');
    expect(sessionRefused(error, MEI)).toBe(false);
    expect(isShown(error)).toBe(true);
    await vi.dynamicImportSettled();
  };

  test('is shown for three seconds, then login follows, without a way back to the refused screen', async () => {
    vi.useFakeTimers();
    await refuse();
    act(() => vi.advanceTimersByTime(2_999));
    expect(getSession()?.token).toBe('mei-token');
    expect(currentPlace().address).toBe(HERE);
    act(() => vi.advanceTimersByTime(1));
    expect(getSession()).toBeNull();
    expect(currentPlace().name).toBe('login');
    expect([query().get('next'), query().get('why')]).toEqual([null, 'SES-0006']);
  });

  test('of several calls at once counts once, a later call’s counts again', async () => {
    vi.useFakeTimers();
    await refuse();
    await refuse();
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(3_000);
    signIn();
    navigateTo(HERE, { replace: true });
    await refuse();
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(3_000);
    expect(getSession()).toBeNull();
  });

  test.each([
    ['its own', 'SES-0006', 'SES-0006'],
    ['another of ours', 'REQ-0005', 'REQ-0005'],
    ['none that is known', 'a proxy’s', 'SES-0006'],
  ] as const)('with %s code is shown over the page for three seconds', async (_name, code, said) => {
    const { errors } = await loadMessages(getSettings().language);
    vi.useFakeTimers();
    vi.mocked(toast).mockClear();
    sessionRefused(refusal(403, code), MEI);
    await vi.dynamicImportSettled();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(vi.mocked(toast).mock.calls).toEqual([[errors[said], 3_000]]);
  });

  test('leaves no way back to the refused screen', async () => {
    vi.useFakeTimers();
    await refuse();
    const pushed = vi.spyOn(history, 'pushState');
    vi.advanceTimersByTime(3_000);
    expect(currentPlace().name).toBe('login');
    expect(pushed).not.toHaveBeenCalled();
    pushed.mockRestore();
  });

  test('of a visitor leads to login too', async () => {
    vi.useFakeTimers();
    endSession();
    expect(sessionRefused(refusal(403, 'SES-0006'), null)).toBe(false);
    await vi.dynamicImportSettled();
    vi.advanceTimersByTime(3_000);
    expect(currentPlace().name).toBe('login');
  });

  test('does not lead to login a traveller who has signed out meanwhile', async () => {
    vi.useFakeTimers();
    await refuse();
    endSession();
    vi.advanceTimersByTime(3_000);
    expect(currentPlace().address).toBe(HERE);
  });

  test('does not sign out a traveller who has signed in meanwhile', async () => {
    vi.useFakeTimers();
    await refuse();
    signIn({ email: 'ken@example.com', username: 'ken' });
    vi.advanceTimersByTime(3_000);
    expect(getSession()?.member.email).toBe('ken@example.com');
    expect(currentPlace().address).toBe(HERE);
  });
});
