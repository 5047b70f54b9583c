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
