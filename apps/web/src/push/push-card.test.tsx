// After a reservation the app offers once to notify of changes, and never asks before.
import { savePush } from '@kippu/contract/calls/traveller/push';
import { seatChange } from '@kippu/contract/calls/traveller/seat';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { removePush, stubPush } from '../../test/push-stub.ts';
import { press, renderApp } from '../../test/render-app.tsx';

afterEach(() => {
  removePush();
  vi.unstubAllGlobals();
});
const RESULT = { reservationId: 'reservation-1' };

test('one press subscribes the phone to departures and changes, and says where to choose more', async () => {
  const phone = stubPush();
  const { words, server } = await renderApp('reserveResult', RESULT);
  const w = words.push;
  await screen.findByText(w.cardTitle);
  expect(phone.ask).not.toHaveBeenCalled();
  await press(w.cardYes);
  await screen.findByText(w.cardOn);
  expect(server.of(savePush).map(({ body }) => body)).toMatchObject([{ topics: ['departure', 'change'] }]);
  await press(w.toSettings);
  await screen.findByText(w.topics);
  expect(server.of(seatChange)).toEqual([]);
});

test('“Not now” is remembered on the phone', async () => {
  const phone = stubPush();
  const { words, go } = await renderApp('reserveResult', RESULT);
  const w = words.push;
  await screen.findByText(w.cardTitle);
  await press(w.notNow);
  await screen.findByText(w.notNowDone);
  await go('tickets', {});
  await go('reserveResult', RESULT);
  await screen.findByText(words.seat.reservedTitle);
  await waitFor(() => expect(screen.queryByText(w.cardTitle)).toBeNull());
  expect(localStorage.getItem('kippu.push')).toContain('"declined":true');
  expect(phone.ask).not.toHaveBeenCalled();
});

test('a phone that is subscribed or may not be is not asked', async () => {
  const phone = stubPush();
  const { words, go } = await renderApp('push', {});
  await press(words.push.turnOn);
  await screen.findByText(words.push.topics);
  await go('reserveResult', RESULT);
  await screen.findByText(words.seat.reservedTitle);
  expect(screen.queryByText(words.push.cardTitle)).toBeNull();
  phone.permission = 'denied';
  cleanup();
  await renderApp('reserveResult', RESULT);
  await screen.findByText(words.seat.reservedTitle);
  expect(screen.queryByText(words.push.cardTitle)).toBeNull();
});

test('who forbids it in the browser’s question reads where to allow it', async () => {
  stubPush('denied');
  const { words } = await renderApp('reserveResult', RESULT);
  await press(words.push.cardYes);
  await screen.findByText(words.push.denied);
});

test('on an iPhone’s Safari the card says that the home screen is needed, until “Not now”', async () => {
  Object.defineProperty(navigator, 'standalone', { value: false, configurable: true });
  try {
    const { words } = await renderApp('reserveResult', RESULT);
    await screen.findByText(words.push.install);
    expect(screen.queryByText(words.push.cardYes)).toBeNull();
    await press(words.push.notNow);
    await waitFor(() => expect(screen.queryByText(words.push.install)).toBeNull());
  } finally {
    Reflect.deleteProperty(navigator, 'standalone');
  }
});
