// Switching messages on and off in the settings, and what they say where the browser or the traveller does not allow them.
import { readPush, savePush, stopPush } from '@kippu/contract/calls/traveller/push';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { FakeServer, succeeds } from '../../test/fake-server.ts';
import { PUBLIC_KEY, removePush, stubPush } from '../../test/push-stub.ts';
import { press, renderApp } from '../../test/render-app.tsx';
import { PUSH_NOTE } from './push-note.ts';

afterEach(() => {
  removePush();
  vi.unstubAllGlobals();
});
const open = async (server = new FakeServer()) => {
  const app = await renderApp('push', {}, { server });
  return { ...app, w: app.words.push };
};
const box = (name: string) =>
  screen.findByRole<HTMLInputElement>('checkbox', { name: new RegExp(`^${name}`) });
const bodies = (server: FakeServer) => server.of(savePush).map(({ body }) => body);

test('the browser asks only after the press; then the phone is subscribed with the server’s key and saved', async () => {
  const phone = stubPush();
  const { w, server } = await open();
  await screen.findByText(w.offTitle);
  expect(phone.ask).not.toHaveBeenCalled();
  await press(w.turnOn);
  await screen.findByText(w.topics);
  expect(phone.ask).toHaveBeenCalledOnce();
  const [asked] = phone.subscribe.mock.calls as unknown as [[PushSubscriptionOptionsInit]];
  expect(asked[0].userVisibleOnly).toBe(true);
  expect(bodies(server)).toMatchObject([
    { endpoint: 'https://fcm.googleapis.com/fcm/send/1', language: 'en', topics: ['departure', 'change'] },
  ]);
  const note: unknown = JSON.parse(phone.cached.get(PUSH_NOTE.address) ?? '');
  expect(note).toMatchObject({ publicKey: PUBLIC_KEY, language: 'en', body: w.general });
});

test('topics and quiet hours are saved together, and shown when the screen opens again', async () => {
  stubPush();
  const { w, words, server, go } = await open();
  await press(w.turnOn);
  fireEvent.click(await box(w.topic.change.name));
  fireEvent.click(await box(w.topic.received.name));
  fireEvent.click(await box(w.quietOn));
  fireEvent.change(screen.getByLabelText(w.quietFrom), { target: { value: '21:30' } });
  fireEvent.change(screen.getByLabelText(w.quietTo), { target: { value: '06:00' } });
  await press(words.account.save);
  await waitFor(() => expect(bodies(server)).toHaveLength(2));
  expect(bodies(server)[1]).toMatchObject({
    topics: ['departure', 'received'],
    quiet: { from: '21:30', to: '06:00' },
  });
  await go('account', {});
  await go('push', {});
  expect((await box(w.topic.change.name)).checked).toBe(false);
  expect((await box(w.topic.received.name)).checked).toBe(true);
  expect(screen.getByLabelText<HTMLInputElement>(w.quietFrom).value).toBe('21:30');
});

test('no topic, or hours that are no hours, are not sent', async () => {
  stubPush();
  const { w, words, server } = await open();
  await press(w.turnOn);
  fireEvent.click(await box(w.topic.departure.name));
  fireEvent.click(await box(w.topic.change.name));
  fireEvent.click(await box(w.quietOn));
  fireEvent.change(screen.getByLabelText(w.quietTo), { target: { value: '22:00' } });
  await press(words.account.save);
  await screen.findByText(w.topicMissing);
  await screen.findByText(w.quietMissing);
  expect(bodies(server)).toHaveLength(1);
});

test('switching off informs the server, and the phone drops its subscription and the messages shown', async () => {
  const phone = stubPush();
  const { w, server } = await open();
  await press(w.turnOn);
  const close = vi.fn();
  phone.shown.push({ close });
  await screen.findByText(w.topics);
  await press(w.turnOff);
  await screen.findByText(w.offTitle);
  expect(server.of(stopPush)).toHaveLength(1);
  expect(phone.unsubscribe).toHaveBeenCalledOnce();
  expect(close).toHaveBeenCalledOnce();
  expect(phone.cached.size).toBe(0);
});

test('a lost answer of the server is sent again with the same key, and the phone stays subscribed', async () => {
  stubPush();
  const server = new FakeServer();
  const { w, words } = await open(server);
  await screen.findByText(w.offTitle);
  server.lose(savePush);
  await press(w.turnOn);
  await screen.findByText(words.common.retry, {}, { timeout: 20_000 });
  const on = { topics: ['change'], quiet: null, language: 'en' } as const;
  server.answer(savePush, () => succeeds({ publicKey: PUBLIC_KEY, on: { ...on, topics: [...on.topics] } }));
  await press(words.common.retry);
  await screen.findByText(w.topics);
  expect(new Set(server.of(savePush).map(({ key }) => key)).size).toBe(1);
});

test('a browser without a connection to its push service says so, and tries again', async () => {
  const phone = stubPush();
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const { w, words, server } = await open();
  await screen.findByText(w.offTitle);
  phone.subscribe.mockRejectedValueOnce(new DOMException('push service error', 'AbortError'));
  await press(w.turnOn);
  await screen.findByText(w.noSubscription);
  expect(bodies(server)).toEqual([]);
  await press(words.common.retry);
  await screen.findByText(w.topics);
  warn.mockRestore();
});

test('a traveller who forbids it reads where to allow it, and can go on once they have', async () => {
  const phone = stubPush('denied');
  const { w } = await open();
  await screen.findByText(w.offTitle);
  await press(w.turnOn);
  await screen.findByText(w.denied);
  expect(phone.subscribe).not.toHaveBeenCalled();
  phone.permission = 'granted';
  await act(async () => document.dispatchEvent(new Event('visibilitychange')));
  await screen.findByText(w.offTitle);
});

test('a traveller who closes the browser’s question sees how to answer it', async () => {
  stubPush('default');
  const { w } = await open();
  await screen.findByText(w.offTitle);
  await press(w.turnOn);
  await screen.findByText(w.notAllowed);
});

test('a subscription that the browser has dropped is reported, and switched on again as it was', async () => {
  const phone = stubPush();
  const { w, server, go, words } = await open();
  await press(w.turnOn);
  fireEvent.click(await box(w.topic.passage.name));
  await press(words.account.save);
  await waitFor(() => expect(bodies(server)).toHaveLength(2));
  phone.renew(null);
  await go('account', {});
  await go('push', {});
  await screen.findByText(w.ended);
  await press(w.turnOn);
  expect((await box(w.topic.passage.name)).checked).toBe(true);
});

test('a subscription that the server has ended is reported', async () => {
  stubPush();
  const { w, server, go } = await open();
  await press(w.turnOn);
  await screen.findByText(w.topics);
  server.give(readPush, { publicKey: PUBLIC_KEY, on: null });
  await go('account', {});
  const { queryClient } = await import('../app/query/queries.ts');
  await act(() => queryClient.invalidateQueries());
  await go('push', {});
  await screen.findByText(w.ended);
});

test('a browser without push says what to do, and an iPhone’s that the home screen is needed', async () => {
  const { w, server } = await open();
  await screen.findByText(w.none);
  Object.defineProperty(navigator, 'standalone', { value: false, configurable: true });
  try {
    cleanup();
    const again = await renderApp('push', {});
    await screen.findByText(again.words.push.install);
  } finally {
    Reflect.deleteProperty(navigator, 'standalone');
  }
  expect(server.of(readPush)).toEqual([]);
});
