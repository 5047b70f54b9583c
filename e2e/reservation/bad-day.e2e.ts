// A bad day, from the live feed and the desk to two phones and a gate: two server processes on one database, of which one is restarted meanwhile.
import { randomUUID } from 'node:crypto';
import { expect, request as requests, test, type Page } from '@playwright/test';
import { deskChangeTrain, deskTrainRun, type TrainChange } from '@kippu/contract/calls/desk/live';
import { deskSignIn } from '@kippu/contract/calls/desk/staff';
import { seatSave } from '@kippu/contract/calls/traveller/seat';
import { seatHold } from '@kippu/contract/calls/traveller/seat-hold';
import { staffOf } from '../support/desk/desk-page.ts';
import { keepPicture } from '../support/keep-picture.ts';
import { GatePage } from '../support/gate/gate-page.ts';
import { pixelsOf, showCode } from '../support/gate/shown-code.ts';
import { openPlayedDay } from '../support/server/played-day.ts';
import { callAs, dataOf, ticketInUse } from '../support/transfer-calls.ts';
import { Traveller } from '../support/traveller.ts';

const STRETCH = { from: 'kansai-airport', to: 'kyoto' };
/** The train leaves hours ahead: it stays open while it is late. */
const SCENARIO = {
  title: 'a bad day for two travellers',
  trains: { theirs: { direction: 1, leavesAfter: 150 } },
  events: [
    { at: 1, train: 'theirs', late: 20 },
    { at: 2, train: 'theirs', late: 45 },
    { at: 3, train: 'theirs', late: 8 },
    { at: 4, train: 'theirs', runs: { from: 1, to: 3 } },
    { at: 5, train: 'theirs', runs: { from: 1, to: -1 } },
    { at: 6, train: 'theirs', cancelled: true },
    { at: 7, train: 'theirs', cancelled: false },
    { at: 7, train: 'theirs', late: 0 },
  ],
} as const;

/** A seat of a train, chosen by the server. */
async function reserve(page: Page, departureId: string, ticketId: string) {
  const hold = { ...STRETCH, departureId, ticketIds: [ticketId], auto: { prefer: 'window' as const } };
  const { data, code } = await callAs(page, seatHold, { body: hold });
  expect(code).toBe('OK');
  const saved = await callAs(page, seatSave, { body: { holdId: data.holdId } });
  expect(saved.code).toBe('OK');
  return { seat: data.seats[0] ?? '', reservationId: saved.data.reservationId };
}

