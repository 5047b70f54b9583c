// The code on the screen: readable whatever the phone does to colours, never outdated after sleep, and with Japan's
// time.
import { randomUUID } from 'node:crypto';
import { expect, test, type Locator } from '@playwright/test';
import { start } from '@kippu/contract/calls/traveller/ticket';
import { CHECKLIST } from '@kippu/contract/values';
import { epochToWall } from '@kippu/domain/time/service-day';
import { addressOf } from '@kippu/web/app/router/link-to';
import { PNG } from 'pngjs';
import { GatePage } from '../support/gate/gate-page.ts';
import { judge, readCode } from '../support/gate/read-code.ts';
import { codeOf, pixelsOf, showPass } from '../support/gate/shown-code.ts';
import { callAs, ticketInUse } from '../support/transfer-calls.ts';
import { Traveller } from '../support/traveller.ts';

const QUIET_MODULES = 4;

/** Returns the colours of the code's outermost `QUIET_MODULES` modules, and of the whole code. */
async function coloursOf(picture: Locator): Promise<{ margin: Set<string>; all: Set<string> }> {
  const modules = await picture.evaluate((svg) => Number(svg.getAttribute('viewBox')?.split(' ')[2]));
  const { data, width, height } = PNG.sync.read(await picture.screenshot());
  // The picture is as wide as the paper. The code is as high as the picture and in its middle.
  const side = Math.min(width, height);
  const [left, top] = [(width - side) / 2, (height - side) / 2];
  const quiet = (side / modules) * QUIET_MODULES - 1;
  const margin = new Set<string>();
  const all = new Set<string>();
  for (let y = Math.ceil(top); y < top + side - 1; y += 1)
    for (let x = Math.ceil(left); x < left + side - 1; x += 1) {
      const at = (y * width + x) * 4;
      const colour = [...data.subarray(at, at + 3)].join(' ');
      all.add(colour);
      const edge = Math.min(x - left, left + side - x, y - top, top + side - y);
      if (edge < quiet) margin.add(colour);
    }
  return { margin, all };
}

test('in dark mode, forced colours and high contrast two readers read the code, which stays black on white', async ({
  page,
  browser,
  request,
}) => {
  test.setTimeout(240_000);
  const traveller = await Traveller.with(page, 'en');
  await traveller.register(request, `seen-${randomUUID()}@example.com`);
  await showPass(traveller, request);
  await page.addLocatorHandler(
    page.getByRole('button', { name: traveller.words.ticket.showCode, exact: true }),
    (button) => button.click(),
  );
  const gate = await GatePage.enrolled(browser, request, { ownClock: true });
  await page.context().setOffline(true);
  await gate.page.context().setOffline(true);
  let direction: 'in' | 'out' = 'in';
  for (const [name, media] of [
    ['dark mode', { colorScheme: 'dark' }],
    ['forced colours', { colorScheme: 'light', forcedColors: 'active' }],
    ['forced dark colours', { colorScheme: 'dark', forcedColors: 'active' }],
    ['high contrast', { colorScheme: 'dark', forcedColors: 'none', contrast: 'more' }],
  ] as const)
    await test.step(name, async () => {
      await page.emulateMedia(media);
      await page
        .getByText(traveller.words.ticket[direction === 'in' ? 'entering' : 'leaving'], { exact: true })
        .click();
      const picture = codeOf(traveller);
      await expect(picture).toBeVisible();
      await picture.evaluate((element) => element.scrollIntoView({ block: 'center' }));
      const { margin, all } = await coloursOf(picture);
      expect([...margin]).toEqual(['255 255 255']);
      expect([...all].toSorted()).toEqual(['0 0 0', '255 255 255']);
      await expect.poll(async () => judge(await readCode(picture), direction).ok).toBe(true);
      // After the first picture the gate reads each code and refuses it: a ticket enters once and may not pass back at
      // once.
      const expected =
        name === 'dark mode' ? 'Go' : direction === 'in' ? 'Already used' : 'It passed here the other way';
      await gate.judge(await pixelsOf(traveller), expected);
      await traveller.look(`seen-${name.replaceAll(' ', '-')}`);
      direction = direction === 'in' ? 'out' : 'in';
    });
  expect(traveller.faults).toEqual([]);
  await gate.page.context().close();
});

