// A manager's work: gates, the trains of a day, staff, and the record.
import { expect } from '@playwright/test';
import { deskSignIn } from '@kippu/contract/calls/desk/staff';
import { gateEvents } from '@kippu/contract/calls/gate/gate';
import { epochToWall } from '@kippu/domain/time/service-day';
import { DESKTOP, looksRight, openDesk, signInAtDesk, staffOf } from '../support/desk/desk-page.ts';
import { test } from '../support/server/own-server.ts';
import { enrolledDevice, spendGateCode } from '../support/gate/gate-device.ts';
import { answerOf } from '../support/transfer-calls.ts';

test.use(DESKTOP);

test('a gate is enrolled by a code and closed; conflicts and the trains of a day are shown', async ({
  page,
  request,
  server,
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
  expect((await spendGateCode(request, code, server.now)).code).toBe('OK');
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

test('an unused code is withdrawn, and the conflicts of a gate are resolved in one act', async ({
  page,
  request,
  server,
}) => {
  const gate = await enrolledDevice(request, 'kyoto', server.now);
  await gate(gateEvents, {
    body: {
      events: ['504700000001', '504700000002', '504700000003'].map((ticketNo) => ({
        eventId: `event-${ticketNo}`,
        ticketNo,
        code: 31 as const,
        at: epochToWall(server.now() - 60_000),
        certificate: '',
        reason: 'unreadable',
      })),
    },
  });
  await openDesk(page, request, 'manager', '#/gates');
  await page.getByRole('link', { name: 'No ticket has this number' }).first().click();
  await looksRight(page, 'conflict');
  await page.getByRole('link', { name: 'All conflicts of this gate' }).click();
  await page.getByRole('button', { name: 'Choose all shown' }).click();
  await looksRight(page, 'conflicts-chosen');
  await page.getByRole('button', { name: 'Resolve the 3 chosen' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('The gate was stolen.');
  await looksRight(page, 'conflicts-resolve');
  await page.getByRole('button', { name: 'Resolve 3 conflicts' }).click();
  await expect(page.getByText('3 conflicts are resolved.')).toBeVisible();

  await page.goto('/desk/#/gates/list');
  await page.getByRole('button', { name: 'Enrol a gate' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Station').selectOption('kyoto');
  await dialog.getByRole('button', { name: 'Make a code' }).click();
  const code = (await dialog.getByText(/^[0-9A-Z]{4}(-[0-9A-Z]{4})+$/).textContent()) ?? '';
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('heading', { name: 'Unused codes' })).toBeVisible();
  await looksRight(page, 'gate-codes');
  // The demonstration has printed codes of its own; the newest is first.
  await page.getByRole('button', { name: 'Withdraw' }).first().click();
  await looksRight(page, 'gate-code-withdraw');
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw code' }).click();
  await expect(page.getByText('The code is withdrawn')).toBeVisible();
  expect((await spendGateCode(request, code, server.now)).code).toBe('ACC-0005');
});

test('a new person signs in with a password that is shown once, and the record lists it', async ({
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

test('after repeated failed sign-ins the page must do a check, and a manager is warned', async ({
  page,
  request,
  server,
}) => {
  const { email, password } = staffOf('counter');
  await page.goto('/desk/');
  await page.getByLabel('Email').fill(email);
  for (let time = 0; time < 3; time += 1) {
    const answered = page.waitForResponse((answer) => new URL(answer.url()).pathname === deskSignIn.path);
    await page.getByLabel('Password', { exact: true }).fill('Wrong-pass-1');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await answered;
    await expect(page.getByRole('alert')).toBeVisible();
  }
  // From here the page solves a captcha by itself before each attempt.
  await signInAtDesk(page, { email, password });
  await page.getByRole('button', { name: 'Sign out' }).click();
  // The address has failed too often for calls without a captcha, because other tests share it.
  await server.moveOn(11 * 60_000);

  for (let time = 0; time < 10; time += 1) {
    const body = { email: `nobody${time}@operator.example`, password: 'Wrong-pass-1' };
    await answerOf(request, deskSignIn, { body, from: `192.0.2.${time}` });
  }
  // The desk is reloaded, because a new hash alone would keep the page of the person who signed out.
  await page.goto('about:blank');
  await openDesk(page, request, 'manager', '#/');
  const attack = page.getByRole('link', { name: 'Suspicious sign-ins to the desk in 24 hours' });
  await expect(attack).toBeVisible();
  await looksRight(page, 'failed-sign-ins');
  await attack.click();
  await expect(page.getByRole('heading', { name: 'Record', exact: true })).toBeVisible();
  await expect(page.getByText('Somebody keeps trying to sign in to the desk')).toBeVisible();
  await expect(page.getByText('With unknown email addresses: 10')).toBeVisible();
  await looksRight(page, 'record-failed-sign-ins');
});
