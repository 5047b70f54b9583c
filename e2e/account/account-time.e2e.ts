// The effects of time on an account, on a server whose clock is moved: expiry, inactivity and deletion.
import { randomUUID } from 'node:crypto';
import { expect, type Page, type Request } from '@playwright/test';
import { refreshToken } from '@kippu/contract/calls/traveller/session';
import { PATHS } from '@kippu/web/app/router/link-to';
import { loadMessages } from '@kippu/words/load-messages';
import { APP_CALLS, serveAppCalls } from '../support/app-script.ts';
import { issueTickets } from '../support/desk/desk.ts';
import { test } from '../support/server/own-server.ts';
import { newAccount, PASSWORD } from '../support/new-account.ts';
import { Traveller } from '../support/traveller.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const newEmail = () => `time-${randomUUID()}@example.com`;

/** Collects the idempotency keys with which the profile is saved from now on. The same input keeps its key. */
function savingKeys(page: Page): (string | undefined)[] {
  const keys: (string | undefined)[] = [];
  page.on('request', (sent) => {
    if (sent.url().includes('/updateInfo')) keys.push(sent.headers()['idempotency-key']);
  });
  return keys;
}

test('a token that expires while a form is open is refreshed, and the form is saved', async ({
  page,
  request,
  server,
}) => {
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
  const keys = savingKeys(page);
  await traveller.press(words.save);
  await expect(page.getByRole('link', { name: `${words.countryShort} South Korea` })).toBeVisible();
  expect(statuses).toEqual([498, 200, 200]);
  expect(keys).toEqual([expect.any(String), keys[0]]);
});

test('two tabs with an expired token refresh it once, and every call is answered', async ({
  page,
  context,
  request,
  server,
}) => {
  const traveller = await Traveller.with(page, 'en');
  const { account: words } = traveller.words;
  await traveller.register(request, newEmail());
  const tab = await context.newPage();
  for (const one of [page, tab]) {
    await one.goto(`/#${PATHS.deleteAccount}`);
    await expect(one.getByText(words.deleteNotYet, { exact: true })).toBeVisible();
  }
  const expired = await page.evaluate(
    () => (JSON.parse(localStorage.getItem('kippu.session') ?? '{}') as { token: string }).token,
  );
  await server.moveOn(31 * MINUTE);
  // Refuse neither before both have called, or the second might already have the new token.
  const asked = new Set<Page>();
  const refused: string[] = [];
  const answered: string[] = [];
  const nameOf = (call: Request) =>
    `${call.frame().page() === page ? 'first' : 'second'}: ${new URL(call.url()).pathname}`;
  let releaseBoth = (): void => {};
  const bothAsked = new Promise<void>((resolve) => {
    releaseBoth = resolve;
  });
  await context.route('**/jtr-jwqs-app/guest/**', async (route) => {
    if (route.request().headers()['authorization'] !== `Bearer ${expired}`) return route.continue();
    asked.add(route.request().frame().page());
    refused.push(nameOf(route.request()));
    if (asked.size === 2) releaseBoth();
    await bothAsked;
    return route.continue();
  });
  const refreshes: string[] = [];
  context.on('response', (answer) => {
    const sent = answer.request();
    if (sent.url().includes('/auth/refreshToken')) refreshes.push(sent.url());
    else if (sent.url().includes('/guest/') && answer.ok()) answered.push(nameOf(sent));
  });
  await Promise.all([page.reload(), tab.reload()]);
  for (const one of [page, tab])
    await expect(one.getByText(words.deleteNotYet, { exact: true })).toBeVisible();
  expect(refreshes).toHaveLength(1);
  expect(new Set(refused.map((call) => call.split(':')[0])).size).toBe(2);
  await expect.poll(() => refused.filter((call) => !answered.includes(call))).toEqual([]);
  const tokens = await Promise.all(
    [page, tab].map((one) =>
      one.evaluate(
        () => (JSON.parse(localStorage.getItem('kippu.session') ?? '{}') as { token: string }).token,
      ),
    ),
  );
  expect(tokens[0]).not.toBe(expired);
  expect(tokens[1]).toBe(tokens[0]);
});

/** Makes a dozen guest calls at once, as the app does, and returns their results. */
const dozenCalls = (page: Page) =>
  page.evaluate(async (script) => {
    const { send, memberLoad, ticketList, updateInfo } = (await import(
      script
    )) as typeof import('../support/app-calls.ts');
    const results = await Promise.allSettled([
      ...Array.from({ length: 4 }, () => send(memberLoad)),
      ...Array.from({ length: 4 }, () => send(ticketList, { query: { tab: 'active' } })),
      ...['JP', 'KR', 'TW', 'US'].map((country) => send(updateInfo, { body: { country } })),
    ]);
    return results.map((result) => (result.status === 'fulfilled' ? 'answered' : String(result.reason)));
  }, APP_CALLS);

