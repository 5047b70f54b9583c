// Refused, lost or late answers about seats. The app does not retry for ever, cancel a reservation, or show a late
// answer for another screen.
import { expect, test, type Page } from '@playwright/test';
import { addDays } from '@kippu/domain/time/service-day';
import { addressOf } from '@kippu/web/app/router/link-to';
import { DAY, KIX, mapAddress, openCar, seatOf, withTickets } from '../support/seat-steps.ts';

/** Delivers each such call to the server and drops its answer, until the returned function is called. */
async function loseAnswers(page: Page, call: RegExp): Promise<() => Promise<void>> {
  await page.route(call, async (route) => {
    await route.fetch();
    await route.abort();
  });
  return () => page.unroute(call);
}

test('a lost or late answer about seats is handled', async ({ page, request }) => {
  test.setTimeout(240_000);
  await page.clock.install();
  const { traveller, ticketIds } = await withTickets(page, request, 'kansai-wide-5day', 1);
  const { seat, client } = traveller.words;
  const confirm = async (trip: string) => {
    await traveller.open(mapAddress(ticketIds, trip));
    await traveller.press(seat.pick(1));
    await traveller.sees(seat.confirmReserve);
  };

  await test.step('the seat map works without the list of trains, which is requested only a few times', async () => {
    let asked = 0;
    await page.route(/ticketTrainList/, (route) => {
      asked += 1;
      return route.fulfill({ status: 422, json: { state: 'fail', code: 'SEAT-0009', msg: '', values: {} } });
    });
    await traveller.open(mapAddress(ticketIds, 'haruka-30'));
    await expect(seatOf(page, '2-3A')).toBeVisible();
    await seatOf(page, '2-3A').click();
    await expect(page.getByRole('button', { name: seat.continue, exact: true })).toBeEnabled();
    expect(asked).toBeLessThan(6);
    await page.unroute(/ticketTrainList/);
  });

  await test.step('leaving the map before the hold is answered stays on the other screen, and releases the seats', async () => {
    const trains = addressOf('train', { ticketIds: ticketIds.join(','), from: KIX, to: 'kyoto', date: DAY });
    await traveller.open(trains);
    await traveller.sees(seat.chooseTrain);
    const days = page.getByRole('group', { name: seat.date }).getByRole('radio');
    const open = await days.count();
    // It is ten o'clock: the new day opens on the visible screen.
    await page.route(/loadPlanInfo/, async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { data: { bookableTo: string } };
      const bookableTo = addDays(body.data.bookableTo, 1);
      await route.fulfill({ response, json: { ...body, data: { ...body.data, bookableTo } } });
    });
    await page.clock.fastForward('00:31');
    await expect(days).toHaveCount(open + 1);
    await page.unroute(/loadPlanInfo/);
    await page.getByRole('link').filter({ hasText: 'HARUKA 30' }).click();
    await openCar(page, 3);
    await seatOf(page, '3-9A').click();
    let answer: () => void = () => undefined;
    const late = new Promise<void>((resolve) => (answer = resolve));
    await page.route(/seatHold/, async (route) => {
      const response = await route.fetch();
      await late;
      await route.fulfill({ response });
    });
    const asked = page.waitForRequest(/seatHold/);
    await traveller.press(seat.continue);
    await asked;
    await page.goBack();
    await traveller.sees(seat.chooseTrain);
    const released = page.waitForResponse(/seatRelease/);
    answer();
    await released;
    await traveller.sees(seat.chooseTrain);
    await page.unroute(/seatHold/);
  });

  await test.step('leaving before a reservation is answered keeps the reservation, and a message confirms it', async () => {
    await confirm('haruka-30');
    const calls: string[] = [];
    page.on('request', (call) => void calls.push(call.url()));
    let answer: () => void = () => undefined;
    const late = new Promise<void>((resolve) => (answer = resolve));
    await page.route(/seatSave/, async (route) => {
      await late;
      await route.continue();
    });
    const asked = page.waitForRequest(/seatSave/);
    // Go back before the tap shows as busy, as on a phone that draws slowly.
    await page.getByRole('button', { name: seat.reserveSeats(1), exact: true }).evaluate((button) => {
      if (button instanceof HTMLElement) button.click();
      history.back();
    });
    await asked;
    await traveller.sees(seat.chooseSeats(1));
    const toast = traveller.waitForToast(seat.reservedTitle);
    answer();
    await toast;
    expect(calls.filter((url) => url.includes('seatRelease'))).toEqual([]);
    await page.unroute(/seatSave/);
  });

  await test.step('the map of seats already reserved leads to the reservation', async () => {
    await page.reload();
    await expect(page.getByRole('alert')).toContainText(traveller.words.errors['SEAT-0011']);
    await traveller.look('already-reserved');
    await traveller.follow(seat.toSeats);
    await traveller.sees(seat.title);
  });

  await test.step('after a lost answer and an expired countdown a second attempt shows the reservation', async () => {
    await confirm('haruka-6');
    const stopLosing = await loseAnswers(page, /seatSave/);
    await traveller.press(seat.reserveSeats(1));
    await expect(page.getByText(client.networkDown)).toBeVisible();
    await page.clock.fastForward('06:00');
    await expect(page.getByText(client.mayBeDone)).toBeVisible();
    await expect(page.getByText(seat.expiredTitle, { exact: true })).toHaveCount(0);
    await traveller.look('answer-lost');
    await stopLosing();
    await traveller.press(seat.reserveSeats(1));
    await traveller.sees(seat.reservedTitle);
  });

  await test.step('after a lost answer and a reload the phone finds the reservation by itself', async () => {
    await confirm('haruka-16');
    const stopLosing = await loseAnswers(page, /seatSave/);
    await traveller.press(seat.reserveSeats(1));
    await expect(page.getByText(client.networkDown)).toBeVisible();
    await stopLosing();
    // An answer that is still on its way would set the clock back again.
    await page.reload({ waitUntil: 'networkidle' });
    await page.clock.fastForward('06:00');
    await traveller.sees(seat.reservedTitle);
  });
  expect(traveller.faults).toEqual([]);
});
