// The steps of a sign-up: the code is checked with its last digit, what was typed stays, and each refusal stands at its field.
import { checkVerifyCode, registry, sendVerifyCode } from '@kippu/contract/calls/traveller/account';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { FakeServer } from '../../../test/fake-server.ts';
import { press, renderApp } from '../../../test/render-app.tsx';
import { dropPasswords } from './held-passwords.ts';

const EMAIL = 'new@example.com';
const PASSWORD = 'Kamogawa-41-swan';

// The first test does not wait for the screen's files.
beforeAll(() => import('./sign-up-screen.tsx'));

const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
const fill = async (label: string, value: string) => {
  const input = await field(label);
  await act(async () => fireEvent.change(input, { target: { value } }));
};

/** Opens the sign-up with functions that fill in each step. */
async function open(server = new FakeServer()) {
  const app = await renderApp('signUp', {}, { account: null, server });
  const { account: w } = app.words;
  const sendCode = async () => {
    await fill(w.email, EMAIL);
    await fill(w.emailAgain, EMAIL);
    await press(w.sendCode);
    await field(w.codeLabel);
  };
  const toPassword = async () => {
    await sendCode();
    await fill(w.codeLabel, '123456');
    await field(w.newPassword);
  };
  const toYou = async () => {
    await toPassword();
    await fill(w.newPassword, PASSWORD);
    await fill(w.passwordAgain, PASSWORD);
    await press(w.next);
    await field(w.fullname);
    await screen.findByText('Taiwan');
  };
  const fillYou = async (name = "Seán O'Brien") => {
    await fill(w.fullname, name);
    fireEvent.change(screen.getByLabelText(w.country), { target: { value: 'TW' } });
    for (const box of screen.getAllByRole('checkbox')) fireEvent.click(box);
  };
  return { ...app, w, sendCode, toPassword, toYou, fillYou };
}
const heading = () => screen.getByRole('heading', { level: 1 });
const bodyOf = (server: FakeServer, call: typeof registry | typeof checkVerifyCode) =>
  server.of(call).map(({ body }) => body);

test('four steps create an account, each named with its number; password managers see one way', async () => {
  const { server, w, sendCode, fillYou } = await open();
  const step = () => document.getElementById(heading().getAttribute('aria-describedby') ?? '')?.textContent;
  await field(w.email);
  expect([heading().textContent, step()]).toEqual([w.signUpTitle, w.stepOf(1, 4)]);
  for (const label of [w.email, w.emailAgain]) expect((await field(label)).autocomplete).toBe('username');
  await sendCode();
  expect([heading().textContent, step()]).toEqual([w.groupEmail, w.stepOf(2, 4)]);
  const code = await field(w.codeLabel);
  expect(document.activeElement).toBe(code);
  expect([code.autocomplete, code.inputMode]).toEqual(['one-time-code', 'numeric']);
  await fill(w.codeLabel, '12345');
  expect(server.of(checkVerifyCode)).toEqual([]);
  await fill(w.codeLabel, '\u200B１２３ 456');
  await field(w.newPassword);
  expect(bodyOf(server, checkVerifyCode)).toEqual([{ email: EMAIL, verifyCode: '123456' }]);
  expect([heading().textContent, step()]).toEqual([w.groupPassword, w.stepOf(3, 4)]);
  expect(document.querySelector<HTMLInputElement>('input[autocomplete=username]')?.value).toBe(EMAIL);
  await fill(w.newPassword, PASSWORD);
  await fill(w.passwordAgain, PASSWORD);
  await press(w.next);
  await screen.findByText('Taiwan');
  expect([heading().textContent, step()]).toEqual([w.groupYou, w.stepOf(4, 4)]);
  await fillYou();
  await press(w.signUp);
  await screen.findByText(w.readyTitle);
  expect(bodyOf(server, registry)).toMatchObject([
    {
      email: EMAIL,
      emailRepeat: EMAIL,
      verifyCode: '123456',
      fullname: "Seán O'Brien",
      username: 'Seán O\u2019Brien',
      country: 'TW',
      termsAccepted: true,
      privacyAccepted: true,
    },
  ]);
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain(PASSWORD);
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('123456');
});