test('two tabs with 24 calls and an expired token refresh it once, and every call is answered', async ({
  page,
  context,
  request,
  server,
}) => {
  await serveAppCalls(context);
  const session = await newAccount(request, newEmail(), 'en');
  await context.addInitScript((kept) => {
    if (localStorage.getItem('kippu.session') === null) localStorage.setItem('kippu.session', kept);
  }, JSON.stringify(session));
  const tabs = [page, await context.newPage()];
  const words = await loadMessages('en');
  for (const tab of tabs) {
    await tab.goto('/');
    await expect(tab.getByText(words.ticket.yourTickets, { exact: true })).toBeVisible();
    expect(await dozenCalls(tab)).toEqual(Array(12).fill('answered'));
  }
  await server.moveOn(31 * MINUTE);

  // Forward none to the server before all have called, or later ones might already have the new token.
  let asked = 0;
  let releaseAll = (): void => {};
  const allAsked = new Promise<void>((resolve) => {
    releaseAll = resolve;
  });
  await context.route('**/guest/**', async (route) => {
    if (route.request().headers()['authorization'] === `Bearer ${session.token}`) {
      asked += 1;
      if (asked === 24) releaseAll();
      await allAsked;
    }
    await route.continue();
  });
  const statuses: Record<number, number> = {};
  const refreshes: number[] = [];
  context.on('response', (answer) => {
    if (answer.url().includes(refreshToken.path)) refreshes.push(answer.status());
    else if (answer.url().includes('/guest/'))
      statuses[answer.status()] = (statuses[answer.status()] ?? 0) + 1;
  });
  const results = await Promise.all(tabs.map(dozenCalls));
  expect(results.flat()).toEqual(Array(24).fill('answered'));
  expect(refreshes).toEqual([200]);
  // The screens may make calls of their own. Every refused call was answered later.
  await expect.poll(() => Object.keys(statuses)).toEqual(['200', '498']);
  await expect.poll(() => (statuses[200] ?? 0) - (statuses[498] ?? 0)).toBeGreaterThanOrEqual(0);
  expect(statuses[498]).toBeGreaterThanOrEqual(24);
});

test('after two idle hours the app asks for the password, and then saves the input', async ({
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
  const keys = savingKeys(page);
  await traveller.press(words.save);
  await traveller.sees(words.loginTitle);
  await expect(page.getByText(errors['SES-0005'])).toBeVisible();
  await traveller.logIn(email);
  await expect(page.getByText(words.greeting('after two hours'))).toBeVisible();
  expect(keys).toEqual([expect.any(String), keys[0]]);
});

test('two idle hours end the session when the phone is online, unless only its clock was moved', async ({
  page,
  request,
  server,
}) => {
  await page.clock.install();
  const traveller = await Traveller.with(page, 'en');
  const { account: words, errors, common } = traveller.words;
  const email = newEmail();
  await traveller.register(request, email);
  await traveller.open(PATHS.account);
  await traveller.settled();
  const withoutNetwork = async () => {
    await page.context().setOffline(true);
    await page.clock.fastForward('02:00:05');
    await expect(page.getByText(common.offline)).toBeVisible();
    await traveller.sees(words.title);
  };

  await test.step('the session continues if only the phone’s clock was moved', async () => {
    await withoutNetwork();
    await page.context().setOffline(false);
    await expect(page.getByText(common.offline)).toHaveCount(0);
    await traveller.settled();
    await traveller.sees(words.title);
  });

  await test.step('the session ends if two hours have passed', async () => {
    await withoutNetwork();
    await server.moveOn(2 * 60 * MINUTE + 5000);
    await page.context().setOffline(false);
    await traveller.sees(words.loginTitle);
    await expect(page.getByText(errors['SES-0005'])).toBeVisible();
    await traveller.look('idle');
    await traveller.logIn(email);
    await traveller.sees(words.title);
  });
  expect(traveller.faults).toEqual([]);
});

test('deletes the account once no ticket and no new password prevents it', async ({
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

  await test.step('a new password and an unused ticket prevent the deletion', async () => {
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

  await test.step('after two weeks only the ticket prevents it', async () => {
    await comeBack(15);
    await expect(page.getByText(words.reasons.unusedTickets)).toBeVisible();
    const [recently = ''] = words.reasons.passwordChangedRecently('§').split('§');
    await expect(page.getByText(recently)).toHaveCount(0);
    await expect(page.getByRole('button', { name: words.deleteGo })).toHaveCount(0);
    await traveller.look('ticket-in-the-way');
  });

  await test.step('when the ticket has expired nothing prevents it; a wrong password shows a message at its field', async () => {
    await comeBack(31);
    await traveller.fill(words.deletePassword, 'Wrong2026');
    await traveller.press(words.deleteGo);
    await traveller.press(words.deleteConfirm);
    await expect(page.getByText(errors['AUTH-0020'])).toBeVisible();
    await traveller.look('may-be-deleted');
  });

  await test.step('the right password deletes the account, and nobody can log in to it', async () => {
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