test('after sleep the phone never shows the old code, and shows a valid one at once', async ({
  page,
  request,
}) => {
  const traveller = await Traveller.with(page, 'ja');
  await page.clock.install();
  await traveller.register(request, `slept-${randomUUID()}@example.com`);
  await showPass(traveller, request);
  const picture = codeOf(traveller);
  expect(judge(await readCode(picture), 'in').ok).toBe(true);
  await page.context().setOffline(true);
  const now = await page.evaluate(() => Date.now());
  await page.clock.pauseAt(now + 20_000);
  await expect(picture).toBeVisible();
  const asleep = await readCode(picture);
  // During sleep no timer runs, while time passes.
  const woken = now + 20_000 + 600_000;
  await page.clock.setSystemTime(woken);
  expect(await readCode(picture)).toBe(asleep);
  const left = await page.evaluate(() => {
    // Sends the browser's events for a screen that is on again. The next frame shows the state after these events.
    document.dispatchEvent(new Event('visibilitychange'));
    return document.querySelectorAll('svg[shape-rendering]').length;
  });
  expect(left).toBe(0);
  await expect(picture).toBeVisible();
  const fresh = await readCode(picture);
  expect(fresh).not.toBe(asleep);
  expect(judge(fresh, 'in', Math.floor(woken / 1000)).ok).toBe(true);
  expect(judge(asleep, 'in', Math.floor(woken / 1000))).toMatchObject({ ok: false, reason: 'stale' });
});

test("the list, a ticket and its history show Japan's time in any time zone of the phone", async ({
  page,
  browser,
  request,
}) => {
  test.setTimeout(240_000);
  const traveller = await Traveller.with(page, 'en');
  await traveller.register(request, `zones-${randomUUID()}@example.com`);
  const ticketId = await ticketInUse(page, request, 'kansai-pass-2day');
  const passage = { ticketId, stationId: 'kyoto', direction: 'in', method: 'manual' } as const;
  expect((await callAs(page, start, { query: passage, body: { checked: [...CHECKLIST] } })).code).toBe('OK');
  // A notice on one phone only would be a difference, so it is marked as read.
  const settings = () => page.evaluate(() => localStorage.getItem('kippu.settings') ?? '');
  await expect(async () => {
    await traveller.settled();
    expect(await settings()).toMatch(/"onceReadNotices":\["/);
  }).toPass({ timeout: 60_000 });
  const storageState = await page.context().storageState();
  const texts = new Map<string, string[]>();
  const minute = () => epochToWall(Date.now()).slice(11, 16);
  for (const timezoneId of ['Asia/Tokyo', 'UTC', 'America/Los_Angeles', 'Pacific/Apia', 'Europe/Paris']) {
    const context = await browser.newContext({ timezoneId, storageState });
    const phone = await Traveller.with(await context.newPage(), 'en');
    const screens: string[] = [];
    for (const address of [
      '/',
      addressOf('detail', { ticketId }),
      addressOf('useAgeHistory', { ticketId }),
    ]) {
      await phone.open(address);
      await phone.settled();
      await expect(phone.page.getByText(/\d:\d\d/).first()).toBeVisible();
      const before = minute();
      const text = await phone.page.getByRole('main').innerText();
      // The clock on the list advances between two phones.
      const [clock, time] = /(\d\d:\d\d), Japan time/.exec(text) ?? [];
      if (address === '/') expect([before, minute()]).toContain(time);
      screens.push(text.replace(clock ?? '', ''));
    }
    texts.set(timezoneId, screens);
    await context.close();
  }
  const [tokyo, ...others] = [...texts.values()];
  expect(tokyo?.join()).toMatch(/23:59/);
  for (const other of others) expect(other).toEqual(tokyo);
});
