// Too many failed logins in a browser: the automatic check, the captcha by picture and by sound, and the lock with its
// minutes. The lock ends after some time or with a new password.
import { randomUUID } from 'node:crypto';
import { expect, type APIRequestContext, type Page } from '@playwright/test';
import { checkCaptcha, genCaptcha, login } from '@kippu/contract/calls/traveller/account';
import { SAAS_ID } from '@kippu/contract/limits';
import { fillWords } from '@kippu/words/error-words';
import { PATHS } from '@kippu/web/app/router/link-to';
import { mailedCode } from '../support/desk/desk.ts';
import { encryptedPassword, PASSWORD } from '../support/new-account.ts';
import { test } from '../support/server/own-server.ts';
import { hearCaptcha, readCaptcha } from '../support/read-captcha.ts';
import { answerOf, dataOf } from '../support/transfer-calls.ts';
import { Traveller } from '../support/traveller.ts';

const MINUTE = 60_000;
const WRONG = 'Wrong2026';
const NEXT_PASSWORD = 'Ginkaku-41-moss';
const FREE_TRIES = 3;
const ADDRESS_TRIES = 50;
const newEmail = () => `lock-${randomUUID()}@example.com`;

/** Returns a traveller with an account, logged out, at the login form. */
async function loggedOut(page: Page, request: APIRequestContext) {
  const traveller = await Traveller.with(page, 'en');
  const email = newEmail();
  await traveller.register(request, email);
  await page.evaluate(() => localStorage.removeItem('kippu.session'));
  await page.goto('about:blank');
  await traveller.open(PATHS.login);
  await traveller.sees(traveller.words.account.loginTitle);
  return { traveller, email };
}

/** Submits the login with a password and returns the code of the server's answer. */
async function tryLogin(traveller: Traveller, password: string): Promise<string> {
  const { page, words } = traveller;
  await traveller.fill(words.account.password, password);
  const answered = page.waitForResponse((answer) => new URL(answer.url()).pathname === login.path);
  await traveller.pressAgain(words.account.login);
  return ((await (await answered).json()) as { code: string }).code;
}

const pictureOf = (traveller: Traveller) =>
  traveller.page.getByRole('img', { name: traveller.words.account.captchaAlt });
const checkOf = (traveller: Traveller) =>
  traveller.page.getByText(traveller.words.account.checkTitle, { exact: true });
const imageOf = async (traveller: Traveller) => (await pictureOf(traveller).getAttribute('src')) ?? '';

/** Runs `action` to request another picture, and waits until it is shown. */
async function untilRenewed(traveller: Traveller, action: () => Promise<unknown>): Promise<void> {
  const before = await imageOf(traveller);
  await action();
  await expect(pictureOf(traveller)).not.toHaveAttribute('src', before);
}

/** Reads the picture. Requests another one while it cannot be read. */
async function readPicture(traveller: Traveller): Promise<string> {
  for (let pictures = 0; pictures < 10; pictures += 1) {
    const read = readCaptcha(await imageOf(traveller));
    if (read !== undefined) return read;
    await untilRenewed(traveller, () => traveller.press(traveller.words.account.captchaNew));
  }
  throw new Error('ten pictures could not be made out');
}

const answer = (traveller: Traveller, typed: string) =>
  traveller.fill(traveller.words.account.captchaLabel, typed);

/** Fails until the next login requires the captcha. */
async function untilCaptcha(traveller: Traveller, email: string): Promise<void> {
  await traveller.fill(traveller.words.account.email, email);
  for (let tries = 0; tries < FREE_TRIES; tries += 1)
    expect(await tryLogin(traveller, WRONG)).toBe('AccountOrPwdError');
  await expect(checkOf(traveller)).toHaveCount(0);
  expect(await tryLogin(traveller, WRONG)).toBe('imgCodeError');
  await expect(checkOf(traveller)).toBeVisible();
}

/** Chooses the picture instead of the automatic check. */
async function choosePicture(traveller: Traveller): Promise<void> {
  await traveller.press(traveller.words.account.checkPictureInstead);
  await expect(pictureOf(traveller)).toBeVisible();
}

