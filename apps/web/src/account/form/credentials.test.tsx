// Password fields: masking, pasting and password managers. Also the session details on the account page.
import { logout } from '@kippu/contract/calls/traveller/account';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { press, renderApp } from '../../../test/render-app.tsx';
import { aMember } from '../../../test/factories.ts';
import { formatMoment } from '../../i18n/format.ts';
import { rememberReset } from '../password/reset-memory.ts';
import { getSession } from '../../app/session/session.ts';

const TYPED = 'Hozugawa-58-boat';

test('a password is masked until the eye is pressed, and again after', async () => {
  const { words } = await renderApp('login', {}, { account: null });
  const field = await screen.findByLabelText<HTMLInputElement>(words.account.password);
  expect(field.type).toBe('password');
  await press(words.account.show);
  expect(field.type).toBe('text');
  await press(words.account.hide);
  expect(field.type).toBe('password');
});

test('a password can be pasted, and password managers learn which one is requested', async () => {
  const { words, user } = await renderApp('login', {}, { account: null });
  const field = await screen.findByLabelText<HTMLInputElement>(words.account.password);
  expect(field.autocomplete).toBe('current-password');
  const email = await screen.findByLabelText<HTMLInputElement>(words.account.email);
  expect(email.autocomplete).toBe('username');
  await act(async () => field.focus());
  await act(async () => user.paste(TYPED));
  expect(field.value).toBe(TYPED);
});

test('a new password is asked for twice, with the present one beside it', async () => {
  const { words } = await renderApp('changePassword', {});
  const fields = [words.account.oldPassword, words.account.newPassword, words.account.passwordAgain];
  const asked = [];
  for (const label of fields)
    asked.push((await screen.findByLabelText<HTMLInputElement>(label)).autocomplete);
  expect(asked).toEqual(['current-password', 'new-password', 'new-password']);
});

test('the result of a reset appears only in the tab that reset the password', async () => {
  const { words, go } = await renderApp('resetResult', {}, { account: null });
  await screen.findByText(words.notFound.title);
  expect(document.body.textContent).not.toContain(words.account.resetText);
  rememberReset();
  await go('login', {});
  await go('resetResult', {});
  await screen.findByText(words.account.resetText);
});

test('the account page says since when the phone is logged in, and logs it out', async () => {
  const { server, words } = await renderApp('account', {}, { account: {} });
  const at = formatMoment(aMember().signedInAt ?? '', 'en');
  expect(at).toContain('09:30');
  await screen.findByText(words.account.logOut);
  expect(document.body.textContent).toContain(words.account.sessionSince(at));
  await press(words.account.logOut);
  await press(words.account.logOut);
  await waitFor(() => expect(getSession()).toBeNull());
  expect(server.of(logout)).toHaveLength(1);
});

test('the first screen of each tab leads to the account page', async () => {
  const { words, go } = await renderApp('tickets', {});
  for (const tab of ['tickets', 'seats', 'help', 'account'] as const) {
    await go(tab, {});
    const link = await screen.findByRole('link', { name: words.common.tabAccount });
    fireEvent.click(link);
    await screen.findByText(words.account.logOut);
  }
});
