// A visitor who opens a ticket's link sees what waits, and comes back to adding it with an account.
import { bind, waitingTickets } from '@kippu/contract/calls/traveller/ticket';
import { login } from '@kippu/contract/calls/traveller/account';
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { aMember, aWaitingTicket } from '../../../test/factories.ts';
import { FakeServer } from '../../../test/fake-server.ts';
import { press, renderApp } from '../../../test/render-app.tsx';
import { addressOf } from '../../app/router/link-to.ts';
import { currentPlace } from '../../app/router/router.ts';
import { forgetLastEmail, keepLastEmail, lastEmail } from '../../app/session/last-email.ts';

const LINK = 'TOKEN';
const NEXT = addressOf('add', { link: LINK });
const ways = () =>
  within(screen.getByRole('main'))
    .getAllByRole('link')
    .map((link) => link.textContent);

async function open(server = new FakeServer()) {
  // The factory of the app clears the phone's storage; the store also holds the value in memory.
  forgetLastEmail();
  return renderApp('add', { link: LINK }, { account: null, server });
}

// The first test does not wait for the screen's files.
beforeAll(() => import('./add-ticket-screen.tsx'));

test('a new phone shows the tickets by kind, and offers an account first; nothing is bound', async () => {
  const server = new FakeServer();
  const adult = aWaitingTicket();
  const child = aWaitingTicket({ passengerCategory: 'child' });
  server.give(waitingTickets, { tickets: [adult, adult, child] });
  const { words } = await open(server);
  await screen.findByRole('heading', { level: 1, name: words.ticket.waitingTitle(3) });
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
  await screen.findByText(words.ticket.several(words.ticket.category.adult, 2));
  await screen.findByText(words.ticket.category.child);
  await screen.findByText(words.ticket.waitingSignUp);
  expect(ways()).toEqual([words.ticket.signUp, words.ticket.login]);
  expect(server.of(waitingTickets).map(({ body }) => body)).toEqual([{ link: LINK }]);
  expect(server.of(bind)).toEqual([]);
  await press(words.ticket.signUp);
  expect(currentPlace()).toMatchObject({ name: 'signUp', params: { next: NEXT } });
});

test('a phone that knows an account offers to log in first, and goes on to adding without typing the link', async () => {
  const server = new FakeServer();
  const { words, go } = await open(server);
  keepLastEmail('mei@example.com');
  await go('tickets', {});
  await go('add', { link: LINK });
  await screen.findByText(words.ticket.waitingLogIn);
  expect(ways()).toEqual([words.ticket.login, words.ticket.signUp]);
  await press(words.ticket.login);
  const { account: w } = words;
  expect((await screen.findByLabelText<HTMLInputElement>(w.email)).value).toBe('mei@example.com');
  fireEvent.change(screen.getByLabelText(w.password), { target: { value: 'Kamogawa-41-swan' } });
  server.give(login, { ...tokens, member: aMember({ email: 'ken@example.com' }) });
  await press(w.login);
  await screen.findByText(words.ticket.previewTitle(1));
  expect(server.of(bind).map(({ body }) => body)).toEqual([{ link: LINK }]);
  expect(lastEmail()).toBe('ken@example.com');
});
const tokens = { token: 't', refreshToken: 'r', createAt: '2026-04-01 09:00:00', expiresIn: 1800 };

test.each(['TKT-0002', 'TKT-0005', 'TKT-0006', 'TKT-0007'] as const)(
  'a link that adds nothing (%s) says why, asks for no account, and leads on',
  async (code) => {
    const server = new FakeServer();
    server.refuse(waitingTickets, code);
    const { words } = await open(server);
    await screen.findByText(words.errors[code]);
    expect(screen.queryByText(words.ticket.signUp)).toBeNull();
    await press(words.common.toTickets);
    expect(currentPlace()).toMatchObject({ name: 'tickets' });
  },
);

test('a ticket that is taken may be the visitor’s own, so login is offered', async () => {
  const server = new FakeServer();
  server.refuse(waitingTickets, 'TKT-0003');
  const { words } = await open(server);
  await screen.findByText(words.errors['TKT-0003']);
  expect(ways()).toContain(words.ticket.login);
});

test('without a link, login comes first and leads back', async () => {
  forgetLastEmail();
  await renderApp('add', {}, { account: null });
  await screen.findByRole('heading', { level: 1 });
  expect(currentPlace()).toMatchObject({ name: 'login', params: { next: '/packages/ticket/add' } });
});
