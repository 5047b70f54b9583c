// A screen whose file never arrives: the page shows its outline, then a message and a reload button. The rest of the
// app works.
import { expect, test, type Locator } from '@playwright/test';
import { PAGE_LOAD_TIMEOUT_MS } from '@kippu/contract/limits';
import { PATHS } from '@kippu/web/app/router/link-to';
import { loseOnce } from '../support/lose-once.ts';
import { Traveller } from '../support/traveller.ts';

test('a screen that does not load in time is reported, and a reload loads it', async ({ page }) => {
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
  // Requested twice, because a lost packet may be sent again.
  await page.clock.runFor(PAGE_LOAD_TIMEOUT_MS + 10);
  await expect(page.getByText(common.slow)).toBeVisible();
  await page.clock.runFor(PAGE_LOAD_TIMEOUT_MS + 10);
  await traveller.sees(common.brokenTitle);
  await traveller.look('lazy-screen');
  await page.unroute(file);
  await traveller.press(common.reload);
  await traveller.sees(account.loginTitle);
  expect(traveller.faults).toEqual([]);
});

test('a screen is shown as soon as its file is loaded, without a timer', async ({ page }) => {
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

const minHeight = (field: Locator) => field.evaluate((element) => getComputedStyle(element).minHeight);

for (const failedImports of ['retries', 'remembers'] as const)
  test(`lost files are loaded on the requested screen, in a browser that ${failedImports} a failed import`, async ({
    page,
  }) => {
    // A script, a style sheet and the texts of the first screen; a script and the style sheets of the next.
    const lost = await loseOnce(
      page,
      /\/assets\/(base|first|login-screen)-[^/]*\.js$|\/assets\/(base|login-screen|field|use-captcha)-[^/]*\.css$/,
      failedImports,
    );
    // A notice that never arrives blocks nothing else.
    await page.route(/\/assets\/unread-bell-[^/]*\.js$/, (route) => route.abort('connectionreset'));
    const newcomer = await Traveller.with(page, 'en', { newcomer: true });
    const { account, ticket } = newcomer.words;
    const notice = page.waitForEvent('requestfailed', (request) => request.url().includes('/unread-bell-'));
    await newcomer.open('/');
    await notice;
    await expect(page.getByText(ticket.welcomeText)).toBeVisible();
    await newcomer.open(PATHS.login);
    await newcomer.sees(account.loginTitle);
    await newcomer.look(`after-lost-files-${failedImports}`);
    expect(lost.size).toBe(7);
    expect(newcomer.faults).toEqual([]);
    expect(await minHeight(page.getByLabel(account.email, { exact: true }))).toBe('52px');
  });

test('a style sheet that failed to load in advance is loaded by the next screen', async ({ page }) => {
  const traveller = await Traveller.with(page, 'en');
  const { account } = traveller.words;
  await traveller.open('/');
  await traveller.settled();
  const lost = await loseOnce(page, /\/assets\/field-[^/]*\.css$/, 'retries');
  // Loads the files of the login screen without going there.
  const failed = page.waitForEvent('requestfailed');
  await page.evaluate((hash) => {
    const link = document.createElement('a');
    link.href = `#${hash}`;
    document.body.append(link);
    link.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  }, PATHS.login);
  await failed;
  expect(lost.size).toBe(1);
  // Another screen with the same style sheet.
  await traveller.open(PATHS.signUp);
  await traveller.sees(account.signUpTitle);
  expect(await minHeight(page.getByRole('textbox').first())).toBe('52px');
  expect(traveller.faults).toEqual([]);
});

test('if files never arrive, a link reloads the same address', async ({ page }) => {
  // The state after several failed attempts.
  await page.addInitScript(() =>
    sessionStorage.setItem('kippu.reloads', JSON.stringify(Array.from({ length: 6 }, () => Date.now()))),
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

test('without its style sheet the app is not shown: a link reloads it', async ({ page }) => {
  await page.addInitScript(() =>
    sessionStorage.setItem('kippu.reloads', JSON.stringify(Array.from({ length: 6 }, () => Date.now()))),
  );
  const style = /\/assets\/base-[^/]*\.css$/;
  await page.route(style, (route) => route.abort('connectionreset'));
  const stopped = page.waitForEvent('pageerror');
  await page.goto('/#/packages/login/index');
  expect((await stopped).message).toContain('style sheet');
  await expect(page.getByRole('heading')).toHaveCount(0);
  await page.unroute(style);
  await page.getByRole('link', { name: 'Load again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
