// What travellers read of disruptions: in the list of trains and on a reservation, as the server says it.
import { journeyAlerts, type JourneyAlert } from '@kippu/contract/calls/traveller/train';
import { wireNames } from '@kippu/contract/names';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { wallIn } from '../../../test/factories.ts';
import { FakeServer, succeeds } from '../../../test/fake-server.ts';
import { renderApp } from '../../../test/render-app.tsx';
import { formatMoment } from '../../i18n/format.ts';

const anAlert = (more: Partial<JourneyAlert> = {}): JourneyAlert => ({
  alertId: 'a',
  ...wireNames('header', { en: 'Strike on Friday' }),
  ...wireNames('text', { en: '<b>Few</b> trains run.' }),
  ...wireNames('url', { en: 'https://rail.example/strike' }),
  ...more,
});
const serverWith = (...items: readonly JourneyAlert[]) => {
  const server = new FakeServer();
  server.answer(journeyAlerts, () => succeeds({ items: [...items] }));
  return server;
};

test('a reservation has the alerts of its train, as plain text, with a marked link to another page', async () => {
  const server = serverWith(anAlert());
  const { words } = await renderApp('reservation', { reservationId: 'reservation-1' }, { server });
  expect(await screen.findByText('Strike on Friday')).toBeDefined();
  expect(screen.getByText('<b>Few</b> trains run.')).toBeDefined();
  const link = screen.getByText(words.seat.alerts.more).closest('a');
  expect([link?.href, link?.target, link?.rel]).toEqual([
    'https://rail.example/strike',
    '_blank',
    'noreferrer',
  ]);
  expect(server.of(journeyAlerts)[0]?.query).toMatchObject({ departureId: expect.any(String) as string });
});

test('an alert without a text has nothing to open, one without a header is its text', async () => {
  const none = { ...wireNames('text', {}), ...wireNames('url', {}) };
  const server = serverWith(
    anAlert(none),
    anAlert({ alertId: 'b', ...wireNames('header', {}), ...wireNames('url', {}) }),
  );
  await renderApp('reservation', { reservationId: 'reservation-1' }, { server });
  expect(await screen.findByText('Strike on Friday')).toBeDefined();
  expect(screen.getByText('<b>Few</b> trains run.')).toBeDefined();
  expect(document.querySelector('main details summary')).toBeNull();
});

test('the list of trains has those of the stations and the day, and says when one begins', async () => {
  const from = wallIn(3_600_000);
  const server = serverWith(anAlert({ from }));
  const { words } = await renderApp('train', { ticketIds: 'ticket-1' }, { server });
  expect(await screen.findByText('Strike on Friday')).toBeDefined();
  expect(screen.getByText(words.seat.alerts.title)).toBeDefined();
  expect(document.body.textContent).toContain(words.seat.alerts.from(formatMoment(from, 'en')));
  expect(server.of(journeyAlerts)[0]?.query).not.toHaveProperty('departureId');
});

test('an open screen learns of a new alert, and loses one that is over, within fifteen seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const server = serverWith();
  await renderApp('reservation', { reservationId: 'reservation-1' }, { server });
  await screen.findByRole('heading', { level: 2 });
  expect(screen.queryByText('Strike on Friday')).toBeNull();
  server.answer(journeyAlerts, () => succeeds({ items: [anAlert()] }));
  await act(() => vi.advanceTimersByTimeAsync(15_000));
  expect(await screen.findByText('Strike on Friday')).toBeDefined();
  server.answer(journeyAlerts, () => succeeds({ items: [] }));
  await act(() => vi.advanceTimersByTimeAsync(15_000));
  await waitFor(() => expect(screen.queryByText('Strike on Friday')).toBeNull());
});
