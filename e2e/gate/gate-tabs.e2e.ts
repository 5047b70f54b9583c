// Events at a gate's page: a second tab, a scan while staff use the page, and deleted data.
import { expect, test } from '@playwright/test';
import { GatePage } from '../support/gate/gate-page.ts';
import { keepPicture } from '../support/keep-picture.ts';

test('only one tab runs the gate, a scan enters no PIN, and deleted data leads to the enrolment form', async ({
  browser,
  request,
}) => {
  const { page } = await GatePage.enrolled(browser, request, { ownClock: false });
  const second = await page.context().newPage();

  await test.step('a second tab waits until the first is closed', async () => {
    await second.goto('/gate/');
    await expect(second.getByText('Open in another tab')).toBeVisible();
    await keepPicture(second, 'gate-second-tab');
    await page.close();
    await expect(second.getByRole('button', { name: 'Staff' })).toBeVisible();
    await expect(second.getByText('Open in another tab')).toHaveCount(0);
  });

  await test.step('the gate reads a scanner that is set to a French keyboard', async () => {
    // This is not one of our codes. A French scanner's keys are read on an American device.
    await second.evaluate(() => {
      const keys = [
        ['KeyK', true],
        ['KeyA', true],
        ['Digit1', true],
        ['Period', false],
        ...Array.from({ length: 120 }, () => ['KeyQ', true]),
      ] as const;
      for (const [code, shiftKey] of keys)
        document.body.dispatchEvent(
          new KeyboardEvent('keydown', {
            key: '?',
            code: String(code),
            shiftKey: shiftKey === true,
            bubbles: true,
          }),
        );
    });
    // It sends no end key.
    await expect(second.getByRole('status')).toContainText('Not a ticket code');
  });

  await test.step('a scan while the PIN is requested enters no digit and sends nothing', async () => {
    await second.getByRole('button', { name: 'Staff' }).click();
    await second.keyboard.type('KQ1:2468135792468\n');
    await expect(second.getByText('Wrong PIN')).toHaveCount(0);
    await expect(second.getByText('●')).toHaveCount(0);
    await second.getByRole('button', { name: 'Back' }).click();
  });

  await test.step('what a scanner types on the staff page presses no button, and a key of a person does', async () => {
    await second.getByRole('button', { name: 'Staff' }).click();
    await second.keyboard.type('2468', { delay: 150 });
    await second.keyboard.press('Enter');
    const settings = second.getByRole('button', { name: 'Settings' });
    await settings.focus();
    await second.keyboard.type('HELLO 1\n\n');
    await second.keyboard.type('\t\n');
    await expect(second.getByRole('button', { name: 'By hand' })).toHaveAttribute('aria-pressed', 'true');
    // A key that follows the scan at once belongs to it.
    await expect(async () => {
      await settings.focus();
      await second.keyboard.press('Enter');
      await expect(settings).toHaveAttribute('aria-pressed', 'true', { timeout: 1_000 });
    }).toPass();
    await second.getByRole('button', { name: 'Close' }).click();
  });

  await test.step('the gate shows the enrolment form when its stored data is deleted', async () => {
    const session = await second.context().newCDPSession(second);
    await session.send('Storage.clearDataForOrigin', {
      origin: new URL(second.url()).origin,
      storageTypes: 'indexeddb',
    });
    await expect(second.locator('input[name=code]')).toBeVisible();
  });
  await second.context().close();
});
