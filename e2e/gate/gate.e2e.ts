// From the traveller's screen to the gate's verdict through the camera: one page's pixels are the other page's picture.
import { randomUUID } from 'node:crypto';
import { expect, test, type APIRequestContext, type Page } from '@playwright/test';
import { PASSAGES_PATH } from '@kippu/contract/passage-stream';
import { GatePage, pictureOf, type Held } from '../support/gate/gate-page.ts';
import { keepPicture } from '../support/keep-picture.ts';
import { pixelsOf, showPass } from '../support/gate/shown-code.ts';
import { Traveller } from '../support/traveller.ts';

test.use({ serviceWorkers: 'allow' });

/** Returns a traveller with one ticket whose code is shown. */
async function withCode(page: Page, request: APIRequestContext): Promise<Traveller> {
  const traveller = await Traveller.with(page, 'en');
  await traveller.register(request, `gate-${randomUUID()}@example.com`);
  await showPass(traveller, request);
  return traveller;
}

/** Sets the page's text to twice its size, and checks that it is. */
async function enlargeText(page: Page): Promise<void> {
  const label = page.getByRole('radio').first().locator('xpath=ancestor::label');
  const size = () => label.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
  const before = await size();
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  expect(await size()).toBeCloseTo(2 * before, 0);
}

test('an offline phone passes an offline gate once, and a later screenshot is refused', async ({
  page,
  browser,
  request,
}) => {
  const traveller = await withCode(page, request);
  const gate = await GatePage.enrolled(browser, request, { ownClock: true });
  await page.context().setOffline(true);
  await gate.page.context().setOffline(true);
  const chooseDirection = (name: 'entering' | 'leaving') =>
    page.getByText(traveller.words.ticket[name], { exact: true }).click();

  await test.step('the first scan shows a large Go, which disappears within a second', async () => {
    await gate.judge(await pixelsOf(traveller), 'Go');
    const box = await gate.verdict.boundingBox();
    const screen = gate.page.viewportSize();
    expect((box?.width ?? 0) / (screen?.width ?? 1)).toBeGreaterThan(0.95);
    expect((box?.height ?? 0) / (screen?.height ?? 1)).toBeGreaterThan(0.6);
    await keepPicture(gate.page, 'gate');
    await gate.page.clock.runFor(1000);
    await expect(gate.verdict).toHaveCount(0);
  });

  await test.step('the second scan is refused, and the reason stays for some seconds', async () => {
    await gate.judge(await pixelsOf(traveller), 'Already used');
    await gate.page.clock.runFor(1000);
    await expect(gate.verdict).toHaveCount(0);
    // After the verdict the gate still shows why the traveller was stopped.
    const why = gate.page.getByRole('main').getByText('Already used');
    await expect(why).toBeVisible();
    await keepPicture(gate.page, 'gate-why');
    await gate.page.clock.runFor(5000);
    await expect(why).toHaveCount(0);
  });

  const conditions: readonly (readonly [string, () => Promise<unknown>, Held?])[] = [
    ['dark mode', () => page.emulateMedia({ colorScheme: 'dark' })],
    ['200 % text', () => enlargeText(page)],
    ['320 px', () => page.setViewportSize({ width: 320, height: 568 })],
    ['brightness 40 %', () => page.setViewportSize({ width: 360, height: 740 }), { brightness: 0.4 }],
    ['tilted by 8 degrees', () => page.emulateMedia({ colorScheme: 'light' }), { degrees: 8 }],
  ];
  // Both signatures are valid in each picture. But the ticket is inside, and may not pass back through this gate at
  // once.
  let leavesNext = true;
  const switchDirection = async () => {
    await chooseDirection(leavesNext ? 'leaving' : 'entering');
    leavesNext = !leavesNext;
    return leavesNext ? 'Already used' : 'It passed here the other way';
  };
  for (const [name, set, held] of conditions)
    await test.step(`the gate reads the code: ${name}`, async () => {
      await set();
      const expected = await switchDirection();
      await gate.judge(await pixelsOf(traveller), expected, held);
    });

  await test.step('invalid input between valid codes does not disturb the gate', async () => {
    const [head = '', tail = ''] = ['KQ1:', 'A'.repeat(420)];
    await gate.hold(pictureOf(head + tail), 'Not a ticket code');
    await gate.hold(pictureOf('{"not":"ours"}'), 'Not a ticket code');
    await gate.page.keyboard.type('KQ1:%%%\n');
    const expected = await switchDirection();
    await gate.judge(await pixelsOf(traveller), expected);
  });

  await test.step('a screenshot is refused 60 seconds later', async () => {
    await switchDirection();
    const screenshot = await pixelsOf(traveller);
    await gate.judge(screenshot, 'This code is', {}, 60_000);
    await expect(gate.verdict).toContainText('old: open the app again');
  });
  await gate.page.context().close();
});

test('a gate restarted offline still refuses a used code, and reports the passage when the network returns', async ({
  page,
  browser,
  request,
}) => {
  const traveller = await withCode(page, request);
  const gate = await GatePage.enrolled(browser, request, { ownClock: false });
  // The files that the gate needs to start are cached once its worker is active.
  await gate.page.evaluate(() => navigator.serviceWorker.ready);
  await gate.page.context().setOffline(true);
  // The same picture for both, because a phone that learns of its passage hides the code.
  const pixels = await pixelsOf(traveller);
  await gate.hold(pixels, 'Go');
  // The verdict does not wait for the disk.
  await expect.poll(() => gate.unsentCount()).toBe(1);
  await gate.page.reload();
  await expect(gate.page.getByText('Offline, 1 to send', { exact: true })).toBeVisible();
  await gate.hold(pixels, 'Already used');
  await gate.page.context().setOffline(false);
  await expect(gate.page.getByText('Online', { exact: true })).toBeVisible();
  // The server has the passage, so the traveller is notified.
  await expect(page.getByText(traveller.words.ticket.passedIn, { exact: true })).toBeVisible();
  await gate.page.context().close();
});

for (const streamed of [true, false]) {
  const how = streamed ? 'with the event stream' : 'without the event stream';
  test(`the open code screen shows entry and exit, ${how}`, async ({ page, browser, request }) => {
    if (!streamed) await page.route(`**${PASSAGES_PATH}*`, (route) => route.abort());
    const traveller = await withCode(page, request);
    const { ticket: words } = traveller.words;
    const [entrance, exit] = [
      await GatePage.enrolled(browser, request, { ownClock: true }),
      await GatePage.enrolled(browser, request, { ownClock: true, stationId: 'osaka' }),
    ];
    for (const [gate, passed, next] of [
      [entrance, words.passedIn, words.leaving],
      [exit, words.passedOut, words.entering],
    ] as const) {
      const pixels = await pixelsOf(traveller);
      await gate.holdAgain(pixels, 'Go');
      const opened = Date.now();
      await expect(page.getByText(passed, { exact: true })).toBeVisible();
      const description = `${Date.now() - opened} ms${streamed ? ' (2000 wanted)' : ''}`;
      test.info().annotations.push({ type: 'from the gate to the phone', description });
      await traveller.look(`gate-${passed === words.passedIn ? 'in' : 'out'}`);
      await traveller.press(words.showCode);
      await expect(page.getByRole('radio', { name: next, exact: true })).toBeChecked();
    }
    expect(traveller.faults).toEqual([]);
    for (const gate of [entrance, exit]) await gate.page.context().close();
  });
}