/** Fails with a solved captcha each time, until the account is locked. */
async function untilLocked(traveller: Traveller, email: string): Promise<void> {
  await untilCaptcha(traveller, email);
  await choosePicture(traveller);
  for (let failures = FREE_TRIES; failures < 5; failures += 1) {
    await answer(traveller, await readPicture(traveller));
    await untilRenewed(traveller, async () =>
      expect(await tryLogin(traveller, WRONG)).toBe('AccountOrPwdError'),
    );
  }
}

const alertOf = (traveller: Traveller) => traveller.page.getByRole('alert');

test('after three failed logins the page does a check by itself, and the next attempt logs in', async ({
  page,
  request,
}) => {
  const { traveller, email } = await loggedOut(page, request);
  const { account: words } = traveller.words;
  await untilCaptcha(traveller, email);
  await expect(page.getByText(words.checkLoginWhy)).toBeVisible();
  await expect(page.locator(':focus')).toContainText(words.checkTitle);
  // Screen readers announce it too.
  const status = page.getByRole('status').filter({ hasText: words.checkDone(words.login) });
  await expect(status).toBeVisible();
  await traveller.look('check-done');
  // A wrong password uses up the check, and the next check begins at once.
  expect(await tryLogin(traveller, WRONG)).toBe('AccountOrPwdError');
  expect(await tryLogin(traveller, PASSWORD)).toBe('OK');
  await expect(page.getByText(traveller.words.ticket.yourTickets, { exact: true })).toBeVisible();
  expect(traveller.faults).toEqual([]);
});

test('after three failed logins a captcha is required, by picture or by sound', async ({
  page,
  request,
  server,
}) => {
  const { traveller, email } = await loggedOut(page, request);
  const { account: words, errors, client } = traveller.words;
  await untilCaptcha(traveller, email);
  await choosePicture(traveller);
  await traveller.look('captcha');
  const field = page.getByLabel(words.captchaLabel, { exact: true });

  await test.step('an empty or wrong answer shows a message at the field', async () => {
    await traveller.pressAgain(words.login);
    await expect(field).toHaveAccessibleDescription(new RegExp(client.captchaEmpty));
    // No picture contains a zero.
    await answer(traveller, '00000');
    await untilRenewed(traveller, () => traveller.pressAgain(words.login));
    await expect(field).toHaveAccessibleDescription(new RegExp(errors['MFA-0024']));
    await expect(field).toBeFocused();
    await expect(field).toHaveValue('');
    await traveller.look('captcha-wrong');
  });

  await test.step('requesting another picture removes the message', async () => {
    await untilRenewed(traveller, () => traveller.press(words.captchaNew));
    await expect(field).not.toHaveAttribute('aria-invalid', 'true');
  });

  await test.step('the sound plays, and the digits that it beeps are accepted', async () => {
    await untilRenewed(traveller, () => traveller.press(words.captchaHear));
    const audio = page.locator('audio');
    await expect(audio).toHaveAccessibleName(words.captchaAudio);
    await expect(page.getByText(words.captchaAudio)).toBeVisible();
    await expect
      .poll(() => audio.evaluate((sound: HTMLAudioElement) => sound.currentTime))
      .toBeGreaterThan(0);
    await traveller.look('captcha-sound');
    const digits = hearCaptcha((await audio.getAttribute('src')) ?? '');
    expect(digits).toMatch(/^[1-9]{4}$/);
    await answer(traveller, digits);
    await untilRenewed(traveller, async () =>
      expect(await tryLogin(traveller, WRONG)).toBe('AccountOrPwdError'),
    );
    await expect(alertOf(traveller).filter({ hasText: errors.AccountOrPwdError })).toBeInViewport({
      ratio: 1,
    });
  });

  await test.step('after five minutes the picture expires, and a new one is shown at once', async () => {
    await server.moveOn(5 * MINUTE);
    await answer(traveller, '00000');
    await untilRenewed(traveller, () => traveller.pressAgain(words.login));
    await expect(field).toHaveAccessibleDescription(new RegExp(errors['MFA-0023']));
  });

  await test.step('the right letters and the right password log in', async () => {
    await untilRenewed(traveller, () => traveller.press(words.captchaNew));
    await expect(page.locator('audio')).toHaveCount(0);
    await answer(traveller, await readPicture(traveller));
    expect(await tryLogin(traveller, PASSWORD)).toBe('OK');
    await expect(page.getByText(traveller.words.ticket.yourTickets, { exact: true })).toBeVisible();
  });
  expect(traveller.faults).toEqual([]);
});

