// A manager's acts on a traveller's account: offered by status, only to managers, and each confirmed first.
import { deskEndSession, deskResumeAccount, deskSuspendAccount } from '@kippu/contract/calls/desk/find';
import type { Call } from '@kippu/contract/call';
import type { StaffRole } from '@kippu/contract/values';
import type { DeskAccount } from '@kippu/contract/calls/desk/find';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../app/call/queries.ts';
import { signedIn } from '../app/session/session.ts';
import { AccountActs } from './account-acts.tsx';
import { AccountFacts } from './account-facts.tsx';

let sent: { readonly path: string; readonly body: unknown }[];
const account: DeskAccount = {
  accountId: 'account-1',
  email: 'mei@example.com',
  fullname: 'Mei',
  username: 'mei',
  country: 'TW',
  language: 'en',
  createdAt: '2026-01-01 10:00:00',
  status: 'active',
};
const open = async (status: DeskAccount['status'], role: StaffRole = 'manager') => {
  signedIn('token', { staffId: 's', email: 's@kippu.example', name: 'S', role, mustChangePassword: false });
  await act(async () =>
    render(
      <QueryClientProvider client={queryClient}>
        <AccountActs of={{ ...account, status }} />
      </QueryClientProvider>,
    ),
  );
};
const names = () => screen.queryAllByRole('button').map((button) => button.textContent);
const pressLast = async (name: RegExp) => {
  const button = screen.getAllByRole('button', { name, hidden: true }).at(-1);
  await act(async () => fireEvent.click(button ?? document.body));
};

beforeEach(() => {
  sent = [];
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit) => {
    sent.push({ path, body: JSON.parse(String(body)) });
    return Response.json({ state: 'success', code: 'OK', msg: '', values: {}, data: account });
  });
});

test('a counter and an editor see no acts', async () => {
  for (const role of ['counter', 'editor'] as const) {
    await open('active', role);
    expect(names()).toEqual([]);
  }
});

test('on a deleted account there are no acts, and no names: its status says that it is deleted', async () => {
  await open('deleted');
  expect(names()).toEqual([]);
  const erased = {
    ...account,
    status: 'deleted',
    email: '',
    fullname: '',
    username: '',
    country: '',
  } as const;
  render(<AccountFacts of={erased} />);
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toHaveLength(2);
  expect(screen.getByText(/^(削除済み|Deleted)$/)).toBeTruthy();
});

test.each([
  ['active', /サインアウトさせる|Sign traveller out/, deskEndSession],
  ['active', /アカウントを停止|Suspend account/, deskSuspendAccount],
  ['suspended', /停止を解除|Resume account/, deskResumeAccount],
] as const)('on an account that is %s, %s is confirmed and then sent', async (status, name, call: Call) => {
  await open(status);
  expect(names()).toHaveLength(status === 'active' ? 2 : 1);
  await pressLast(name);
  expect(sent).toEqual([]);
  await pressLast(name);
  expect(sent).toEqual([{ path: call.path, body: { accountId: 'account-1' } }]);
});
