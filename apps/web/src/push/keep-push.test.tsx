// The subscription stays true without a screen: renewed by the browser, in the app's language, and for its account only.
import { savePush } from '@kippu/contract/calls/traveller/push';
import { logOff, logout } from '@kippu/contract/calls/traveller/account';
import { loadReserveDetail } from '@kippu/contract/calls/traveller/seat';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { FakeServer } from '../../test/fake-server.ts';
import { removePush, stubPush } from '../../test/push-stub.ts';
import { press, renderApp } from '../../test/render-app.tsx';
import { signIn } from '../../test/sign-in.ts';
import { leaveForLogin } from '../app/call/session-end.ts';
import { currentPlace } from '../app/router/router.ts';
import { endSession } from '../app/session/session.ts';
import { changeSettings } from '../app/storage/settings.ts';
import { endOthersPush, followPush, savePushAgain } from './keep-push.ts';
import { pushMemory } from './phone-push.ts';

let phone: ReturnType<typeof stubPush>;
/** Opens the settings as a traveller who switches messages on. */
async function subscribed() {
  phone = stubPush();
  const app = await renderApp('push', {});
  await press(app.words.push.turnOn);
  await screen.findByText(app.words.push.topics);
  return app;
}
const saved = (server: FakeServer) => server.of(savePush).map(({ body }) => body);
afterEach(() => {
  removePush();
  vi.unstubAllGlobals();
});

test('a subscription that the browser has renewed is saved with what was chosen, once', async () => {
  const { server } = await subscribed();
  await savePushAgain();
  expect(saved(server)).toHaveLength(1);
  phone.renew('https://fcm.googleapis.com/fcm/send/renewed');
  await savePushAgain();
  await savePushAgain();
  expect(saved(server)).toHaveLength(2);
  expect(saved(server)[1]).toMatchObject({
    endpoint: 'https://fcm.googleapis.com/fcm/send/renewed',
    topics: ['departure', 'change'],
  });
});

test('without a subscription, or for another account, nothing is saved', async () => {
  const { server } = await subscribed();
  phone.renew(null);
  await savePushAgain(true);
  phone.renew('https://fcm.googleapis.com/fcm/send/other');
  endSession();
  signIn({ email: 'ken@example.com', username: 'ken' });
  await savePushAgain(true);
  expect(saved(server)).toHaveLength(1);
});

test('a session that expires leaves the subscription', async () => {
  await subscribed();
  await act(async () => leaveForLogin('SES-0003'));
  await endOthersPush();
  expect(phone.unsubscribe).not.toHaveBeenCalled();
  expect(pushMemory.get().saved).not.toBeNull();
});

test('another device’s login ends the subscription on this phone', async () => {
  await subscribed();
  await act(async () => leaveForLogin('SES-0004'));
  await endOthersPush();
  expect(phone.unsubscribe).toHaveBeenCalledOnce();
  expect(pushMemory.get().saved).toBeNull();
});

test('another account on the phone ends the subscription of the first', async () => {
  await subscribed();
  await act(async () => {
    endSession();
    signIn({ email: 'ken@example.com', username: 'ken' });
  });
  await endOthersPush();
  expect(phone.unsubscribe).toHaveBeenCalledOnce();
});

test('a logout and the deletion of the account end it, also in the browser', async () => {
  const { words, go, server } = await subscribed();
  await go('account', {});
  await press(words.account.logOut);
  await press(words.account.logOut);
  await waitFor(() => expect(server.of(logout)).toHaveLength(1));
  await waitFor(() => expect(phone.unsubscribe).toHaveBeenCalledOnce());
  const second = await subscribed();
  await second.go('deleteAccount', {});
  fireEvent.change(await screen.findByLabelText(words.account.deletePassword), {
    target: { value: 'Kamogawa-41-swan' },
  });
  await press(words.account.deleteGo);
  await press(words.account.deleteConfirm);
  await waitFor(() => expect(second.server.of(logOff)).toHaveLength(1));
  await waitFor(() => expect(phone.unsubscribe).toHaveBeenCalledOnce());
});

test('the page follows the worker: to a tapped message, to news, and to a new subscription', async () => {
  const { server, words } = await subscribed();
  followPush();
  await act(async () => {
    expect(phone.say({ kippu: 'open', path: '/packages/haruka/reservation?reservationId=r-9' })).toBe(true);
  });
  expect(currentPlace().address).toBe('/packages/haruka/reservation?reservationId=r-9');
  await screen.findByText(words.seat.reservation);
  await waitFor(() => expect(server.of(loadReserveDetail).length).toBeGreaterThan(0));
  const before = server.of(loadReserveDetail).length;
  await act(async () => void phone.say({ kippu: 'news' }));
  await waitFor(() => expect(server.of(loadReserveDetail).length).toBeGreaterThan(before));
  phone.renew('https://fcm.googleapis.com/fcm/send/renewed');
  await act(async () => void phone.say({ kippu: 'subscription' }));
  await waitFor(() => expect(saved(server)).toHaveLength(2));
  await act(async () => changeSettings({ language: 'ja' }));
  await waitFor(() => expect(saved(server)).toHaveLength(3));
  expect(saved(server)[2]).toMatchObject({ language: 'ja' });
  // An address that no screen has leads home.
  await act(async () => void phone.say({ kippu: 'open', path: '/packages/none' }));
  expect(currentPlace().name).toBe('tickets');
});
