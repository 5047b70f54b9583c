// What passengers and staff read on a gate's screen, at the sizes of the tablets that stand at gates.
import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { GatePage } from '../support/gate/gate-page.ts';
import { keepPicture } from '../support/keep-picture.ts';
import { pixelsOf, showPass } from '../support/gate/shown-code.ts';
import { Traveller } from '../support/traveller.ts';

const SIZES = [
  { width: 1024, height: 768 },
  { width: 800, height: 600 },
  { width: 1280, height: 800 },
];

test('a gate without a camera shows passengers what to do, and its staff apart from them', async ({
  browser,
  request,
}) => {
  const gate = await GatePage.enrolled(browser, request, {
    ownClock: false,
    prepare: async (page) => {
      await page.setViewportSize({ width: 1024, height: 768 });
      await page.goto('/gate/');
    },
  });
  const { page } = gate;
  const fontOf = (text: string) =>
    page.getByText(text).evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
  await expect(page.getByText('Staff: no camera')).toHaveCount(0);
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new Error('no camera'));
  });
  await page.reload();
  await expect(page.getByText('Staff: no camera. Use the scanner')).toBeVisible();
  await keepPicture(page, 'gate-no-camera');
  expect(await fontOf('QRコードをかざしてください')).toBeGreaterThan(
    2 * (await fontOf('係員へ：カメラが使えません')),
  );
  await page.context().close();
});

test('Go says which way, and the whole form of the staff is in view with tickets to choose', async ({
  page,
  browser,
  request,
}) => {
  test.slow();
  const traveller = await Traveller.with(page, 'en');
  await traveller.register(request, `screens-${randomUUID()}@example.com`);
  await showPass(traveller, request);
  const gate = await GatePage.enrolled(browser, request, { ownClock: true });
  const pixels = await pixelsOf(traveller);
  await gate.judge(pixels, 'Entry');
  await expect(gate.verdict).toContainText('Go');
  for (let again = 0; again < 2; again += 1) await gate.judge(pixels, 'Already used', {}, again * 5_000);
  await gate.page.clock.resume();

  await gate.page.getByRole('button', { name: 'Staff' }).click();
  for (const digit of '2468') await gate.page.getByRole('button', { name: digit, exact: true }).click();
  await gate.page.getByRole('button', { name: 'Open' }).click();
  await gate.page.getByRole('button', { name: 'Forced use' }).click();
  await gate.page.locator('input[name=ticket-number]').fill('AB12CD34');
  await gate.page.getByRole('button', { name: 'Phone is dead' }).click();
  await gate.page.getByRole('button', { name: 'Let pass' }).click();
  await expect(gate.page.getByText('Press again to record it')).toBeVisible();
  await expect(gate.page.getByRole('group', { name: 'A ticket just read' }).getByRole('button')).toHaveCount(
    3,
  );
  for (const size of SIZES) {
    await gate.page.setViewportSize(size);
    await keepPicture(gate.page, `gate-staff-${size.width}`);
    const act = await gate.page.getByRole('button', { name: 'Record it' }).boundingBox();
    expect((act?.y ?? 0) + (act?.height ?? 0), `${size.width}`).toBeLessThanOrEqual(size.height);
    expect(
      await gate.page.evaluate(() => document.documentElement.scrollHeight),
      `${size.width} by ${size.height}`,
    ).toBeLessThanOrEqual(size.height);
  }
  await gate.page.context().close();
});
