// A family at a gate with one phone: each code in turn, by finger and by keys. Each code belongs to the ticket named
// beside it.
import { expect, test, type APIRequestContext, type Page } from '@playwright/test';
import { gateEvents } from '@kippu/contract/calls/gate/gate';
import type { PassengerCategory } from '@kippu/contract/values';
import { bind, ticketList, use } from '@kippu/contract/calls/traveller/ticket';
import { epochToWall } from '@kippu/domain/time/service-day';
import type { Language } from '@kippu/contract/languages';
import operator from '../../operators/kansai/operator.json' with { type: 'json' };
import { groupedNumber } from '@kippu/web/i18n/format';
import type { Direction } from '@kippu/ticket-code/code/moment';
import { loadMessages } from '@kippu/words/load-messages';
import { enrolledDevice } from '../support/gate/gate-device.ts';
import { issueTickets } from '../support/desk/desk.ts';
import { judge, readCode } from '../support/gate/read-code.ts';
import { callAs } from '../support/transfer-calls.ts';
import { settingsIn, Traveller } from '../support/traveller.ts';
import { walkedIn } from '../support/walked-in.ts';

test.use({ serviceWorkers: 'allow' });

const FAMILY: readonly PassengerCategory[] = ['adult', 'senior', 'child', 'child'];

/** Creates an account with one order of four tickets. Returns their ids and numbers; the last ticket is not in use. */
async function family(page: Page, request: APIRequestContext, language: Language) {
  const traveller = await Traveller.with(page, language);
  await traveller.register(request, `family-${crypto.randomUUID().slice(0, 8)}@example.jp`);
  const issued = await issueTickets(request, 'kansai-pass-2day', FAMILY.length, FAMILY);
  for (const { link } of issued)
    expect((await callAs(page, bind, { query: {}, body: { link } })).code).toBe('OK');
  for (const { ticketId } of issued.slice(0, 3))
    expect((await callAs(page, use, { body: { ticketId } })).code).toBe('OK');
  return { traveller, issued };
}

/** Returns the ids of the tickets in use, in the order of the list. */
async function inUse(page: Page): Promise<string[]> {
  const { data } = await callAs(page, ticketList, { query: { tab: 'active', limit: 50 } });
  return data.items.filter(({ status }) => status === 'inUse').map(({ ticketId }) => ticketId);
}

/** Opens the code of a ticket among the four, and goes to the first. */
const openFirstCode = async ({ page, words }: Traveller, ticketId: string) => {
  await page.goto(`/#/packages/ticket/code?ticketId=${ticketId}`);
  const places = [1, 2, 3, 4].map((at) => page.getByText(words.code.place(at, 4), { exact: true }));
  await expect(places.reduce((one, other) => one.or(other))).toBeVisible();
  for (let turned = 1; turned < 4; turned += 1) await page.keyboard.press('ArrowLeft');
  await expect(page.getByText(words.code.place(1, 4), { exact: true })).toBeVisible();
};

/** Swipes with a thumb. */
async function swipe(page: Page, way: 'next' | 'previous'): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const [from, step] = way === 'next' ? [300, -30] : [60, 30];
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y: 330 }] });
  await touch('touchStart', from);
  for (let moved = 1; moved <= 8; moved += 1) await touch('touchMove', from + moved * step);
  await touch('touchEnd');
  await session.detach();
}

/** Checks that the code contains the ticket number in the text and opens a gate. Returns the number. */
async function checkCode({ page, words }: Traveller, at: number, way: Direction = 'in'): Promise<string> {
  const sheet = page
    .getByRole('region', { name: words.code.place(at, 4) })
    .and(page.locator('section:not([inert])'));
  const picture = sheet.getByRole('img', { name: words.ticket.codeAlt });
  await expect(picture).toBeVisible();
  await expect(page.getByRole('img', { name: words.ticket.codeAlt })).toHaveCount(1);
  let no = '';
  await expect
    .poll(async () => {
      await picture.evaluate((element) => element.scrollIntoView({ block: 'center' }));
      const verdict = judge(await readCode(picture).catch(() => ''), way);
      no = verdict.certificate?.ticketNo ?? '';
      return verdict.ok;
    })
    .toBe(true);
  await expect(sheet).toContainText(words.ticket.number(groupedNumber(no)));
  await page.evaluate(() => window.scrollTo(0, 0));
  return no;
}

