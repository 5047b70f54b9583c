// The account screens: name, country, password, a forgotten password, deletion, and guessed passwords.
import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { fillWords } from '@kippu/words/error-words';
import { PATHS } from '@kippu/web/app/router/link-to';
import { issueTickets, mailedCode } from '../support/desk/desk.ts';
import { PASSWORD } from '../support/new-account.ts';
import { Traveller } from '../support/traveller.ts';

const NEW_PASSWORD = 'Ginkaku-41-moss';
const newEmail = () => `account-${randomUUID()}@example.com`;

test('changes name, country and password, and shows why the account cannot be deleted yet', async ({
  page,
  request,
}) => {
  const traveller = await Traveller.with(page, 'en');
  const { account: words, errors, ticket: ticketWords } = traveller.words;
  await traveller.register(request, newEmail());

  await test.step('changes the name', async () => {
    await traveller.open(PATHS.account);
    await page.getByRole('link', { name: words.username }).click();
    await traveller.sees(words.changeUsername);
    await traveller.fill(words.username, 'Mei in Kyoto');
    await traveller.press(words.save);
    await expect(page.getByText(words.greeting('Mei in Kyoto'))).toBeVisible();
  });

  await test.step('changes the country', async () => {
    await page.getByRole('link', { name: words.countryShort }).click();
    await traveller.sees(words.changeCountry);
    await page.getByLabel(words.country, { exact: true }).selectOption('KR');
    await traveller.press(words.save);
    await expect(page.getByRole('link', { name: `${words.countryShort} South Korea` })).toBeVisible();
  });

  const changePassword = async (old: string, next: string) => {
    await traveller.fill(words.oldPassword, old);
    await traveller.fill(words.newPassword, next);
    await traveller.fill(words.passwordAgain, next);
    await traveller.pressAgain(words.save);
  };
  await test.step('changes the password, and refuses a common or former one', async () => {
    await page.getByRole('link', { name: words.password }).click();
    await traveller.sees(words.changePassword);
    await changePassword(PASSWORD, 'Kansai2026');
    await expect(page.getByText(words.passwordCommon)).toBeVisible();
    await traveller.look('password-common');
    await changePassword(PASSWORD, NEW_PASSWORD);
    await traveller.sees(words.title);
    await page.getByRole('link', { name: words.password }).click();
    await changePassword(NEW_PASSWORD, PASSWORD);
    await expect(page.getByText(errors['ACC-0008'])).toBeVisible();
    await traveller.look('password-used-before');
  });

  await test.step('a new password and an unused ticket prevent the deletion', async () => {
    const [issued] = await issueTickets(request, 'city-day-qr');
    if (!issued) throw new Error('no ticket was issued');
    await page.goto(`/${new URL(issued.link).hash}`);
    await traveller.press(ticketWords.bind(1));
    await traveller.sees(ticketWords.addedTitle);
    await traveller.open(PATHS.deleteAccount);
    await expect(page.getByText(words.deleteNotYet, { exact: true })).toBeVisible();
    const [before = ''] = words.reasons.passwordChangedRecently('§').split('§');
    await expect(page.getByText(before)).toBeVisible();
    await expect(page.getByText(words.reasons.unusedTickets)).toBeVisible();
    await expect(page.getByRole('button', { name: words.deleteGo })).toHaveCount(0);
    await traveller.look('delete-not-yet');
  });
  expect(traveller.faults).toEqual([]);
});

test('resets a forgotten password, and logs in with the new one', async ({ page, request }) => {
  const traveller = await Traveller.with(page, 'en');
  const { account: words } = traveller.words;
  const email = newEmail();
  await traveller.register(request, email);
  await traveller.open(PATHS.account);
  await traveller.press(words.logOut);
  await page.getByRole('dialog').getByRole('button', { name: words.logOut, exact: true }).click();
  await expect(page.getByText(words.loggedOut, { exact: true })).toBeVisible();
  await traveller.open(PATHS.login);
  await traveller.follow(words.forgot);
  await traveller.sees(words.forgetTitle);
  await traveller.fill(words.email, email);
  await traveller.press(words.sendCode);
  await expect(page.getByText(words.codeSent(email))).toBeVisible();
  await traveller.fill(words.codeLabel, await mailedCode(request, email));
  await traveller.press(words.next);
  await traveller.fill(words.newPassword, NEW_PASSWORD);
  await traveller.fill(words.passwordAgain, NEW_PASSWORD);
  await traveller.press(words.reset);
  await traveller.sees(words.resetTitle);
  await traveller.follow(words.login);
  // It was shown a minute ago, so it is not shown again.
  await expect(page.getByLabel(words.email, { exact: true })).toHaveValue(email);
  await traveller.logIn(email, NEW_PASSWORD);
  await expect(page.getByText(traveller.words.ticket.yourTickets, { exact: true })).toBeVisible();
});

