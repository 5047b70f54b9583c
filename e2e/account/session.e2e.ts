// What ends or interrupts a session, without loss of input or of the current place.
import { randomUUID } from 'node:crypto';
import { expect, test, type APIRequestContext, type Page } from '@playwright/test';
import {
  resetPassword,
  resetPasswordCheck,
  resetPasswordSend,
} from '@kippu/contract/calls/traveller/account';
import { PATHS } from '@kippu/web/app/router/link-to';
import { issueTickets, mailedCode } from '../support/desk/desk.ts';
import { encryptedPassword, newAccount } from '../support/new-account.ts';
import { dataOf } from '../support/transfer-calls.ts';
import { Traveller } from '../support/traveller.ts';

const newEmail = () => `session-${randomUUID()}@example.com`;
const UPDATE = '**/member/info/updateInfo';
const refusal = (status: number, code: string) => ({
  status,
  json: { state: 'fail', code, msg: '', values: {}, data: null },
});

/** Sets a new password with a mailed code, on another phone. */
async function resetElsewhere(request: APIRequestContext, email: string, password: string): Promise<void> {
  await dataOf(request, resetPasswordSend, { body: { email } });
  const verifyCode = await mailedCode(request, email);
  const { resetTicket } = await dataOf(request, resetPasswordCheck, { body: { email, verifyCode } });
  const encrypted = await encryptedPassword(request, resetPassword.name, password);
  await dataOf(request, resetPassword, {
    body: { resetTicket, password: encrypted, passwordRepeat: encrypted },
  });
}

/** Returns a traveller who is about to change their name. */
async function atTheForm(page: Page, traveller: Traveller, name: string): Promise<void> {
  const { account: words } = traveller.words;
  await traveller.open(PATHS.account);
  await page.getByRole('link', { name: words.username }).click();
  await traveller.sees(words.changeUsername);
  await traveller.fill(words.username, name);
}

test('a login elsewhere is reported, and the app returns to the screen afterwards', async ({
  browser,
  page,
  request,
}) => {
  const first = await Traveller.with(page, 'en');
  const { account: words, errors } = first.words;
  const email = newEmail();
  await first.register(request, email);
  await atTheForm(page, first, 'first phone');

  const otherPage = await (await browser.newContext()).newPage();
  const second = await Traveller.with(otherPage, 'en');
  await second.open(PATHS.login);
  await second.logIn(email);
  await expect(otherPage.getByText(second.words.ticket.yourTickets, { exact: true })).toBeVisible();

  await first.press(words.save);
  await first.sees(words.loginTitle);
  await expect(page.getByText(errors['SES-0004'])).toBeVisible();
  await first.look('signed-in-elsewhere');
  await first.logIn(email);
  await first.sees(words.changeUsername);
  await expect(page.getByLabel(words.username, { exact: true })).toHaveValue('first phone');
  await first.press(words.save);
  await expect(page.getByText(words.greeting('first phone'))).toBeVisible();
  await otherPage.context().close();
  expect(first.faults).toEqual([]);
});

test('a password reset elsewhere is reported, and the app returns to the screen afterwards', async ({
  page,
  request,
}) => {
  const traveller = await Traveller.with(page, 'en');
  const { account: words, errors } = traveller.words;
  const email = newEmail();
  await traveller.register(request, email);
  await atTheForm(page, traveller, 'after a reset');
  const statuses: number[] = [];
  page.on('response', (answer) => {
    if (answer.url().includes('/updateInfo')) statuses.push(answer.status());
  });
  await resetElsewhere(request, email, 'Ginkaku-41-moss');
  await traveller.press(words.save);
  await traveller.sees(words.loginTitle);
  await expect(page.getByText(errors['SES-0003'])).toBeVisible();
  expect(statuses).toEqual([406]);
  await traveller.look('reset-elsewhere');
  await traveller.logIn(email, 'Ginkaku-41-moss');
  await traveller.sees(words.changeUsername);
  await expect(page.getByLabel(words.username, { exact: true })).toHaveValue('after a reset');
  expect(traveller.faults).toEqual([]);
});

test('a missing permission is reported before the login', async ({ page, request }) => {
  const traveller = await Traveller.with(page, 'en');
  const { account: words, errors } = traveller.words;
  await traveller.register(request, newEmail());
  await atTheForm(page, traveller, 'not permitted');
  await page.route(UPDATE, (route) => route.fulfill(refusal(403, 'AUTH-0014')));
  const toast = traveller.waitForToast(errors['AUTH-0014']);
  await traveller.press(words.save);
  await toast;
  await traveller.sees(words.loginTitle);
  await expect(page.getByText(errors['SES-0006'])).toBeVisible();
});

test('maintenance is shown on a page of its own, and afterwards the app returns to the screen', async ({
  page,
  request,
}) => {
  const traveller = await Traveller.with(page, 'en');
  const { account: words, common } = traveller.words;
  await traveller.register(request, newEmail());
  await traveller.open(PATHS.account);
  await page.route('**/logOffCheck', (route) =>
    route.fulfill({ status: 503, contentType: 'text/html', body: '<h1>Back soon</h1>' }),
  );
  await page.getByRole('link', { name: words.deleteAccount }).click();
  await traveller.sees(common.maintenanceTitle);
  await traveller.look('maintenance');
  await page.unroute('**/logOffCheck');
  await traveller.press(common.retry);
  await expect(page.getByText(words.deleteNotYet, { exact: true })).toBeVisible();
  expect(traveller.faults).toEqual([]);
});

test('a tap on the message about a missing answer repeats the call', async ({ page, request }) => {
  const traveller = await Traveller.with(page, 'en');
  const { account: words, client } = traveller.words;
  await traveller.register(request, newEmail());
  await traveller.open(PATHS.account);
  await traveller.settled();
  // Never answered.
  await page.route('**/logOffCheck', () => undefined);
  await page.evaluate(() => {
    // The page's timeout of a minute expires at once.
    const { timeout } = AbortSignal;
    AbortSignal.timeout = () => {
      AbortSignal.timeout = timeout;
      return timeout.call(AbortSignal, 1);
    };
  });
  await page.getByRole('link', { name: words.deleteAccount }).click();
  await expect(page.getByText(client.timeout)).toBeVisible();
  await page.unroute('**/logOffCheck');
  await page.getByText(client.timeout).click();
  await expect(page.getByText(words.deleteNotYet, { exact: true })).toBeVisible();
});

test('a ticket link opened while signed out leads to its ticket after login', async ({ page, request }) => {
  const [issued] = await issueTickets(request, 'kansai-pass-2day');
  if (!issued) throw new Error('no ticket was issued');
  const email = newEmail();
  await newAccount(request, email, 'en');
  const traveller = await Traveller.with(page, 'en');
  const { account: words, ticket } = traveller.words;
  await page.goto(`/${new URL(issued.link).hash}`);
  await traveller.sees(ticket.waitingTitle(1));
  await traveller.follow(ticket.login);
  await traveller.sees(words.loginTitle);
  await traveller.logIn(email);
  await traveller.sees(ticket.previewTitle(1));
});
