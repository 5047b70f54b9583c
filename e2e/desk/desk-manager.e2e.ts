// What a manager does: gates, the trains of a day, staff, and the record of it all.
import { expect } from '@playwright/test';
import { gateEnrol } from '@kippu/contract/gate';
import { DESKTOP, looksRight, openDesk, signInAtDesk } from './desk-page.ts';
import { test } from './own-server.ts';
import { answerOf } from './transfer-calls.ts';

test.use(DESKTOP);

test('a gate is enrolled by a code and closed; conflicts and the trains of a day are seen', async ({
  page,
  request,
}) => {
  await openDesk(page, request, 'manager', '#/gates');
  await expect(page.getByText('Nothing is open')).toBeVisible();
  await looksRight(page, 'conflicts');
  await page.goto('/desk/#/gates/list');
  await page.getByRole('button', { name: 'Enrol a gate' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Make a code' }).click();
  await expect(dialog.getByText('Please choose a station.')).toBeVisible();
  await dialog.getByLabel('Station').selectOption('kyoto');
  await dialog.getByRole('button', { name: 'Make a code' }).click();
  const shown = dialog.getByText(/^[0-9A-Z]{4}(-[0-9A-Z]{4})+$/);
  await expect(shown).toBeVisible();
  await looksRight(page, 'gate-code');
  const code = (await shown.textContent()) ?? '';
  expect((await answerOf(request, gateEnrol, { body: { code } })).code).toBe('OK');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.reload();
  await page.getByRole('button', { name: /^Close/ }).click();
  await looksRight(page, 'gate-close');
  await page.getByRole('dialog').getByRole('button', { name: 'Close gate' }).click();
  await expect(page.getByText('The gate is closed')).toBeVisible();

  await page.goto('/desk/#/trains');
  const rows = page.getByRole('row');
  await expect.poll(() => rows.count()).toBeGreaterThan(20);
  await page.getByRole('button', { name: 'Next day' }).click();
  await looksRight(page, 'trains');
  await rows.nth(3).getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'By car and leg' })).toBeVisible();
  await looksRight(page, 'departure');
});

test('somebody is added, comes in by a password told once, and the record says so', async ({
  page,
  request,
  browser,
}) => {
  await openDesk(page, request, 'manager', '#/staff');
  await page.getByRole('button', { name: 'Add somebody' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill('sato@operator.example');
  await dialog.getByLabel('Name').fill('佐藤 花子');
  await looksRight(page, 'staff-add');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByText('First password for 佐藤 花子')).toBeVisible();
  await looksRight(page, 'staff-password');
  const password = await dialog
    .locator('*')
    .filter({ hasText: /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[!-~]{8,36}$/ })
    .last()
    .innerText();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('佐藤 花子')).toBeVisible();
  await looksRight(page, 'staff');

  const other = await browser.newPage();
  await other.goto(new URL('/desk/', page.url()).href);
  await signInAtDesk(other, { email: 'sato@operator.example', password });
  await expect(other.getByRole('heading', { name: 'Change your password' })).toBeVisible();
  await other.close();

  await page.goto('/desk/#/record');
  await expect(page.getByRole('row').filter({ hasText: '佐藤 花子' }).first()).toBeVisible();
  await looksRight(page, 'record');
});