test('a wrong code is refused at once at its field, is not sent twice, and another one is sent by itself', async () => {
  const server = new FakeServer();
  const { w, words, sendCode } = await open(server);
  server.refuse(checkVerifyCode, 'ACC-0004');
  await sendCode();
  await fill(w.codeLabel, '111111');
  await screen.findByText(words.errors['ACC-0004']);
  expect((await field(w.codeLabel)).getAttribute('aria-invalid')).toBe('true');
  await fill(w.codeLabel, '11111');
  expect(screen.queryByText(words.errors['ACC-0004'])).toBeNull();
  await fill(w.codeLabel, '111111');
  expect(server.of(checkVerifyCode)).toHaveLength(1);
  server.give(checkVerifyCode, { expiresIn: 1500 });
  await fill(w.codeLabel, '123456');
  await field(w.newPassword);
  expect(server.of(checkVerifyCode)).toHaveLength(2);
});

test('each step names all that is missing at once', async () => {
  const { w, words, toYou } = await open();
  await press(w.sendCode);
  await screen.findByText(words.client.emailInvalid);
  await toYou();
  fireEvent.change(screen.getByLabelText(w.country), { target: { value: '' } });
  await press(w.signUp);
  await screen.findByText(w.fullnameLength);
  await screen.findByText(w.countryMissing);
  expect(screen.getAllByText(w.agreeMissing)).toHaveLength(2);
});

test('what was typed is there again after reading the terms, and after a reload all but the password', async () => {
  const { w, go, toYou, fillYou } = await open();
  await toYou();
  await fillYou('Mei Tanaka');
  await go('termsPrivacy', {});
  await go('signUp', { step: 'you' });
  expect((await field(w.fullname)).value).toBe('Mei Tanaka');
  for (const box of await screen.findAllByRole<HTMLInputElement>('checkbox')) expect(box.checked).toBe(true);
  // A reload forgets what is in memory only.
  dropPasswords();
  await go('termsPrivacy', {});
  await go('signUp', { step: 'you' });
  expect((await field(w.newPassword)).value).toBe('');
  await go('signUp', {});
  expect((await field(w.emailAgain)).value).toBe(EMAIL);
  // The code of this email was right before, so no other one is sent.
  await press(w.next);
  await field(w.newPassword);
});

test('a step whose steps before are not done leads to the first of them', async () => {
  const { w, go, sendCode } = await open();
  await go('signUp', { step: 'you' });
  await field(w.emailAgain);
  await sendCode();
  await go('signUp', { step: 'password' });
  await field(w.codeLabel);
  await press(w.otherEmail);
  await fill(w.email, 'other@example.com');
  await go('signUp', { step: 'code' });
  expect((await field(w.email)).value).toBe('other@example.com');
});

test.each([
  ['ACC-0005', 'codeLabel'],
  ['ACC-0001', 'email'],
  ['ACC-0006', 'newPassword'],
] as const)('a refusal %s at the end leads to its field, with the person kept', async (code, label) => {
  const server = new FakeServer();
  const { w, words, go, toYou, fillYou } = await open(server);
  server.refuse(registry, code);
  await toYou();
  await fillYou('Mei Tanaka');
  await press(w.signUp);
  const input = await field(w[label]);
  await waitFor(() => expect(input.getAttribute('aria-invalid')).toBe('true'));
  await screen.findByText(words.errors[code]);
  expect(document.activeElement).toBe(input);
  await go('signUp', { step: 'code' });
  await go('signUp', { step: 'you' });
  if (code !== 'ACC-0005') expect((await field(w.fullname)).value).toBe('Mei Tanaka');
  else await field(w.codeLabel);
});

test('a new code can be requested when the time is over, and empties the field', async () => {
  const server = new FakeServer();
  server.give(sendVerifyCode, { resendAfter: 0, expiresIn: 300 });
  const { w, sendCode } = await open(server);
  await sendCode();
  await fill(w.codeLabel, '123');
  await press(w.sendAgain);
  await waitFor(() => expect(server.of(sendVerifyCode)).toHaveLength(2));
  expect((await field(w.codeLabel)).value).toBe('');
});