test('a phone shows four codes in turn, online and after an offline start', async ({
  page,
  context,
  request,
}) => {
  test.setTimeout(240_000);
  const { traveller, issued } = await family(page, request, 'en');
  const { code: words, ticket } = traveller.words;
  const [first = ''] = await inUse(page);
  await openFirstCode(traveller, first);
  const online = [await checkCode(traveller, 1)];

  await test.step('a swipe shows the next code, and back the previous one', async () => {
    await swipe(page, 'next');
    online.push(await checkCode(traveller, 2));
    await swipe(page, 'previous');
    expect(await checkCode(traveller, 1)).toBe(online[0]);
  });
  await test.step('arrow keys and buttons show the next codes', async () => {
    await page.keyboard.press('ArrowRight');
    expect(await checkCode(traveller, 2)).toBe(online[1]);
    await traveller.press(words.next);
    online.push(await checkCode(traveller, 3));
    await page.keyboard.press('ArrowRight');
    await expect(page.getByText(words.place(4, 4), { exact: true })).toBeVisible();
  });
  await test.step('a ticket that is not in use says what to do', async () => {
    await expect(page.getByText(ticket.notInUse)).toBeVisible();
    await expect(page.getByRole('img', { name: ticket.codeAlt })).toHaveCount(0);
    await expect
      .poll(() => page.locator('section:not([inert])').evaluate((sheet) => sheet.getBoundingClientRect().x))
      .toBe(0);
    await traveller.look('codes-idle');
    await traveller.follow(words.toTicket);
    await traveller.press(ticket.useNow);
    await page.getByRole('dialog').getByRole('button', { name: ticket.useConfirm }).click();
    await expect(page.getByRole('link', { name: ticket.showCode })).toBeVisible();
  });
  const [start = ''] = await inUse(page);
  await openFirstCode(traveller, start);
  online.length = 0;
  for (const at of [1, 2, 3, 4]) {
    online.push(await checkCode(traveller, at));
    await page.keyboard.press('ArrowRight');
  }
  expect(online.toSorted()).toEqual(issued.map(({ ticketNo }) => ticketNo).toSorted());

  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await context.setOffline(true);
  const newPage = await context.newPage();
  await page.close();
  const cold = await Traveller.with(newPage, 'en');
  await openFirstCode(cold, start);
  const offline = [await checkCode(cold, 1)];
  await expect(newPage.getByText(/^No network\. Hold the code/)).toBeVisible();
  await cold.look('codes-offline');
  for (const at of [2, 3, 4]) {
    await swipe(newPage, 'next');
    offline.push(await checkCode(cold, at));
  }
  expect(offline.toSorted()).toEqual(online.toSorted());
  expect([...traveller.faults, ...cold.faults]).toEqual([]);
});

test('after a passage the next code is offered, and the used one is marked', async ({ page, request }) => {
  test.setTimeout(240_000);
  const { traveller } = await family(page, request, 'ja');
  const { code: words, ticket } = traveller.words;
  const gate = await enrolledDevice(request, 'kyoto');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const [first = ''] = await inUse(page);
  await openFirstCode(traveller, first);
  const no = await checkCode(traveller, 1);
  await gate(gateEvents, {
    body: {
      events: [
        {
          eventId: crypto.randomUUID(),
          ticketNo: no,
          code: 31,
          at: epochToWall(Date.now()),
          certificate: '',
          reason: '-',
        },
      ],
    },
  });
  await expect(page.getByText(ticket.passedIn, { exact: true })).toBeVisible();
  await traveller.look('codes-passed');
  await page.getByRole('button', { name: words.nextCode('') }).click();
  expect(await checkCode(traveller, 2)).not.toBe(no);
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByText(words.passed.in, { exact: true })).toBeVisible();
  // Its code stays hidden until it is asked for, and is then valid for the exit.
  await expect(page.getByText(ticket.passedIn, { exact: true })).toBeVisible();
  await traveller.press(ticket.showCode);
  expect(await checkCode(traveller, 1, 'out')).toBe(no);
  await expect(
    page.locator('section:not([inert])').getByRole('radio', { name: ticket.leaving, exact: true }),
  ).toBeChecked();
  expect(traveller.faults).toEqual([]);
});

