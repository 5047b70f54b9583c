// The codes that stay on the phone after a session has lapsed: where they are offered, shown and deleted, and to whom never.
import { login } from '@kippu/contract/calls/traveller/account';
import { qrcode, ticketList, ticketLoad } from '@kippu/contract/calls/traveller/ticket';
import type { Language } from '@kippu/contract/languages';
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { aTicketInUse, wallIn } from '../../../test/factories.ts';
import { FakeServer, succeeds } from '../../../test/fake-server.ts';
import { press, pressInDialog, renderApp } from '../../../test/render-app.tsx';
import { signIn } from '../../../test/sign-in.ts';
import { leaveForLogin } from '../../app/call/session-end.ts';
import { currentPlace } from '../../app/router/router.ts';
import { keepLastEmail } from '../../app/session/last-email.ts';
import { endSession } from '../../app/session/session.ts';
import { fetchCode, forgetCode } from '../code/phone-codes.ts';

const HOUR = 3_600_000;
const TICKETS = ['ticket-1', 'ticket-2'].map((ticketId) => aTicketInUse({ ticketId }));

beforeEach(async () => {
  for (const { ticketId } of TICKETS) await forgetCode(ticketId);
});

/** Opens the app with codes of `count` tickets on the phone. */
async function withCodes(count = 1, language: Language = 'en', endsIn = HOUR) {
  const server = new FakeServer();
  const tickets = TICKETS.slice(0, count);
  server.answer(ticketList, () => succeeds({ items: tickets }));
  server.answer(ticketLoad, ({ query }) =>
    succeeds(tickets.find(({ ticketId }) => ticketId === query['ticketId']) ?? TICKETS[0]!),
  );
  server.answer(qrcode, () =>
    succeeds({
      certificate: 'oWFhAQ',
      issuedAt: wallIn(-HOUR),
      serverTime: wallIn(0),
      expiresAt: wallIn(endsIn),
    }),
  );
  const app = await renderApp('tickets', {}, { server, language });
  for (const ticket of tickets) await fetchCode(ticket);
  return app;
}
const lapse = (why = 'SES-0005') => act(async () => leaveForLogin(why));
/** From here on the server answers nothing. */
const loseNetwork = (server: FakeServer) => {
  for (const call of [ticketList, ticketLoad, qrcode, login]) server.lose(call);
};

test.each<Language>(['en', 'ja', 'ko', 'zh-CN', 'zh-TW'])(
  'after two idle hours login offers the code, which is shown without a network, in %s',
  async (language) => {
    const { words, server } = await withCodes(1, language);
    loseNetwork(server);
    await lapse();
    const asked = server.of(qrcode).length;
    await press(words.code.saved.show);
    await screen.findByRole('heading', { name: words.code.saved.title });
    await screen.findByRole('img', { name: words.ticket.codeAlt });
    const said = words.code.states.saved('\u0000').split('\u0000')[0] ?? '';
    expect(document.body.textContent).toContain(said);
    expect(server.of(qrcode)).toHaveLength(asked);
    // Nothing of the account is shown beside its codes.
    expect(document.body.textContent).not.toContain('mei@example.com');
  },
);

test('the welcome offers the codes too, and several are turned like those of a party', async () => {
  const { words, go } = await withCodes(2);
  await lapse();
  await go('tickets', {});
  await press(words.code.saved.show);
  await screen.findByRole('img', { name: words.ticket.codeAlt });
  expect(screen.getByText(words.code.place(1, 2))).toBeTruthy();
  await press(words.code.next);
  expect(screen.getByText(words.code.place(2, 2))).toBeTruthy();
});

describe('the codes are offered to nobody', () => {
  test.each([
    ['signing out', () => endSession()],
    ['a login on another device', () => leaveForLogin('SES-0004')],
    ['a new password', () => leaveForLogin('SES-0003')],
  ])('after %s', async (_name, end) => {
    const { words, go } = await withCodes();
    await act(async () => end());
    await go('login', {});
    await screen.findByLabelText(words.account.email);
    await go('login', { view: 'codes' });
    await screen.findByText(words.code.saved.none);
  });

  test('once their certificates have ended', async () => {
    const { words, go } = await withCodes(1, 'en', -HOUR);
    await lapse();
    await screen.findByLabelText(words.account.email);
    await go('login', { view: 'codes' });
    await screen.findByText(words.code.saved.none);
  });

  test('after another account has signed in, whose session lapses too', async () => {
    const { words, go } = await withCodes();
    await lapse();
    await act(async () => signIn({ email: 'ken@example.com', username: 'ken' }));
    await lapse();
    await go('login', { view: 'codes' });
    await screen.findByText(words.code.saved.none);
  });

  test('once their traveller has deleted them on a phone of somebody else', async () => {
    const { words, go } = await withCodes();
    await lapse();
    await press(words.code.saved.show);
    await press(words.code.saved.remove);
    await pressInDialog(words.code.saved.remove);
    await screen.findByLabelText(words.account.email);
    expect(screen.queryByText(words.code.saved.show)).toBeNull();
    await go('login', { view: 'codes' });
    await screen.findByText(words.code.saved.none);
  });
});

test('a login from the saved codes leads to the tickets', async () => {
  await withCodes();
  await lapse();
  await act(async () => signIn());
  await waitFor(() => expect(currentPlace().name).toBe('tickets'));
});

test.each([
  ['the same account', 'mei@example.com', 'code'],
  ['another account', 'ken@example.com', 'tickets'],
])('after a code, a login of %s (%s) leads to: %s', async (_name, email, screenName) => {
  const { go } = await withCodes();
  keepLastEmail('mei@example.com');
  await go('code', { ticketId: 'ticket-1' });
  await lapse();
  await waitFor(() => expect(currentPlace().params['next']).toContain('ticket-1'));
  await screen.findByRole('heading', { level: 1 });
  await act(async () => signIn({ email }));
  await waitFor(() => expect(currentPlace().name).toBe(screenName));
});
