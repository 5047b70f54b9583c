// One person signs out and another signs in on the same page. None of the first person's data stays.
import { ALL_CALLS } from '@kippu/contract/calls/all-calls';
import type { Call } from '@kippu/contract/call';
import { deskFindAccount } from '@kippu/contract/calls/desk/find';
import { deskSignOut, type Staff } from '@kippu/contract/calls/desk/staff';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { keepPending, pendingOrder } from '../../issue/kept-shop.ts';
import { App } from './app.tsx';
import { queryClient } from '../call/queries.ts';
import { sessionOver, signedIn, signedOut } from '../session/session.ts';

const staff = (name: string): Staff => ({
  staffId: name,
  email: `${name}@kippu.example`,
  name,
  role: 'counter',
  mustChangePassword: false,
});
const TRAVELLER = 'traveller@example.com';
const found = {
  account: {
    accountId: 'account-1',
    email: TRAVELLER,
    fullname: 'Mei Tanaka',
    username: 'mei',
    country: 'TW',
    language: 'en',
    createdAt: '2026-01-01 10:00:00',
    status: 'active',
  },
  tickets: { items: [] },
  reservations: [],
};
/** Returns the answer to a call, or none if there is no entry. */
let answers: Map<Call, unknown>;
let asked: { readonly call: string; readonly token: string | undefined }[];
const envelope = (data: unknown) =>
  Response.json({ state: 'success', code: 'OK', msg: '', values: {}, data });

beforeEach(() => {
  answers = new Map<Call, unknown>([
    [deskFindAccount, found],
    [deskSignOut, null],
  ]);
  asked = [];
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    const call = ALL_CALLS.find((each) => each.path === path.split('?')[0] && each.method === init.method);
    const token = new Headers(init.headers).get('authorization')?.replace('Bearer ', '');
    asked.push({ call: call?.name ?? path, token });
    return call && answers.has(call)
      ? Promise.resolve(envelope(answers.get(call)))
      : new Promise(() => undefined);
  });
  signedOut();
  localStorage.clear();
  location.hash = '#/tickets';
});

const open = () =>
  act(async () =>
    render(
      <QueryClientProvider client={queryClient}>
        <App />
      </QueryClientProvider>,
    ),
  );

/** Signs in as the first person and finds a traveller. */
async function lookFor(): Promise<void> {
  await act(async () => signedIn('aki-token', staff('aki')));
  const field = await screen.findByRole('textbox');
  fireEvent.change(field, { target: { value: TRAVELLER } });
  fireEvent.submit(screen.getByRole('search'));
  await screen.findAllByText('Mei Tanaka');
  answers.delete(deskFindAccount);
}
const isClean = () => {
  expect(document.body.textContent).not.toContain('Mei Tanaka');
  expect(document.body.innerHTML).not.toContain(TRAVELLER);
};

test('after signing out', async () => {
  await open();
  await lookFor();
  fireEvent.click(await screen.findByText(/^(サインアウト|Sign out)$/));
  await waitFor(isClean);
  await act(async () => signedIn('ben-token', staff('ben')));
  expect((await screen.findByRole('textbox')).getAttribute('value') ?? '').toBe('');
  isClean();
  expect(queryClient.getQueryCache().findAll({ queryKey: [deskFindAccount.name] })).toEqual([]);
});

test('after a sign-in on top of an ended session', async () => {
  await open();
  await lookFor();
  await act(async () => sessionOver('aki-token', 'over'));
  await act(async () => signedIn('ben-token', staff('ben')));
  await screen.findByRole('search');
  isClean();
  expect(queryClient.getQueryCache().findAll({ queryKey: [deskFindAccount.name] })).toEqual([]);
});

test('the same person continues where they were', async () => {
  await open();
  await lookFor();
  await act(async () => sessionOver('aki-token', 'over'));
  await act(async () => signedIn('aki-newer-token', staff('aki')));
  await screen.findAllByText('Mei Tanaka');
});

test('an unanswered order belongs to its sender only', () => {
  signedIn('aki-token', staff('aki'));
  const order = {
    orderId: 'order-1',
    issuer: '',
    productId: 'city-day-qr',
    seller: 'Aki',
    salesSite: 'Kyoto',
    tickets: [],
  };
  keepPending(order);
  expect(pendingOrder()).toEqual(order);
  signedIn('ben-token', staff('ben'));
  expect(pendingOrder()).toBeNull();
  signedIn('aki-token', staff('aki'));
  expect(pendingOrder()).toEqual(order);
});
