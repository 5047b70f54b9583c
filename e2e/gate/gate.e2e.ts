// From the traveller's screen to the gate's verdict through the camera: one page's pixels are the other page's picture.
import { randomUUID } from 'node:crypto';
import { expect, test, type APIRequestContext, type Page } from '@playwright/test';
import { PASSAGES_PATH } from '@kippu/contract/calls/gate/gate';
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

test('a code shown offline passes an offline gate once, and a screenshot does not', async ({
  page,
  browser,
  request,
}) => {
  const traveller = await withCode(page, request);
  const gate = await GatePage.enrolled(browser, request, { ownClock: true });
  await page.context().setOffline(true);
  await gate.page.context().setOffline(true);
  const way = (name: 'entering' | 'leaving') =>
    page.getByText(traveller.words.ticket[name], { exact: true }).click();

  await test.step('passes with a large Go that is gone within a second', async () => {
    await gate.judge(await pixelsOf(traveller), 'Go');
    const box = await gate.verdict.boundingBox();
    const screen = gate.page.viewportSize();
    expect((box?.width ?? 0) / (screen?.width ?? 1)).toBeGreaterThan(0.95);
    expect((box?.height ?? 0) / (screen?.height ?? 1)).toBeGreaterThan(0.6);
    await keepPicture(gate.page, 'gate');
    await gate.page.clock.runFor(1000);
    await expect(gate.verdict).toHaveCount(0);
  });

  await test.step('not a second time', async () => {
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

  const looks: readonly (readonly [string, () => Promise<unknown>, Held?])[] = [
    ['dark mode', () => page.emulateMedia({ colorScheme: 'dark' })],
    ['200 % text', () => enlargeText(page)],
    ['320 px', () => page.setViewportSize({ width: 320, height: 568 })],
    ['brightness 40 %', () => page.setViewportSize({ width: 360, height: 740 }), { brightness: 0.4 }],
    ['tilted by 8 degrees', () => page.emulateMedia({ colorScheme: 'light' }), { degrees: 8 }],
  ];
  // Both signatures are valid in each picture. But the ticket is inside, and may not pass back through this gate at
  // once.
  let leaves = true;
  const turned = async () => {
    await way(leaves ? 'leaving' : 'entering');
    leaves = !leaves;
    return leaves ? 'Already used' : 'It passed here the other way';
  };
  for (const [name, set, held] of looks)
    await test.step(name, async () => {
      await set();
      const said = await turned();
      await gate.judge(await pixelsOf(traveller), said, held);
    });

  await test.step('garbage between good codes never jams it', async () => {
    const [head = '', tail = ''] = ['KQ1:', 'A'.repeat(420)];
    await gate.hold(pictureOf(head + tail), 'Not a ticket code');
    await gate.hold(pictureOf('{"not":"ours"}'), 'Not a ticket code');
    await gate.page.keyboard.type('KQ1:%%%\n');
    const said = await turned();
    await gate.judge(await pixelsOf(traveller), said);
  });

  await test.step('a screenshot opens nothing 60 seconds later', async () => {
    await turned();
    const screenshot = await pixelsOf(traveller);
    await gate.judge(screenshot, 'This code is', {}, 60_000);
    await expect(gate.verdict).toContainText('old: open the app again');
  });
  await gate.page.context().close();
});

test('a gate restarted offline knows who passed, and sends it when the network returns', async ({
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
  await expect.poll(() => gate.kept()).toBe(1);
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
  const how = streamed ? 'as the gate tells it' : 'also where no stream comes through';
  test(`the open code screen shows entry and exit, ${how}`, async ({ page, browser, request }) => {
    if (!streamed) await page.route(`**${PASSAGES_PATH}*`, (route) => route.abort());
    const traveller = await withCode(page, request);
    const { ticket: words } = traveller.words;
    const [entrance, exit] = [
      await GatePage.enrolled(browser, request, { ownClock: true }),
      await GatePage.enrolled(browser, request, { ownClock: true, stationId: 'osaka' }),
    ];
    for (const [gate, said, next] of [
      [entrance, words.passedIn, words.leaving],
      [exit, words.passedOut, words.entering],
    ] as const) {
      const pixels = await pixelsOf(traveller);
      await gate.holdAgain(pixels, 'Go');
      const opened = Date.now();
      await expect(page.getByText(said, { exact: true })).toBeVisible();
      const description = `${Date.now() - opened} ms${streamed ? ' (2000 wanted)' : ''}`;
      test.info().annotations.push({ type: 'from the gate to the phone', description });
      await traveller.look(`gate-${said === words.passedIn ? 'in' : 'out'}`);
      await traveller.press(words.showCode);
      await expect(page.getByRole('radio', { name: next, exact: true })).toBeChecked();
    }
    expect(traveller.faults).toEqual([]);
    for (const gate of [entrance, exit]) await gate.page.context().close();
  });
}