test('late, later, earlier, half the train, half the way, no train, the train again: both phones have it', async ({
  browser,
}) => {
  test.setTimeout(400_000);
  const played = await openPlayedDay(SCENARIO);
  const [first, second] = played.origins;
  const request = await requests.newContext({ baseURL: first });
  try {
    const { departureId } = played.train('theirs');
    const options = { viewport: { width: 360, height: 740 }, serviceWorkers: 'block' as const };
    const phoneAt = async (baseURL: string, language: 'en' | 'ja') => {
      const page = await (await browser.newContext({ ...options, baseURL })).newPage();
      return { page, traveller: await Traveller.with(page, language) };
    };
    /** Creates an account with a seat on the train, while one process alone sends its mails. */
    const withSeat = async (language: 'en' | 'ja') => {
      const { page, traveller } = await phoneAt(first, language);
      await traveller.register(request, `day-${randomUUID()}@example.com`);
      const ticketId = await ticketInUse(page, request, 'kansai-pass-2day');
      const reserved = await reserve(page, departureId, ticketId);
      const session = await page.evaluate(() => localStorage.getItem('kippu.session'));
      await page.context().close();
      return { ...reserved, language, ticketId, session: session ?? '' };
    };
    const accounts = [await withSeat('en'), await withSeat('ja')] as const;
    await played.startSecond();
    const phoneOf = async (origin: string, { language, session, ...reserved }: (typeof accounts)[number]) => {
      const { page, traveller } = await phoneAt(origin, language);
      await page.goto('/icon.svg');
      await page.evaluate((kept) => localStorage.setItem('kippu.session', kept), session);
      return { ...reserved, page, traveller };
    };
    const phones = [await phoneOf(first, accounts[0]), await phoneOf(second, accounts[1])] as const;

    const { token } = await dataOf(request, deskSignIn, { body: staffOf('editor') });
    const authorization = `Bearer ${token}`;
    const desk = async (change: TrainChange) => {
      const { version } = await dataOf(request, deskTrainRun, { query: { departureId }, authorization });
      await dataOf(request, deskChangeTrain, { body: { departureId, version, change }, authorization });
    };
    type Words = Traveller['words']['seat'];
    /** Opens the reservation at both phones until it says so, and not the other. */
    const bothShow = (name: string, says: (words: Words) => string, not?: (words: Words) => string) =>
      test.step(name, () =>
        Promise.all(
          phones.map(async ({ traveller, page, reservationId }) => {
            const { seat: words } = traveller.words;
            await expect(async () => {
              await page.goto('about:blank');
              await traveller.open(`/packages/haruka/reservation?reservationId=${reservationId}`);
              await traveller.settled();
              await expect(page.getByText(says(words), { exact: true }).first()).toBeVisible({
                timeout: 1_000,
              });
              if (not) await expect(page.getByText(not(words))).toHaveCount(0, { timeout: 100 });
            }).toPass();
            await keepPicture(page, `day-${traveller.language}-${name}`);
          }),
        ),
      );

    played.playUntil(1);
    await bothShow('late', ({ live }) => live.late(20));
    // The screens stay open and follow.
    played.playUntil(2);
    await test.step('later, on the open screens', () =>
      Promise.all(
        phones.map(({ page, traveller }) =>
          expect(page.getByText(traveller.words.seat.live.late(45)).first()).toBeVisible({ timeout: 60_000 }),
        ),
      ));
    played.playUntil(3);
    await bothShow('earlier', ({ live }) => live.late(8));
    await desk({ platforms: [{ stop: STRETCH.from, platform: '9' }] });
    await bothShow('platform', () => '9');

    const [own] = phones;
    const car = Number(own.seat.split('-')[0]);
    await desk({ platforms: null, lostCars: [car] });
    await test.step('half the train', () =>
      expect(async () => {
        await own.page.goto('about:blank');
        await own.traveller.open(`/packages/haruka/reservation?reservationId=${own.reservationId}`);
        await own.traveller.settled();
        await expect(own.page.getByText(own.traveller.words.seat.disrupted.seatGone)).toBeVisible({
          timeout: 1_000,
        });
      }).toPass());
    await desk({ lostCars: null });

    played.playUntil(4);
    /** Each phone reads the name of its stop in its language. */
    const endsBefore = (words: Words) =>
      words.live.noStop(words === own.traveller.words.seat ? 'Kyoto' : '京都');
    await bothShow('half-the-way', endsBefore);
    await test.step('a restart changes nothing', async () => {
      await played.restartFirst();
      await bothShow('after-restart', endsBefore);
    });
    played.playUntil(5);
    await bothShow('whole-way', ({ runsAfterAll }) => runsAfterAll.title, endsBefore);
    played.playUntil(6);
    await bothShow('no-train', ({ disrupted }) => disrupted.cancelled);
    played.playUntil(7);
    await bothShow(
      'train-again',
      ({ disrupted }) => disrupted.restored,
      ({ disrupted }) => disrupted.cancelled,
    );

    await test.step('the gate of the other process lets the traveller in', async () => {
      const other = await requests.newContext({ baseURL: second });
      const gate = await GatePage.enrolled(browser, other, {
        ownClock: false,
        stationId: STRETCH.from,
        prepare: (page) => page.goto(`${second}/gate/`).then(() => undefined),
      });
      await showCode(own.traveller, own.ticketId);
      await gate.hold(await pixelsOf(own.traveller), 'Go');
      await gate.page.context().close();
      await other.dispose();
    });
    for (const { page } of phones) await page.context().close();
  } finally {
    await request.dispose();
    await played.close();
  }
});