test('the code fits the screen in every language, size and colour scheme', async ({ page, request }) => {
  test.setTimeout(240_000);
  const { traveller, issued } = await family(page, request, 'ja');
  for (const language of walkedIn(...operator.languages)) {
    const messages = await loadMessages(language);
    for (const [width, height, fontSize, schemes] of [
      [360, 740, 'normal', ['light', 'dark']],
      [320, 568, 'normal', ['light', 'dark']],
      [320, 568, 'large', ['light']],
    ] as const)
      for (const colorScheme of schemes) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.setViewportSize({ width, height });
        await page.evaluate(
          (settings) => localStorage.setItem('kippu.settings', settings),
          JSON.stringify({ ...JSON.parse(settingsIn(language)), fontSize }),
        );
        await page.goto('about:blank');
        await page.goto(`/#/packages/ticket/code?ticketId=${issued[0]?.ticketId}`);
        const present = page.locator('section:not([inert])');
        await expect(present.locator('svg[shape-rendering]')).toBeVisible();
        // Without scrolling, the code, its countdown and its texts are above the dock, and the dock is on the screen.
        const words = await present.getByText(messages.ticket.noScreenshot).boundingBox();
        const ring = await present.getByRole('img', { name: /\d/ }).last().boundingBox();
        const dock = await page.getByRole('link', { name: messages.ticketLife.noReader }).boundingBox();
        if (!words || !ring || !dock) throw new Error('no countdown, or no dock');
        const at = `${language} ${height} ${fontSize}`;
        expect(Math.max(words.y + words.height, ring.y + ring.height), at).toBeLessThanOrEqual(dock.y - 8);
        expect(dock.y + dock.height, at).toBeLessThanOrEqual(height);
        expect(await page.evaluate(() => document.documentElement.clientWidth)).toBe(width);
        await traveller.look(`codes-${language}-${colorScheme}-${width}-${fontSize}`);
      }
  }
  expect(traveller.faults).toEqual([]);
});

test('an interrupted scroll still ends on a code', async ({ page, request }) => {
  const { traveller } = await family(page, request, 'en');
  const [first = ''] = await inUse(page);
  await openFirstCode(traveller, first);
  await checkCode(traveller, 1);
  const present = page.locator('section:not([inert])');
  // Between two codes any other scroll (a screen reader, a keyboard) interrupts the animation.
  await page.evaluate(() => {
    const track = document.querySelector('section[inert]')?.parentElement;
    let turning = false;
    document.addEventListener('keydown', () => (turning = true), { capture: true });
    track?.addEventListener('scroll', () => {
      if (!turning || track.scrollLeft % track.clientWidth === 0) return;
      turning = false;
      track.dataset['stops'] = String(Number(track.dataset['stops'] ?? 0) + 1);
      document.querySelector('section:not([inert])')?.scrollIntoView({ block: 'center' });
    });
  });
  // A busy machine may draw a whole scroll in one frame. Such a scroll cannot be interrupted.
  let stops = 0;
  for (let turn = 0; stops < 4 && turn < 40; turn += 1) {
    // An interrupted scroll may end where it began.
    const isFirst = await present.evaluate((sheet) => sheet.parentElement?.scrollLeft === 0);
    await page.keyboard.press(isFirst ? 'ArrowRight' : 'ArrowLeft');
    await expect.poll(() => present.evaluate((sheet) => sheet.getBoundingClientRect().x)).toBe(0);
    stops = await present.evaluate((sheet) => Number(sheet.parentElement?.dataset['stops'] ?? 0));
  }
  expect(stops).toBeGreaterThan(0);
  for (let turned = 1; turned < 4; turned += 1) await page.keyboard.press('ArrowLeft');
  // A phone that is turned, or a window that is made narrower, keeps the code in place.
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  const third = await checkCode(traveller, 3);
  for (const [width, height] of [
    [740, 360],
    [320, 568],
    [360, 740],
  ] as const) {
    await page.setViewportSize({ width, height });
    const track = page
      .locator('section')
      .filter({ has: page.locator('svg[shape-rendering]') })
      .locator('..');
    await expect
      .poll(async () => {
        const [sheet, box] = [await present.boundingBox(), await track.boundingBox()];
        return sheet && box ? [sheet.x - box.x, sheet.width - box.width] : null;
      })
      .toEqual([0, 0]);
    if (width < height) {
      expect(await checkCode(traveller, 3)).toBe(third);
      continue;
    }
    // Too small for this screen's few pixels to be read: it is the same ticket, and all of its code can be in sight above the button.
    await expect(present).toContainText(traveller.words.ticket.number(groupedNumber(third)));
    const code = present.getByRole('img', { name: traveller.words.ticket.codeAlt });
    await code.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const picture = await code.boundingBox();
    const button = await page.getByRole('link', { name: traveller.words.ticketLife.noReader }).boundingBox();
    if (!picture || !button) throw new Error('no code, or no button');
    expect(picture.y).toBeGreaterThanOrEqual(0);
    expect(picture.y + picture.height).toBeLessThanOrEqual(button.y);
    expect(picture.height).toBeGreaterThanOrEqual(180);
  }
});