test('wrong passwords first require a check, then a wait', async ({ browser, page, request }) => {
  const owner = await Traveller.with(page, 'en');
  const { account: words, errors } = owner.words;
  const email = newEmail();
  await owner.register(request, email);
  const guesserPage = await (await browser.newContext()).newPage();
  const guesser = await Traveller.with(guesserPage, 'en');
  const guess = async () => {
    const answered = guesserPage.waitForResponse(/\/account\/info\/login$/);
    await guesser.pressAgain(words.login);
    await answered;
  };

  await test.step('three wrong passwords require nothing', async () => {
    await guesser.open(PATHS.login);
    await guesser.fill(words.email, email);
    await guesser.fill(words.password, 'Wrong2026');
    for (let time = 0; time < 3; time += 1) {
      await guess();
      await expect(guesserPage.getByRole('alert')).toHaveText(errors.AccountOrPwdError);
    }
    await expect(guesserPage.getByLabel(words.captchaLabel, { exact: true })).toHaveCount(0);
  });

  await test.step('the fourth attempt explains the check, which the page does by itself; a picture or its sound is offered instead', async () => {
    await guess();
    await expect(guesserPage.getByText(words.checkTitle, { exact: true })).toBeVisible();
    await expect(guesserPage.getByText(words.checkLoginWhy)).toBeVisible();
    await expect(guesserPage.getByText(words.checkDone(words.login), { exact: true })).toBeVisible();
    await guesser.look('check-done');
    await guesser.press(words.checkPictureInstead);
    await expect(guesserPage.getByLabel(words.captchaLabel, { exact: true })).toBeVisible();
    await expect(guesserPage.getByRole('img', { name: words.captchaAlt })).toBeVisible();
    await guesser.press(words.captchaHear);
    await expect(guesserPage.getByLabel(words.captchaAudio)).toHaveAttribute('src', /^data:audio\//);
    await guesser.pressAgain(words.login);
    await expect(guesserPage.getByText(guesser.words.client.captchaEmpty)).toBeVisible();
    await guesser.look('captcha');
  });

  await test.step('after five failures the login must wait, but not the owner who is signed in', async () => {
    const wait = fillWords(errors['MFA-0011'], { minutes: 10 });
    await guesser.press(words.checkWorkInstead);
    for (let time = 0; time < 2; time += 1) {
      await guess();
      await expect(guesserPage.getByRole('alert')).toHaveText(errors.AccountOrPwdError);
    }
    await guess();
    await expect(guesserPage.getByText(wait)).toBeVisible();
    await guesser.look('locked-login');
    await owner.open(PATHS.changePassword);
    await owner.fill(words.oldPassword, PASSWORD);
    await owner.fill(words.newPassword, NEW_PASSWORD);
    await owner.fill(words.passwordAgain, NEW_PASSWORD);
    const answered = page.waitForResponse(/\/changePassword$/);
    await owner.pressAgain(words.save);
    expect((await answered).status()).toBe(200);
    await expect(page.getByLabel(words.oldPassword, { exact: true })).toHaveCount(0);
  });

  await test.step('five wrong passwords in a session lock only the password form of that session', async () => {
    const wait = fillWords(errors['MFA-0011'], { minutes: 10 });
    await owner.open(PATHS.changePassword);
    await owner.fill(words.oldPassword, 'Wrong2026');
    await owner.fill(words.newPassword, PASSWORD);
    await owner.fill(words.passwordAgain, PASSWORD);
    for (let time = 0; time < 5; time += 1) {
      const answered = page.waitForResponse(/\/changePassword$/);
      await owner.pressAgain(words.save);
      await answered;
      await expect(page.getByText(errors['AUTH-0020'])).toBeVisible();
    }
    await owner.pressAgain(words.save);
    await expect(page.getByText(wait)).toBeVisible();
    await owner.look('locked-change');
  });
  await guesserPage.context().close();
  expect([...owner.faults, ...guesser.faults]).toEqual([]);
});