test('five failed logins lock the account; the screen shows the minutes left, and then the password works again', async ({
  page,
  request,
  server,
}) => {
  const { traveller, email } = await loggedOut(page, request);
  const { errors, account: words } = traveller.words;
  await untilLocked(traveller, email);
  await answer(traveller, await readPicture(traveller));
  const locked = async (minutes: number) => {
    expect(await tryLogin(traveller, PASSWORD)).toBe('MFA-0011');
    await expect(alertOf(traveller)).toHaveText(fillWords(errors['MFA-0011'], { minutes }));
    await expect(alertOf(traveller)).toBeInViewport({ ratio: 1 });
    // While locked no answer would help.
    await expect(pictureOf(traveller)).toHaveCount(0);
  };
  await locked(10);
  await traveller.look('locked');
  await server.moveOn(4 * MINUTE);
  await locked(6);
  await server.moveOn(6 * MINUTE);
  await traveller.pressAgain(words.login);
  await expect(page.getByText(traveller.words.ticket.yourTickets, { exact: true })).toBeVisible();
  expect(traveller.faults).toEqual([]);
});

test('a password reset ends the lock at once', async ({ page, request }) => {
  const { traveller, email } = await loggedOut(page, request);
  const { account: words } = traveller.words;
  await untilLocked(traveller, email);
  await traveller.follow(words.forgot);
  await traveller.sees(words.forgetTitle);
  await expect(page.getByLabel(words.email, { exact: true })).toHaveValue(email);
  await traveller.press(words.sendCode);
  await expect(page.getByText(words.codeSent(email))).toBeVisible();
  await traveller.fill(words.codeLabel, await mailedCode(request, email));
  await traveller.press(words.next);
  await traveller.fill(words.newPassword, NEXT_PASSWORD);
  await traveller.fill(words.passwordAgain, NEXT_PASSWORD);
  await traveller.look('reset');
  await traveller.press(words.reset);
  await expect(page.getByText(words.resetTitle, { exact: true })).toBeVisible();
  await traveller.look('reset-result');
  await traveller.follow(words.login);
  // A person who reads the mail is the owner. This phone is then known, and needs no captcha.
  await traveller.logIn(email, NEXT_PASSWORD);
  await expect(page.getByText(traveller.words.ticket.yourTickets, { exact: true })).toBeVisible();
  expect(traveller.faults).toEqual([]);
});

/** Fails to log in to many unknown accounts from the page's address. */
async function failElsewhere(page: Page, times: number): Promise<void> {
  const solved = async () => {
    const { captchaId, audio = '' } = await dataOf(page.request, genCaptcha, { query: { audio: true } });
    return dataOf(page.request, checkCaptcha, { body: { captchaId, answer: hearCaptcha(audio) } });
  };
  for (let failures = 0; failures < times; failures += 1) {
    const pass = failures < FREE_TRIES ? {} : await solved();
    const { code } = await answerOf(page.request, login, {
      body: {
        loginType: 'password',
        loginAgent: 'guest',
        saasId: SAAS_ID,
        account: newEmail(),
        password: await encryptedPassword(page.request, login.name, WRONG),
        deviceId: 'nobodys-phone',
        ...pass,
      },
    });
    expect(code).toBe('AccountOrPwdError');
  }
}

test('a network address that tried many accounts must do a check, and no account is locked', async ({
  page,
  request,
}) => {
  const { traveller, email } = await loggedOut(page, request);
  const { account: words } = traveller.words;
  await failElsewhere(page, ADDRESS_TRIES);
  await traveller.fill(words.email, email);
  expect(await tryLogin(traveller, PASSWORD)).toBe('imgCodeError');
  await expect(checkOf(traveller)).toBeVisible();
  await traveller.look('address-check');
  expect(await tryLogin(traveller, PASSWORD)).toBe('OK');
  await expect(page.getByText(traveller.words.ticket.yourTickets, { exact: true })).toBeVisible();
  expect(traveller.faults).toEqual([]);
});
