// A station's board on the wall: the desk makes a train late, changes a platform and cancels a train, and the board follows without a
// reload.
import { expect, type APIRequestContext, type Page } from '@playwright/test';
import { boardPath, departuresPath, type Board } from '@kippu/contract/board/departure-board';
import { deskChangeTrain, deskTrainRun, type TrainChange } from '@kippu/contract/calls/desk/live';
import { deskSignIn } from '@kippu/contract/calls/desk/staff';
import { addDays, dateAt, startOfDay } from '@kippu/domain/time/service-day';
import { boardWords } from '@kippu/words/board/words-of-board';
import { openDesk, staffOf } from '../support/desk/desk-page.ts';
import { violationsOf } from '../support/axe.ts';
import { keepPicture } from '../support/keep-picture.ts';
import { test, type OwnServer } from '../support/server/own-server.ts';
import { dataOf } from '../support/transfer-calls.ts';

test.use({ viewport: { width: 1920, height: 1080 }, isMobile: false, hasTouch: false });

/** The screens that boards hang on, and a traveller's phone. */
const SIZES = [
  [1920, 1080],
  [1080, 1920],
  [1280, 720],
  [360, 740],
  [320, 568],
] as const;

/** Moves the server to the morning, when many trains run. */
async function toMorning(server: OwnServer): Promise<void> {
  const tomorrow = startOfDay(addDays(dateAt(server.now()), 1));
  await server.moveOn(tomorrow + 8.5 * 3_600_000 - server.now());
}

const boardOf = async (request: APIRequestContext, station: string): Promise<Board> =>
  (await request.get(departuresPath(station))).json();

/** Returns what changes a train at the desk. */
async function desk(request: APIRequestContext) {
  const { token } = await dataOf(request, deskSignIn, { body: staffOf('editor') });
  const authorization = `Bearer ${token}`;
  return async (departureId: string, change: TrainChange) => {
    const { version } = await dataOf(request, deskTrainRun, { query: { departureId }, authorization });
    await dataOf(request, deskChangeTrain, { body: { departureId, version, change }, authorization });
  };
}

/** Checks the board at each size: nothing is too wide, and axe finds nothing. */
async function looksRight(page: Page, name: string): Promise<void> {
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    expect(await violationsOf(page), `${name}, ${width}`).toEqual([]);
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(tooWide, `${name}, ${width}`).toBeLessThanOrEqual(0);
    await keepPicture(page, `board-${name}-${width}`);
  }
  await page.setViewportSize({ width: 1920, height: 1080 });
}

for (const language of ['ja', 'en'])
  test(`a board follows the desk, in ${language}`, async ({ page, request, server }) => {
    await toMorning(server);
    const words = boardWords(language);
    const change = await desk(request);
    const { trains } = await boardOf(request, 'kyoto');
    const [late, moved, gone] = [1, 2, 3].map((at) => trains[at]?.key.split(' ')[0] ?? '');
    if (!late || !moved || !gone) throw new Error('too few trains');
    await page.clock.install();
    await page.goto(`${boardPath('kyoto')}?languages=${language}`);
    await expect(
      page
        .getByRole('listitem')
        .filter({ hasText: trains[0]?.no ?? '' })
        .first(),
    ).toBeVisible();
    await looksRight(page, `usual-${language}`);
    const loaded = await page.evaluate(() => performance.timeOrigin);

    await change(late, {
      late: { from: 'kyoto', minutes: 20 },
      words: { ja: '強風のため、速度を落として運転しています。', en: 'Strong wind: trains run more slowly.' },
    });
    await change(moved, { platforms: [{ stop: 'kyoto', platform: '7' }] });
    await change(gone, { runs: false });
    // The server makes a board again every ten seconds by its clock, the screen asks every twenty by its own.
    const follows = (seen: () => Promise<void>) =>
      expect(async () => {
        await server.moveOn(10_000);
        await page.clock.runFor(20_000);
        await seen();
      }).toPass();
    const soon = { timeout: 1_000 };
    await follows(() => expect(page.getByText(words.late(20))).toBeVisible(soon));
    await follows(() => expect(page.getByText(words.cancelled)).toBeVisible(soon));
    await expect(page.getByText(words.newPlatform, { exact: true })).toBeVisible();
    await looksRight(page, `changed-${language}`);

    await change(gone, { runs: null });
    await follows(() => expect(page.getByText(words.cancelled)).toHaveCount(0, soon));
    expect(await page.evaluate(() => performance.timeOrigin)).toBe(loaded);

    await page.context().setOffline(true);
    await page.clock.runFor(90_000);
    await expect(page.locator('.warning')).toBeVisible();
    await looksRight(page, `offline-${language}`);
    await page.context().setOffline(false);
    await follows(() => expect(page.locator('.warning')).toHaveCount(0, soon));
    for (const departureId of [late, moved])
      await change(departureId, { late: null, words: null, platforms: null });
  });

test('an unknown station has the list of all boards, and a printed code is a name too', async ({
  page,
  request,
}) => {
  await page.goto(boardPath('nowhere/at all'));
  const words = boardWords('en');
  await expect(page.getByText(words.unknownStation)).toBeVisible();
  await looksRight(page, 'unknown');
  await page.getByRole('link', { name: /Kyoto/ }).first().click();
  await expect(page).toHaveURL(/\/board\/kyoto$/);
  const { station } = await boardOf(request, 'kyoto');
  expect((await boardOf(request, station.code.toLowerCase())).station).toEqual(station);
});

test('the desk links to the boards of the stations where its trains stop', async ({
  page,
  request,
  server,
}) => {
  const day = addDays(dateAt(server.now()), 1);
  await openDesk(page, request, 'editor', `#/trains?date=${day}`);
  await page.getByText('Departure boards').click();
  const link = page.getByRole('link', { name: 'Kyoto', exact: true });
  await expect(link).toHaveAttribute('href', boardPath('kyoto'));
  await keepPicture(page, 'board-links-at-the-desk');
});
