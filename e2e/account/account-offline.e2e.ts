// The network fails at each step of the account's forms and returns. The app shows this, keeps the input, and needs no
// reload.
import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { PATHS } from '@kippu/web/app/router/link-to';
import { mailedCode } from '../support/desk/desk.ts';
import { test } from '../support/server/own-server.ts';
import { specialCharacters } from '@kippu/domain/account/rules';
import { fillWords } from '@kippu/words/error-words';
import { PASSWORD } from '../support/new-account.ts';
import { Traveller } from '../support/traveller.ts';

test.use({ serviceWorkers: 'allow' });

const NEXT_PASSWORD = 'Ginkaku-41-moss';
const newEmail = () => `offline-${randomUUID()}@example.com`;
const setOffline = (page: Page, off: boolean) => page.context().setOffline(off);

/** Waits for the worker, which has all files once it is active. Marks the page, so that a reload is detected. */
async function waitForWorker(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    document.documentElement.dataset['sameDocument'] = 'yes';
  });
}
const neverReloaded = (page: Page) =>
  expect(page.locator('html')).toHaveAttribute('data-same-document', 'yes');

/** Presses a button offline, checks the message, and presses it again online. */
async function pressTwice(page: Page, traveller: Traveller, name: string, inDialog?: string): Promise<void> {
  const { networkDown } = traveller.words.client;
  const confirm = async () => {
    if (inDialog) await page.getByRole('dialog').getByRole('button', { name: inDialog, exact: true }).click();
  };
  await setOffline(page, true);
  await traveller.pressAgain(name);
  await confirm();
  await expect(page.getByRole('alert').filter({ hasText: networkDown })).toBeVisible();
  await expect(page.getByRole('button', { name, exact: true })).toBeEnabled();
  await setOffline(page, false);
  await traveller.pressAgain(name);
  await confirm();
}

/** Opens a screen offline. Its data loads by itself when the network returns. */
async function openOffline(page: Page, traveller: Traveller, open: () => Promise<void>): Promise<void> {
  await setOffline(page, true);
  await open();
  await expect(page.getByRole('alert').filter({ hasText: traveller.words.client.networkDown })).toBeVisible();
  await setOffline(page, false);
}

async function newTraveller(page: Page): Promise<Traveller> {
  const traveller = await Traveller.with(page, 'en');
  await traveller.open('/');
  await traveller.settled();
  await waitForWorker(page);
  return traveller;
}

/** Returns a traveller with an account, on its page. From here the test may go offline. */
async function openAccount(page: Page, request: Parameters<Traveller['register']>[0]) {
  const traveller = await Traveller.with(page, 'en');
  const email = newEmail();
  await traveller.register(request, email);
  await traveller.open(PATHS.account);
  await traveller.settled();
  await waitForWorker(page);
  return { traveller, email };
}

test('signs up although the network fails at each step', async ({ page, request }) => {
  const traveller = await newTraveller(page);
  const { account: words, ticket } = traveller.words;
  const email = newEmail();
  await setOffline(page, true);
  await traveller.follow(ticket.signUp);
  await traveller.sees(words.signUpTitle);
  await traveller.look('offline-sign-up');
  await traveller.fill(words.email, email);
  await traveller.fill(words.emailAgain, email);
  await pressTwice(page, traveller, words.sendCode);
  await expect(page.getByText(words.codeSent(email))).toBeVisible();
  const code = await mailedCode(request, email);
  await setOffline(page, true);
  await traveller.fill(words.codeLabel, code);
  await expect(page.getByRole('alert').filter({ hasText: traveller.words.client.networkDown })).toBeVisible();
  await setOffline(page, false);
  await traveller.press(words.next);
  await traveller.sees(words.groupPassword);
  await traveller.fill(words.newPassword, PASSWORD);
  await traveller.fill(words.passwordAgain, PASSWORD);
  // The countries load when the network returns.
  await openOffline(page, traveller, () => traveller.press(words.next));
  await page.getByLabel(words.country, { exact: true }).selectOption('TW');
  await traveller.fill(words.fullname, '<mei>');
  // The message below the name moves the page, but not away from under the mouse that left the field.
  const consents = page.getByRole('checkbox');
  // A thumb presses this long.
  for (const consent of await consents.all()) await consent.click({ delay: 120 });
  const special = { characters: specialCharacters('fullname') };
  await expect(
    page.getByText(fillWords(traveller.words.errors['ACC-0009'], special), { exact: true }),
  ).toBeVisible();
  for (const consent of await consents.all()) await expect(consent).toBeChecked();
  await traveller.fill(words.fullname, 'mei');
  await pressTwice(page, traveller, words.signUp);
  await traveller.sees(words.welcomeTitle('mei'));
  await neverReloaded(page);
  expect(traveller.faults).toEqual([]);
});

