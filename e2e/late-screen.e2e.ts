// A screen whose file never comes: its shape, then a word and a reload, and the rest of the app still works.
import { expect, test } from '@playwright/test';
import { PAGE_LOAD_TIMEOUT_MS } from '@kippu/contract/limits';
import { PATHS } from '@kippu/web/app/link-to';
import { Traveller } from './traveller.ts';

test('a screen that does not come in time is told, and a reload brings it', async ({ page }) => {
  await page.clock.install();
  const traveller = await Traveller.with(page, 'en');
  const { common, account } = traveller.words;
  await traveller.open('/');
  await traveller.settled();
  const file = /\/assets\/login-screen-[^/]*\.js$/;
  const asked = page.waitForRequest(file);
  await page.route(file, () => undefined);
  await traveller.open(PATHS.login);
  await asked;
  await expect(page.getByRole('heading', { level: 1, name: account.loginTitle })).toHaveCount(0);
  // Waited for twice, as a lost packet may be sent again.
  await page.clock.runFor(PAGE_LOAD_TIMEOUT_MS + 10);
  await page.clock.runFor(PAGE_LOAD_TIMEOUT_MS + 10);
  await traveller.sees(common.brokenTitle);
  await traveller.look('late-screen');
  await page.unroute(file);
  await traveller.press(common.reload);
  await traveller.sees(account.loginTitle);
  expect(traveller.faults).toEqual([]);
});

test('a screen is there as soon as its file is: nothing waits for a clock', async ({ page }) => {
  await page.clock.install();
  const traveller = await Traveller.with(page, 'en');
  await traveller.open('/');
  await traveller.settled();
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await traveller.open(PATHS.login);
  await expect(
    page.getByRole('heading', { level: 1, name: traveller.words.account.loginTitle }),
  ).toBeVisible();
  expect(traveller.faults).toEqual([]);
});

test('files lost on the way are brought by loading anew, at the place that was asked for', async ({
  page,
}) => {
  const lost = new Set<string>();
  // Each is lost once: a script, a style and the words of the first screen, a script and the styles of the next.
  await page.route(
    /\/assets\/(base|first|login-screen)-[^/]*\.js$|\/assets\/(index|login)-[^/]*\.css$/,
    (route) => {
      const url = route.request().url();
      if (lost.has(url)) return route.continue();
      lost.add(url);
      return route.abort('connectionreset');
    },
  );
  // A notice that never comes takes nothing else away.
  await page.route(/\/assets\/once-notice-[^/]*\.js$/, (route) => route.abort('connectionreset'));
  const newcomer = await Traveller.with(page, 'en', { newcomer: true });
  const { account, ticket } = newcomer.words;
  const notice = page.waitForEvent('requestfailed', (request) => request.url().includes('/once-notice-'));
  await newcomer.open('/');
  await notice;
  await expect(page.getByText(ticket.welcomeText)).toBeVisible();
  await newcomer.open(PATHS.login);
  await newcomer.sees(account.loginTitle);
  await newcomer.look('after-lost-files');
  expect(lost.size).toBe(6);
  expect(newcomer.faults).toEqual([]);
  const styled = await page
    .getByLabel(account.email, { exact: true })
    .evaluate((field) => getComputedStyle(field).minHeight);
  expect(styled).toBe('52px');
});

test('files that never come leave a link to load again, which keeps the place', async ({ page }) => {
  // As after so many tries in vain.
  await page.addInitScript(() =>
    sessionStorage.setItem('kippu.anew', JSON.stringify(Array.from({ length: 6 }, () => Date.now()))),
  );
  const base = /\/assets\/base-[^/]*\.js$/;
  await page.route(base, (route) => route.abort('connectionreset'));
  await page.goto('/#/packages/login/index');
  const link = page.getByRole('link', { name: 'Load again' });
  await expect(link).toBeVisible();
  await page.unroute(base);
  await link.click();
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
  await expect(page).toHaveURL(/#\/packages\/login\/index$/);
});
