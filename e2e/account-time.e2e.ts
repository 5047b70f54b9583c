// What time does to an account, on a server whose clock is moved on: expiry, inactivity, and leaving for good.
import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { PATHS } from '@kippu/web/app/link-to';
import { issueTickets } from './desk.ts';
import { test } from './own-server.ts';
import { PASSWORD } from './new-account.ts';
import { Traveller } from './traveller.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const newEmail = () => `time-${randomUUID()}@example.com`;

test('a token that the server lets expire under a form costs nothing', async ({ page, request, server }) => {
  const traveller = await Traveller.with(page, 'en');
  const { account: words } = traveller.words;
  await traveller.register(request, newEmail());
  await traveller.open(PATHS.account);
  await page.getByRole('link', { name: words.countryShort }).click();
  await traveller.sees(words.changeCountry);
  await page.getByLabel(words.country, { exact: true }).selectOption('KR');
  await server.moveOn(31 * MINUTE);
  const statuses: number[] = [];
  page.on('response', (answer) => {
    if (/updateInfo|refreshToken/.test(answer.url())) statuses.push(answer.status());
  });
  await traveller.press(words.save);
  await expect(page.getByRole('link', { name: `${words.countryShort} South Korea` })).toBeVisible();
  expect(statuses).toEqual([498, 200, 200]);
});

test('after two idle hours the server asks for the password, and what was typed is saved', async ({
  page,
  request,
  server,
}) => {
  const traveller = await Traveller.with(page, 'en');
  const { account: words, errors } = traveller.words;
  const email = newEmail();
  await traveller.register(request, email);
  await traveller.open(PATHS.account);
  await page.getByRole('link', { name: words.username }).click();
  await traveller.sees(words.changeUsername);
  await traveller.fill(words.username, 'after two hours');
  await server.moveOn(2 * 60 * MINUTE);
  await traveller.press(words.save);
  await traveller.sees(words.loginTitle);
  await expect(page.getByText(errors['SES-0005'])).toBeVisible();
  await traveller.logIn(email);
  await expect(page.getByText(words.greeting('after two hours'))).toBeVisible();
});

test('leaves for good once no ticket and no fresh password is in the way', async ({
  page,
  request,
  server,
}) => {
  const traveller = await Traveller.with(page, 'en');
  const { account: words, errors, ticket: ticketWords } = traveller.words;
  const email = newEmail();
  await traveller.register(request, email);
  const comeBack = async (days: number) => {
    await server.moveOn(days * DAY);
    await page.reload();
    await traveller.sees(words.loginTitle);
    await traveller.logIn(email);
    await traveller.sees(words.deleteAccount);
  };

  await test.step('a fresh password and an unused ticket are in the way', async () => {
    const [issued] = await issueTickets(request, 'city-day-qr');
    if (!issued) throw new Error('no ticket was issued');
    await page.goto(`/${new URL(issued.link).hash}`);
    await traveller.press(ticketWords.bind(1));
    await traveller.sees(ticketWords.addedTitle);
    await traveller.open(PATHS.deleteAccount);
    const [recently = ''] = words.reasons.passwordChangedRecently('§').split('§');
    await expect(page.getByText(recently)).toBeVisible();
    await expect(page.getByText(words.reasons.unusedTickets)).toBeVisible();
    await expect(page.getByRole('button', { name: words.deleteGo })).toHaveCount(0);
  });

  await test.step('after two weeks only the ticket is', async () => {
    await comeBack(15);
    await expect(page.getByText(words.reasons.unusedTickets)).toBeVisible();
    const [recently = ''] = words.reasons.passwordChangedRecently('§').split('§');
    await expect(page.getByText(recently)).toHaveCount(0);
    await expect(page.getByRole('button', { name: words.deleteGo })).toHaveCount(0);
    await traveller.look('ticket-in-the-way');
  });

  await test.step('when it has expired nothing is; a wrong password is told at its field', async () => {
    await comeBack(31);
    await traveller.fill(words.deletePassword, 'Wrong2026');
    await traveller.press(words.deleteGo);
    await traveller.press(words.deleteConfirm);
    await expect(page.getByText(errors['AUTH-0020'])).toBeVisible();
    await traveller.look('may-be-deleted');
  });

  await test.step('then the account goes, and nobody logs in to it', async () => {
    await traveller.fill(words.deletePassword, PASSWORD);
    await traveller.pressAgain(words.deleteGo);
    await traveller.press(words.deleteConfirm);
    await expect(page.getByText(words.deleted, { exact: true })).toBeVisible();
    await traveller.open(PATHS.login);
    await traveller.logIn(email);
    await expect(page.getByRole('alert')).toHaveText(errors.AccountOrPwdError);
  });
  expect(traveller.faults).toEqual([]);
});
