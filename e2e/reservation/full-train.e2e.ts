// A train without a seat for the whole journey: its row and its seat map offer alternatives, in every language.
import { expect, test } from '@playwright/test';
import operator from '../../operators/kansai/operator.json' with { type: 'json' };
import { nameIn } from '@kippu/contract/names';
import { seatSave } from '@kippu/contract/calls/traveller/seat';
import { seatHold } from '@kippu/contract/calls/traveller/seat-hold';
import { ticketTrainList } from '@kippu/contract/calls/traveller/train';
import { formatTime } from '@kippu/web/i18n/format';
import { loadMessages } from '@kippu/words/load-messages';
import { addressOf } from '@kippu/web/app/router/link-to';
import { keepPicture } from '../support/keep-picture.ts';
import { Railway } from '../support/gate/railway.ts';
import { DAY, KIX, mapAddress, openCar, seatOf, withTickets } from '../support/seat-steps.ts';
import { callAs } from '../support/transfer-calls.ts';
import { settingsIn } from '../support/traveller.ts';

/** All seats that can be reserved after the cars are reduced, so that six tickets fill a train. */
const SEATS = ['2-1A', '3-1A', '4-1A', '4-1B', '8-1A', '9-1A'];

interface Car {
  class: string;
  reserved: boolean;
  car: number;
  rows: number;
  letters: string[];
  aisleAfter: string;
}

function reduceSeats(text: string): string {
  const formation = JSON.parse(text) as { cars: Car[] };
  for (const car of formation.cars)
    if (car.reserved && car.class === 'ordinary')
      Object.assign(car, { rows: 1, letters: car.car === 4 ? ['A', 'B'] : ['A'], aisleAfter: 'A' });
  return JSON.stringify(formation);
}

test('a full train offers its unreserved cars, the part with free seats, and the next train', async ({
  browser,
  playwright,
}) => {
  test.setTimeout(400_000);
  const railway = await Railway.open();
  const phone = { baseURL: railway.origin, viewport: { width: 360, height: 740 }, hasTouch: true };
  const context = await browser.newContext(phone);
  const rivalContext = await browser.newContext(phone);
  const request = await playwright.request.newContext({ baseURL: railway.origin });
  try {
    railway.edit('formations/haruka-9.json', reduceSeats);
    await railway.start();
    const page = await context.newPage();
    const { traveller, ticketIds } = await withTickets(page, request, 'haruka-kix-kyoto', 1);
    const rival = await withTickets(await rivalContext.newPage(), request, 'kansai-pass-2day', 12);
    const { seat, errors } = traveller.words;
    const fill = async (trip: string, from: string, to: string, tickets: readonly string[]) => {
      const body = { departureId: `${trip}@${DAY}`, from, to, ticketIds: [...tickets], seats: SEATS };
      const { code, data } = await callAs(rival.traveller.page, seatHold, { body });
      expect(code).toBe('OK');
      const { holdId } = data;
      expect((await callAs(rival.traveller.page, seatSave, { body: { holdId } })).code).toBe('OK');
    };
    await fill('haruka-24', 'tennoji', 'osaka', rival.ticketIds.slice(0, 6));
    const query = { ticketIds: ticketIds.join(','), date: DAY, from: KIX, to: 'kyoto' };
    const { data: trains } = await callAs(page, ticketTrainList, { query });
    const at = trains.findIndex(({ departureId }) => departureId === `haruka-24@${DAY}`);
    const [full, next] = [trains[at], trains[at + 1]];
    if (!full || !next) throw new Error('the timetable has no such trains');
    const row = page.getByRole('listitem').filter({ hasText: new RegExp(`\\b${full.trainNo}\\b`) });

    for (const language of operator.languages)
      await test.step(`the train’s row shows the alternatives, in ${language}`, async () => {
        const { seat: words } = await loadMessages(language);
        await page.addInitScript(
          (settings) => localStorage.setItem('kippu.settings', settings),
          settingsIn(language),
        );
        const stopName = (id: string) => {
          const stop = full.stops.find(({ stationId }) => stationId === id);
          return stop ? nameIn(stop, 'stationName', language) : '';
        };
        await traveller.open(addressOf('train', { ...query, date: DAY }));
        await page.reload();
        const offers = [
          words.seatsAsFarAs(stopName('tennoji')),
          words.seatsFrom(stopName('osaka')),
          words.nextWithSeats(formatTime(next.departAt)),
        ];
        await expect(row.first().getByRole('link')).toHaveText(offers);
        await expect(row.first()).toContainText(words.freeCars(5, 7));
        for (const [width, colorScheme] of [
          [360, 'light'],
          [320, 'dark'],
        ] as const) {
          await page.setViewportSize({ width, height: 740 });
          await page.emulateMedia({ colorScheme });
          await row.first().evaluate((element) => element.scrollIntoView({ block: 'center' }));
          const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
          expect(wide).toBeLessThanOrEqual(0);
          await keepPicture(page, `full-${language}-${width}`);
        }
      });
    await page.addInitScript(
      (settings) => localStorage.setItem('kippu.settings', settings),
      settingsIn('en'),
    );
    await page.setViewportSize(phone.viewport);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.reload();
    await traveller.look('full-train');

    await test.step('the offered part of the journey can be booked', async () => {
      await page.getByRole('link', { name: seat.seatsFrom('Osaka'), exact: true }).click();
      await traveller.sees(seat.chooseSeats(1));
      await openCar(page, 4);
      await seatOf(page, '4-1B').click();
      await traveller.press(seat.continue);
      await traveller.sees(seat.confirmReserve);
      await expect(page.getByText('Osaka', { exact: false }).first()).toBeVisible();
      await traveller.look('full-train-part-confirm');
      await traveller.press(seat.giveUp(1));
    });

    await test.step('a train that fills while its map is open offers alternatives too', async () => {
      await traveller.open(mapAddress(ticketIds, 'haruka-28'));
      await traveller.sees(seat.chooseSeats(1));
      await fill('haruka-28', KIX, 'kyoto', rival.ticketIds.slice(6));
      await traveller.press(seat.pick(1));
      const alert = page.getByRole('alert').filter({ hasText: 'not enough seats' });
      await expect(alert).toContainText('Cars 5, 6, 7 are non-reserved.');
      expect(errors['SEAT-0003']).toContain('{cars}');
      await traveller.look('full-train-map');
      await keepPicture(page, 'full-map');
      await page.getByRole('link', { name: /^Next train with seats: / }).click();
      await expect(alert).toHaveCount(0);
      expect(page.url()).toContain('haruka-30');
    });
    expect(traveller.faults).toEqual([]);
  } finally {
    await context.close();
    await rivalContext.close();
    await request.dispose();
    await railway.close();
  }
});
