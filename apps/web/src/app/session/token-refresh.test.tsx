// However many calls of a screen find an expired token, it is refreshed once and all of them are repeated.
import { refreshToken } from '@kippu/contract/calls/traveller/session';
import { reserveList } from '@kippu/contract/calls/traveller/seat';
import { ticketList } from '@kippu/contract/calls/traveller/ticket';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aReservation, aTicket } from '../../../test/factories.ts';
import { FakeServer, succeeds, refuses } from '../../../test/fake-server.ts';
import { renderApp } from '../../../test/render-app.tsx';
import { currentPlace } from '../router/router.ts';
import { getSession } from './session.ts';

test('the first screen’s calls share one refresh', async () => {
  const server = new FakeServer();
  const fresh = (token: string | undefined, data: unknown) =>
    token === 'newer-token' ? succeeds(data) : refuses('SES-0002');
  server.answer(ticketList, ({ token }) => fresh(token, { items: [aTicket()] }));
  server.answer(reserveList, ({ token }) => fresh(token, { items: [aReservation()] }));
  await renderApp('tickets', {}, { server });
  await screen.findAllByText('Haruka one-way');
  expect(server.of(refreshToken).length).toBe(1);
  expect(server.of(refreshToken)[0]?.query['refreshToken']).toBe('mei-refresh');
});

test.each([
  [401, 'SES-0001'],
  [406, 'SES-0003'],
  [409, 'SES-0004'],
])('status %i with a page in HTML ends the session and leads to login', async (status, why) => {
  const server = new FakeServer();
  server.answer(ticketList, () => new Response('<html>proxy</html>', { status }));
  const { words } = await renderApp('tickets', {}, { server });
  await screen.findByText(words.errors[why as keyof typeof words.errors]);
  expect(getSession()).toBeNull();
  expect(currentPlace().name).toBe('login');
});

test('status 498 with a foreign body is refreshed once', async () => {
  const server = new FakeServer();
  server.answer(ticketList, ({ token }) =>
    token === 'newer-token'
      ? succeeds({ items: [aTicket()] })
      : Response.json({ error: 'expired' }, { status: 498 }),
  );
  // A different account, because the first one's new tokens are passed between tabs.
  await renderApp('tickets', {}, { server, account: { email: 'ken@example.com', username: 'ken' } });
  await screen.findAllByText('Haruka one-way');
  expect(server.of(refreshToken).length).toBe(1);
});

test('status 403 is shown once, over the page, and login follows', async () => {
  const server = new FakeServer();
  server.answer(ticketList, () => new Response('<html>denied</html>', { status: 403 }));
  const { words } = await renderApp('tickets', {}, { server });
  await screen.findByText(words.errors['SES-0006']);
  expect(screen.getAllByText(words.errors['SES-0006']).length).toBe(1);
  expect(screen.queryByText(words.common.retry)).toBeNull();
  await screen.findByLabelText(words.account.password);
});