test('logs out and in although the network fails at each step', async ({ page, request }) => {
  const { traveller, email } = await openAccount(page, request);
  const { account: words, ticket } = traveller.words;
  await setOffline(page, true);
  await traveller.press(words.logOut);
  await page.getByRole('dialog').getByRole('button', { name: words.logOut, exact: true }).click();
  await expect(page.getByText(words.loggedOut, { exact: true })).toBeVisible();
  await traveller.open(PATHS.login);
  await traveller.fill(words.email, email);
  await traveller.fill(words.password, PASSWORD);
  await pressTwice(page, traveller, words.login);
  await expect(page.getByText(ticket.yourTickets, { exact: true })).toBeVisible();
  await neverReloaded(page);
});

test('resets a forgotten password although the network fails at each step', async ({ page, request }) => {
  const { traveller, email } = await openAccount(page, request);
  const { account: words, ticket } = traveller.words;
  await traveller.press(words.logOut);
  await page.getByRole('dialog').getByRole('button', { name: words.logOut, exact: true }).click();
  await expect(page.getByText(words.loggedOut, { exact: true })).toBeVisible();
  await traveller.open(PATHS.login);
  await setOffline(page, true);
  await traveller.follow(words.forgot);
  await traveller.sees(words.forgetTitle);
  await setOffline(page, false);
  await traveller.fill(words.email, email);
  await pressTwice(page, traveller, words.sendCode);
  await expect(page.getByText(words.codeSent(email))).toBeVisible();
  await traveller.fill(words.codeLabel, await mailedCode(request, email));
  await pressTwice(page, traveller, words.next);
  await traveller.fill(words.newPassword, NEXT_PASSWORD);
  await traveller.fill(words.passwordAgain, NEXT_PASSWORD);
  await pressTwice(page, traveller, words.reset);
  await expect(page.getByText(words.resetTitle, { exact: true })).toBeVisible();
  await traveller.follow(words.login);
  await traveller.logIn(email, NEXT_PASSWORD);
  await expect(page.getByText(ticket.yourTickets, { exact: true })).toBeVisible();
  await neverReloaded(page);
});

test('changes name, country and password although the network fails at each step', async ({
  page,
  request,
}) => {
  const { traveller } = await openAccount(page, request);
  const { account: words } = traveller.words;

  await test.step('changes the name', async () => {
    await setOffline(page, true);
    await page.getByRole('link', { name: words.username }).click();
    await traveller.sees(words.changeUsername);
    await traveller.fill(words.username, 'back again');
    await pressTwice(page, traveller, words.save);
    await expect(page.getByText(words.greeting('back again'))).toBeVisible();
  });

  await test.step('changes the country, whose list is already loaded', async () => {
    await setOffline(page, true);
    await page.getByRole('link', { name: words.countryShort }).click();
    await traveller.sees(words.changeCountry);
    await page.getByLabel(words.country, { exact: true }).selectOption('KR');
    await pressTwice(page, traveller, words.save);
    await expect(page.getByRole('link', { name: `${words.countryShort} South Korea` })).toBeVisible();
  });

  await test.step('changes the password', async () => {
    await setOffline(page, true);
    await page.getByRole('link', { name: words.password }).click();
    await traveller.sees(words.changePassword);
    await traveller.fill(words.oldPassword, PASSWORD);
    await traveller.fill(words.newPassword, NEXT_PASSWORD);
    await traveller.fill(words.passwordAgain, NEXT_PASSWORD);
    await pressTwice(page, traveller, words.save);
    await traveller.sees(words.title);
  });
  await neverReloaded(page);
});

test('deletes the account although the network fails at each step', async ({ page, request, server }) => {
  const { traveller, email } = await openAccount(page, request);
  const { account: words, errors } = traveller.words;
  await server.moveOn(15 * 24 * 3_600_000);
  await openOffline(page, traveller, () => page.getByRole('link', { name: words.deleteAccount }).click());
  // The server's clock has moved by two weeks, so it asks for the password again.
  await traveller.sees(words.loginTitle);
  await traveller.logIn(email);
  await traveller.fill(words.deletePassword, PASSWORD);
  await pressTwice(page, traveller, words.deleteGo, words.deleteConfirm);
  await expect(page.getByText(words.deleted, { exact: true })).toBeVisible();
  await traveller.open(PATHS.login);
  await traveller.logIn(email);
  await expect(page.getByRole('alert')).toHaveText(errors.AccountOrPwdError);
  await neverReloaded(page);
});
