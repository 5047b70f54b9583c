// From the traveller's screen to the gate's verdict, by pixels alone: what one page shows is what the other's camera sees.
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type APIRequestContext, type Page } from '@playwright/test';
import { issueTickets } from './desk.ts';
import { GatePage, pictureOf, type Held } from './gate-page.ts';
import { Traveller } from './traveller.ts';

const SHOTS = join(import.meta.dirname, '../screenshots');

/** Adds and activates a two-day pass on the signed-in phone, then shows its code. */
async function showPass(traveller: Traveller, request: APIRequestContext): Promise<void> {
  const [issued] = await issueTickets(request, 'kansai-pass-2day');
  if (!issued) throw new Error('no ticket was issued');
  const { ticketId, link } = issued;
  const refused = await traveller.page.evaluate(
    async ([typed, id, key]) => {
      const { token } = JSON.parse(localStorage.getItem('kippu.session') ?? '{}') as { token: string };
      const post = async (path: string, body: object) => {
        const answer = await fetch(`/jtr-jwqs-app/guest/ticket/info/${path}`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${token}`,
            'content-type': 'application/json',
            'idempotency-key': `${path}-${key}`,
          },
          body: JSON.stringify(body),
        });
        return answer.ok ? '' : `${path}: ${await answer.text()}`;
      };
      return `${await post('bind', { link: typed })}${await post('use', { ticketId: id })}`;
    },
    [link, ticketId, randomUUID()] as const,
  );
  expect(refused).toBe('');
  await traveller.open(`/packages/ticket/code?ticketId=${ticketId}`);
  await expect(codeOf(traveller)).toBeVisible();
}

const codeOf = ({ page, words }: Traveller) => page.getByRole('img', { name: words.ticket.codeAlt });

/** The whole screen as it is lit, the code scrolled into it. */
async function pixelsOf(traveller: Traveller): Promise<Buffer> {
  const picture = codeOf(traveller);
  await expect(picture).toBeVisible();
  // As a hand does, past what sticks to the screen's edges.
  await picture.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  return traveller.page.screenshot();
}

async function demoTraveller(page: Page): Promise<Traveller> {
  const traveller = await Traveller.with(page, 'en');
  await traveller.open('/packages/login/index');
  await traveller.logIn('demo@kippu.example', 'Kippu2026');
  await expect(page.getByText(traveller.words.ticket.yourTickets, { exact: true })).toBeVisible();
  return traveller;
}

test('a code shown without a network passes a gate without one, once, and no screenshot does', async ({
  page,
  browser,
  request,
}) => {
  const traveller = await demoTraveller(page);
  await showPass(traveller, request);
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
    mkdirSync(SHOTS, { recursive: true });
    await gate.page.screenshot({ path: join(SHOTS, 'gate.png'), animations: 'disabled' });
    await gate.page.clock.runFor(1000);
    await expect(gate.verdict).toHaveCount(0);
  });

  await test.step('not a second time', async () => {
    await gate.judge(await pixelsOf(traveller), 'Already used');
  });

  const looks: readonly (readonly [string, () => Promise<unknown>, Held?])[] = [
    ['dark mode', () => page.emulateMedia({ colorScheme: 'dark' })],
    ['200 % text', () => page.evaluate(() => (document.documentElement.style.fontSize = '200%'))],
    ['320 px', () => page.setViewportSize({ width: 320, height: 568 })],
    ['brightness 40 %', () => page.setViewportSize({ width: 360, height: 740 }), { brightness: 0.4 }],
    ['tilted by 8 degrees', () => page.emulateMedia({ colorScheme: 'light' }), { degrees: 8 }],
  ];
  let inside = true;
  for (const [name, set, held] of looks)
    await test.step(name, async () => {
      await set();
      await way(inside ? 'leaving' : 'entering');
      inside = !inside;
      await gate.judge(await pixelsOf(traveller), 'Go', held);
    });

  await test.step('garbage between good codes never jams it', async () => {
    const [head = '', tail = ''] = ['KQ1:', 'A'.repeat(420)];
    await gate.hold(pictureOf(head + tail), 'Not a ticket code');
    await gate.hold(pictureOf('{"not":"ours"}'), 'Not a ticket code');
    await gate.page.keyboard.type('KQ1:%%%\n');
    await way(inside ? 'leaving' : 'entering');
    await gate.judge(await pixelsOf(traveller), 'Go');
    inside = !inside;
  });

  await test.step('a screenshot opens nothing 60 seconds later', async () => {
    await way(inside ? 'leaving' : 'entering');
    const screenshot = await pixelsOf(traveller);
    await gate.judge(screenshot, 'This code is', {}, 60_000);
    await expect(gate.verdict).toContainText('old: open the app again');
  });
  await gate.page.context().close();
});

test('the open code screen says in and out within two seconds of the gate', async ({
  page,
  browser,
  request,
}) => {
  const traveller = await demoTraveller(page);
  const { ticket: words } = traveller.words;
  await showPass(traveller, request);
  const gate = await GatePage.enrolled(browser, request, { ownClock: false });
  for (const [said, next] of [
    [words.passedIn, words.leaving],
    [words.passedOut, words.entering],
  ] as const) {
    const pixels = await pixelsOf(traveller);
    await gate.hold(pictureOf(`https://example.jp/${said}`), 'Not a ticket code');
    await gate.hold(pixels, 'Go');
    const opened = Date.now();
    await expect(page.getByText(said, { exact: true })).toBeVisible();
    expect(Date.now() - opened).toBeLessThan(2000);
    await traveller.look(`gate-${said === words.passedIn ? 'in' : 'out'}`);
    await traveller.press(words.showCode);
    await expect(page.getByRole('radio', { name: next, exact: true })).toBeChecked();
  }
  expect(traveller.faults).toEqual([]);
  await gate.page.context().close();
});
