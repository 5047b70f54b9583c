// Signing in and out of the desk: the sign-in form, one's own password, an ended session, two languages, every screen.
import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { violationsOf } from '../support/axe.ts';
import { keepPicture } from '../support/keep-picture.ts';
import { DESKTOP, looksRight, signInAtDesk, staffOf } from '../support/desk/desk-page.ts';
import { test } from '../support/server/own-server.ts';
import { MANAGER } from '../playwright.config.ts';

test.use(DESKTOP);
const OWN = 'Uji-bridge-1053';
const MINUTE = 60_000;
const TRIES = 5;

const h1 = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const signOut = (page: Page) => page.getByRole('button', { name: 'Sign out' });

test('staff sign in, choose their own password, and continue where a session ended', async ({
  page,
  server,
}) => {
  await page.goto('/desk');
  await expect(page).toHaveURL(/\/desk\/$/);
  await expect(h1(page, 'Sign in')).toBeVisible();
  const [email, password] = [page.getByLabel('Email'), page.getByLabel('Password', { exact: true })];
  const enter = page.getByRole('button', { name: 'Sign in' });

  await enter.click();
  await expect(email).toHaveAccessibleDescription('Please enter your email.');
  await expect(password).toHaveAccessibleDescription('Please enter your password.');
  await email.fill(`nobody-${randomUUID()}@example.jp`);
  await password.fill('Wrong2026');
  for (let tries = 0; tries < TRIES; tries += 1) {
    const answered = page.waitForResponse('**/desk/sign-in');
    await enter.click();
    await answered;
    await expect(page.getByRole('alert')).toContainText('Please check both and try again');
  }
  await enter.click();
  await expect(page.getByRole('alert')).toContainText('10 min');
  await looksRight(page, 'sign-in');

  // By keyboard only: somebody else chose this password.
  await page.reload();
  await expect(email).toBeFocused();
  await page.keyboard.type(MANAGER.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(MANAGER.password);
  await page.keyboard.press('Enter');
  await expect(h1(page, 'Change your password')).toBeFocused();
  await expect(page.getByText('The person who gave you this password knows it too.')).toBeVisible();
  await page.goto('/desk/#/record');
  await expect(h1(page, 'Change your password')).toBeVisible();
  const [old, next, again] = ['Current password', 'New password', 'New password again'].map((name) =>
    page.getByLabel(name, { exact: true }),
  );
  if (!old || !next || !again) throw new Error('no fields');
  await old.fill(MANAGER.password);
  await next.fill('short');
  await page.keyboard.press('Enter');
  await expect(next).toHaveAttribute('aria-invalid', 'true');
  await looksRight(page, 'own-password');
  await next.fill(OWN);
  await again.fill(OWN);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Password changed')).toBeVisible();
  await expect(page.getByText('The person who gave you this password')).toBeHidden();

  // Input from before the end of the session is restored for the same person, and then sent.
  await page.goto('/desk/#/me');
  await old.fill(OWN);
  await next.fill(`${OWN}x`);
  await again.fill(`${OWN}x`);
  await page.reload();
  await expect(signOut(page)).toBeVisible();
  await expect(old).toHaveValue('');
  await old.fill(OWN);
  await next.fill(`${OWN}x`);
  await again.fill(`${OWN}x`);
  await server.moveOn(61 * MINUTE);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(h1(page, 'Sign in')).toBeVisible();
  await expect(page.getByText('a long time without activity')).toBeVisible();
  await expect(password).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await looksRight(page, 'session-over');
  await expect(email).toHaveValue(MANAGER.email);
  await signInAtDesk(page, { email: MANAGER.email, password: OWN });
  await expect(page.getByText('Password changed')).toBeVisible();
  await expect(h1(page, 'Change your password')).toBeVisible();

  await signOut(page).click();
  await expect(h1(page, 'Sign in')).toBeVisible();
  await page.reload();
  await expect(h1(page, 'Sign in')).toBeVisible();
  await expect(email).toHaveValue('');
  await signInAtDesk(page, { email: MANAGER.email, password: `${OWN}x` });
});

test('the desk has two languages, a menu on a small screen, and a text for missing pages', async ({
  page,
}) => {
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(message.text());
  });
  await page.goto('/desk/#/nowhere/at/all');
  await signInAtDesk(page, staffOf('counter'));
  await expect(h1(page, 'Page not found')).toBeVisible();
  // The travellers' phones in these tests are set to New York.
  await expect(page.getByText('Japan time')).toBeVisible();
  await looksRight(page, 'not-found');

  await page.setViewportSize({ width: 360, height: 740 });
  const menu = page.getByRole('button', { name: 'Menu', exact: true });
  await menu.click();
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await expect(drawer.locator('span').filter({ hasText: /^Counter$/ })).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await keepPicture(page, 'desk-menu');
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(menu).toBeFocused();
  await menu.click();
  await drawer.getByRole('link', { name: 'Password' }).click();
  await expect(drawer).toBeHidden();
  await expect(h1(page, 'Change your password')).toBeVisible();

  await page.getByRole('button', { name: '日本語' }).click();
  await expect(h1(page, 'パスワードの変更')).toBeVisible();
  await page.reload();
  await expect(h1(page, 'パスワードの変更')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('ja');
  expect(troubles).toEqual([]);
});
