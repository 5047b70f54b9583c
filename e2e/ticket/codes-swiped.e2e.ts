// A family at a gate with one phone: each code in turn, by finger and by keys, and each belongs to the ticket that is named.
import { expect, test, type APIRequestContext, type Page } from '@playwright/test';
import { deskGates, gateEnrol, gateEvents } from '@kippu/contract/gate';
import type { PassengerCategory } from '@kippu/contract/ticket';
import { bind, ticketList, use } from '@kippu/contract/ticket';
import { epochToWall } from '@kippu/domain/service-day';
import { LANGUAGES, type Language } from '@kippu/contract/limits';
import { groupedNumber } from '@kippu/web/i18n/format';
import type { Direction } from '@kippu/ticket-code/moment';
import { loadMessages } from '@kippu/web/i18n/messages';
import { issueTickets } from './desk.ts';
import { DESK_API_KEY } from './playwright.config.ts';
import { judge, readCode } from './read-code.ts';
import { answerOf, callAs } from './transfer-calls.ts';
import { settingsIn, Traveller } from './traveller.ts';

test.use({ serviceWorkers: 'allow' });

const FAMILY: readonly PassengerCategory[] = ['adult', 'senior', 'child', 'child'];

/** A new account with one order for four; gives their ids and numbers, the last of them not yet in use. */
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

/** The ids of the tickets in use, in the order of the list. */
async function inUse(page: Page): Promise<string[]> {
  const { data } = await callAs(page, ticketList, { query: { tab: 'active', limit: 50 } });
  return data.items.filter(({ status }) => status === 'inUse').map(({ ticketId }) => ticketId);
}

/** Opens a ticket's code among the four, wherever it lies, and turns to the first. */
const open = async ({ page, words }: Traveller, ticketId: string) => {
  await page.goto(`/#/packages/ticket/code?ticketId=${ticketId}`);
  const places = [1, 2, 3, 4].map((at) => page.getByText(words.code.place(at, 4), { exact: true }));
  await expect(places.reduce((one, other) => one.or(other))).toBeVisible();
  for (let turned = 1; turned < 4; turned += 1) await page.keyboard.press('ArrowLeft');
  await expect(page.getByText(words.code.place(1, 4), { exact: true })).toBeVisible();
};

/** Swipes as a thumb does. */
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

/** The ticket number in the code's pixels is the one in the text, and it opens a gate; gives it. */
async function sees({ page, words }: Traveller, at: number, way: Direction = 'in'): Promise<string> {
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

test('four codes are swiped, online and from a cold start without a network', async ({
  page,
  context,
  request,
}) => {
  test.setTimeout(240_000);
  const { traveller, issued } = await family(page, request, 'en');
  const { code: words, ticket } = traveller.words;
  const [first = ''] = await inUse(page);
  await open(traveller, first);
  const online = [await sees(traveller, 1)];

  await test.step('by finger, there and back', async () => {
    await swipe(page, 'next');
    online.push(await sees(traveller, 2));
    await swipe(page, 'previous');
    expect(await sees(traveller, 1)).toBe(online[0]);
  });
  await test.step('by keys and by the buttons', async () => {
    await page.keyboard.press('ArrowRight');
    expect(await sees(traveller, 2)).toBe(online[1]);
    await traveller.press(words.next);
    online.push(await sees(traveller, 3));
    await page.keyboard.press('ArrowRight');
    await expect(page.getByText(words.place(4, 4), { exact: true })).toBeVisible();
  });
  await test.step('one that is not in use says what to do', async () => {
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
  await open(traveller, start);
  online.length = 0;
  for (const at of [1, 2, 3, 4]) {
    online.push(await sees(traveller, at));
    await page.keyboard.press('ArrowRight');
  }
  expect(online.toSorted()).toEqual(issued.map(({ ticketNo }) => ticketNo).toSorted());

  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await context.setOffline(true);
  const again = await context.newPage();
  await page.close();
  const cold = await Traveller.with(again, 'en');
  await open(cold, start);
  const offline = [await sees(cold, 1)];
  await expect(again.getByText(/^No network\. Hold the code/)).toBeVisible();
  await cold.look('codes-offline');
  for (const at of [2, 3, 4]) {
    await swipe(again, 'next');
    offline.push(await sees(cold, at));
  }
  expect(offline.toSorted()).toEqual(online.toSorted());
  expect([...traveller.faults, ...cold.faults]).toEqual([]);
});

test('after one has passed the gate, the next code is offered and the passed one marked', async ({
  page,
  request,
}) => {
  test.setTimeout(240_000);
  const { traveller } = await family(page, request, 'ja');
  const { code: words, ticket } = traveller.words;
  const desk = `ApiKey ${DESK_API_KEY}`;
  const gateCode = await answerOf(request, deskGates, { authorization: desk, body: { stationId: 'kyoto' } });
  const gate = await answerOf(request, gateEnrol, { body: { code: gateCode.data.code } });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const [first = ''] = await inUse(page);
  await open(traveller, first);
  const no = await sees(traveller, 1);
  await answerOf(request, gateEvents, {
    authorization: `Gate ${gate.data.key}`,
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
  expect(await sees(traveller, 2)).not.toBe(no);
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByText(words.passed.in, { exact: true })).toBeVisible();
  // Its code stays away until it is asked for, and is then the one for the way out.
  await expect(page.getByText(ticket.passedIn, { exact: true })).toBeVisible();
  await traveller.press(ticket.showCode);
  expect(await sees(traveller, 1, 'out')).toBe(no);
  await expect(
    page.locator('section:not([inert])').getByRole('radio', { name: ticket.leaving, exact: true }),
  ).toBeChecked();
  expect(traveller.faults).toEqual([]);
});

test('the screen stands in every language, size and light', async ({ page, request }) => {
  test.setTimeout(240_000);
  const { traveller, issued } = await family(page, request, 'ja');
  for (const language of LANGUAGES) {
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
        // The code, its countdown and what is said of them lie above the dock, and the dock on the screen, before anybody scrolls.
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

test('a glide that something stops ends on a code all the same', async ({ page, request }) => {
  const { traveller } = await family(page, request, 'en');
  const [first = ''] = await inUse(page);
  await open(traveller, first);
  await sees(traveller, 1);
  const present = page.locator('section:not([inert])');
  for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowRight', 'ArrowLeft']) {
    // Between two codes, whatever else scrolls (a screen reader, a keyboard that comes up) ends the glide.
    const stopped = page.evaluate(
      () =>
        new Promise<void>((done) => {
          const track = document.querySelector('section[inert]')?.parentElement;
          track?.addEventListener('scroll', function stop() {
            if (track.scrollLeft % track.clientWidth === 0) return;
            track.removeEventListener('scroll', stop);
            document.querySelector('section:not([inert])')?.scrollIntoView({ block: 'center' });
            done();
          });
        }),
    );
    await page.keyboard.press(key);
    await stopped;
    await expect.poll(() => present.evaluate((sheet) => sheet.getBoundingClientRect().x)).toBe(0);
  }
  // A phone that is turned, or a window that is made narrower, keeps the code where it is.
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  const third = await sees(traveller, 3);
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
    expect(await sees(traveller, 3)).toBe(third);
  }
});
