// What the specification says of every screen: its title, who may open it, where 'back' leads, how long a message stays.
import { memberLoad } from '@kippu/contract/calls/traveller/account';
import { loadReserveDetail } from '@kippu/contract/calls/traveller/seat';
import { ticketList } from '@kippu/contract/calls/traveller/ticket';
import { TOAST_MS } from '@kippu/contract/limits';
import type { Messages } from '@kippu/words/app-words';
import { RESERVATION_STATE, TICKET_STATUSES } from '@kippu/contract/values';
import { LANGUAGES } from '@kippu/words/languages';
import { loadMessages } from '@kippu/words/load-messages';
import { toast } from '@kippu/ui/toast';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { aReservation, wallIn } from '../../../test/factories.ts';
import { FakeServer } from '../../../test/fake-server.ts';
import { renderApp } from '../../../test/render-app.tsx';
import { rememberHold } from '../../reservation/confirm/held-seats.ts';
import { send } from '../call/api.ts';
import type { RouteName, RouteParams } from '../router/link-to.ts';
import { currentPlace, goBack } from '../router/router.ts';
import { changeSettings } from '../storage/settings.ts';

const TICKET = { ticketId: 'ticket-1' };
const RESERVATION = { reservationId: 'reservation-1' };
const JOURNEY = {
  ticketIds: 'ticket-1',
  departureId: 'haruka-1',
  from: 'kix',
  to: 'kyoto',
  date: wallIn(86_400_000).slice(0, 10),
};
const CHANGE = { change: 'reservation-1' };

type Title = (words: Messages) => string;
type Case<N extends RouteName = RouteName> = readonly [what: string, N, RouteParams[N], Title];
const of = <N extends RouteName>(what: string, name: N, params: RouteParams[N], title: Title): Case =>
  [what, name, params, title] as unknown as Case;

const TITLES: readonly Case[] = [
  of('ticket list', 'tickets', {}, ({ ticket }) => ticket.title),
  of('ticket link', 'add', {}, ({ ticket }) => ticket.addTitle),
  of('ticket detail', 'detail', TICKET, ({ ticket }) => ticket.detailTitle),
  of('upcoming reserved seats', 'seats', {}, ({ seat }) => seat.title),
  of('select train', 'train', { ticketIds: 'ticket-1' }, ({ seat }) => seat.chooseTrain),
  of('change reserved seat', 'train', { ticketIds: 'ticket-1', ...CHANGE }, ({ seat }) => seat.changeTrain),
  of('select seat', 'chooseSeat', JOURNEY, ({ seat }) => seat.chooseSeats(1)),
  of('confirm reserve', 'confirm', { ...JOURNEY, holdId: 'hold-1' }, ({ seat }) => seat.confirmReserve),
  of(
    'confirm change',
    'confirm',
    { ...JOURNEY, ...CHANGE, holdId: 'hold-1' },
    ({ seat }) => seat.confirmChange,
  ),
  of('reserve result', 'reserveResult', RESERVATION, ({ seat }) => seat.reservedTitle),
  of('reserved seat detail', 'reservation', RESERVATION, ({ seat }) => seat.reservation),
  of('cancel result', 'cancelResult', RESERVATION, ({ seat }) => seat.cancelledTitle),
  of('usage history', 'useAgeHistory', TICKET, ({ ticketLife }) => ticketLife.history),
  of('terms', 'termsPrivacy', {}, ({ account }) => account.terms),
  of('privacy policy', 'termsPrivacy', { part: 'privacy' }, ({ account }) => account.privacy),
  of('login', 'login', {}, ({ account }) => account.loginTitle),
];

test.each(TITLES)('the screen %s has its title', async (_what, name, params, title) => {
  const server = new FakeServer();
  if (name === 'cancelResult')
    server.give(loadReserveDetail, aReservation({ state: RESERVATION_STATE.cancelled }));
  const { words } = await renderApp(name, params, name === 'login' ? { server, account: null } : { server });
  if (name === 'confirm') {
    // The confirmation shows the seats that are held.
    act(() => rememberHold({ holdId: 'hold-1', seats: ['4-1A'], expiresAt: wallIn(300_000) }, ['ticket-1']));
  }
  const heading = await screen.findByRole('heading', { level: 1, name: title(words) });
  expect(heading.textContent).toBe(title(words));
  await waitFor(() => expect(document.title).toBe(`${title(words)} · Kippu`));
});

test.each(['account', 'changeCountry', 'changePassword', 'changeUsername', 'deleteAccount'] as const)(
  'a visitor of the account’s screen %s is sent to login, and back after it',
  async (name) => {
    await renderApp(name, {}, { account: null });
    await waitFor(() => expect(currentPlace().name).toBe('login'));
    expect(currentPlace().params['next']).toContain('/packages/account/');
  },
);

test('where nothing is behind a screen, back leads to the ticket list', async () => {
  const { words } = await renderApp('account', {});
  await screen.findByText(words.account.greeting('mei'));
  act(() => {
    history.replaceState(null, '');
    goBack();
  });
  expect(currentPlace().name).toBe('tickets');
});

test('the account shows the version of the app', async () => {
  const { words } = await renderApp('account', {});
  await screen.findByText(`${words.account.version} 1.5.10`);
});

test('a toast goes after a second and a half', async () => {
  await renderApp('tickets', {});
  vi.useFakeTimers();
  act(() => toast('Copied'));
  await act(() => vi.advanceTimersByTimeAsync(TOAST_MS - 1));
  expect(screen.queryByText('Copied')).not.toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(screen.queryByText('Copied')).toBeNull();
});

test('each request says whose it is, in which language, from which client, and wants JSON', async () => {
  const server = new FakeServer();
  const sent: Headers[] = [];
  await renderApp('tickets', {}, { server, language: 'ko' });
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    sent.push(new Headers(init.headers));
    return server.fetch(url, init);
  });
  await send(ticketList, { query: { tab: 'active' } });
  await send(memberLoad);
  for (const headers of sent) {
    expect(headers.get('authorization')).toBe('Bearer mei-token');
    expect(headers.get('accept-language')).toBe('ko');
    expect(headers.get('x-client')).toBe('kippu/1.5.10');
    expect(headers.get('x-device-id')).toMatch(/^[\w-]{36}$/);
    expect(headers.get('accept')).toBe('application/json');
  }
  expect(sent.length).toBe(2);
});

test('an answer that is no JSON is told, with a way to try again', async () => {
  const server = new FakeServer();
  server.answer(ticketList, () => new Response('<html>Welcome to our hotel</html>'));
  const { words } = await renderApp('tickets', {}, { server });
  await screen.findByText(words.common.notJson);
  await screen.findByText(words.common.retry);
});

test('the size of the text is kept on the phone', async () => {
  await renderApp('tickets', {});
  act(() => changeSettings({ fontSize: 'large' }));
  expect(document.documentElement.dataset['fontSize']).toBe('large');
  expect(JSON.parse(localStorage.getItem('kippu.settings') ?? '{}')).toMatchObject({ fontSize: 'large' });
});

test('a change between light and dark is followed once, 50 milliseconds after the last', async () => {
  const dark = Object.assign(new EventTarget(), { matches: false });
  vi.stubGlobal('matchMedia', () => dark);
  await renderApp('tickets', {});
  vi.useFakeTimers();
  const shown = () => document.documentElement.dataset['appearance'];
  expect(shown()).toBe('light');
  const change = async (matches: boolean, wait: number) => {
    dark.matches = matches;
    dark.dispatchEvent(new Event('change'));
    await act(() => vi.advanceTimersByTimeAsync(wait));
  };
  await change(true, 49);
  expect(shown()).toBe('light');
  await change(true, 49);
  expect(shown()).toBe('light');
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(shown()).toBe('dark');
});

test.each(LANGUAGES)('each status of a ticket has a label of its own: %s', async (language) => {
  const { ticket } = await loadMessages(language);
  const labels = [...TICKET_STATUSES, 'expired' as const].map((status) => ticket.status[status]);
  expect(labels.every((label) => label.trim() !== '')).toBe(true);
  expect(new Set(labels).size).toBe(labels.length);
});
