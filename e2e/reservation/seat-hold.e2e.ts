// Held seats: in two tabs, with a changed clock, and on a screen that does not jump.
import { expect, test } from '@playwright/test';
import { seatHold } from '@kippu/contract/calls/traveller/seat-hold';
import { addressOf } from '@kippu/web/app/router/link-to';
import { DAY, KIX, mapAddress, openCar, rivalOf, seatOf, withTickets } from '../support/seat-steps.ts';
import { callAs } from '../support/transfer-calls.ts';

test('two tabs show the same hold, and how it ended', async ({ page, request }) => {
  test.setTimeout(240_000);
  const { traveller, ticketIds } = await withTickets(page, request, 'kansai-wide-5day', 2);
  const { seat, common } = traveller.words;
  const heldSeats = /^Car \d+ · \d+[A-D]$/;
  const hold = async (trip: string) => {
    await traveller.open(mapAddress(ticketIds, trip));
    await traveller.press(seat.pick(2));
    await traveller.sees(seat.confirmReserve);
    await expect(page.getByText(heldSeats)).toHaveCount(2);
  };
  const secondTab = async () => {
    const tab = await page.context().newPage();
    await tab.goto(page.url());
    await expect(tab.getByText(heldSeats)).toHaveCount(2);
    await expect(tab.getByRole('timer')).toHaveText(/^[45]\sminutes left$/);
    return tab;
  };

  await test.step('leaving the second tab keeps the seats held in the first', async () => {
    await hold('haruka-34');
    const tab = await secondTab();
    await tab.getByRole('button', { name: common.back, exact: true }).click();
    await expect(tab.getByRole('timer')).toHaveCount(0);
    await tab.close();
    await page.reload();
    await expect(page.getByText(heldSeats)).toHaveCount(2);
  });

  await test.step('giving up the seats in one tab is shown in both', async () => {
    const tab = await secondTab();
    await tab.getByRole('button', { name: seat.giveUp(2), exact: true }).click();
    await expect(page.getByText(seat.expiredTitle, { exact: true })).toBeVisible();
    await tab.close();
  });

  await test.step('holding other seats with the same tickets ends the hold in the first tab', async () => {
    await hold('haruka-34');
    const tab = await page.context().newPage();
    await tab.goto(`/#${mapAddress(ticketIds, 'haruka-36')}`);
    await tab.getByRole('button', { name: seat.pick(2), exact: true }).click();
    await expect(tab.getByRole('timer')).toBeVisible();
    await expect(page.getByText(seat.expiredTitle, { exact: true })).toBeVisible();
    await tab.close();
  });

  await test.step('reserving in one tab shows the reservation in both', async () => {
    await hold('haruka-36');
    const tab = await secondTab();
    await tab.getByRole('button', { name: seat.reserveSeats(2), exact: true }).click();
    for (const each of [tab, page]) {
      const title = each.getByRole('heading', { level: 1, name: seat.reservedTitle, exact: true });
      await expect(title).toBeVisible();
    }
  });

  await test.step('a hold made on another phone is shown as unknown, not as expired', async () => {
    const params = {
      ticketIds: ticketIds.join(','),
      departureId: `haruka-38@${DAY}`,
      from: KIX,
      to: 'kyoto',
    };
    await traveller.open(addressOf('confirm', { ...params, date: DAY, holdId: 'elsewhere' }));
    await expect(page.getByText(seat.unknownHoldTitle, { exact: true })).toBeVisible();
    await expect(page.getByText(seat.expiredTitle, { exact: true })).toHaveCount(0);
    await traveller.look('hold-unknown');
  });
  expect(traveller.faults).toEqual([]);
});

test('changing the phone’s clock does not end a hold', async ({ page, request }) => {
  await page.clock.install();
  const unanswered = new Set<unknown>();
  page.on('request', (call) => unanswered.add(call));
  page.on('requestfinished', (call) => unanswered.delete(call));
  page.on('requestfailed', (call) => unanswered.delete(call));
  const { traveller, ticketIds } = await withTickets(page, request, 'kansai-wide-5day', 1);
  const { seat } = traveller.words;
  await traveller.open(mapAddress(ticketIds, 'haruka-40'));
  await traveller.press(seat.pick(1));
  await traveller.sees(seat.confirmReserve);
  await expect(page.getByRole('timer')).toHaveText(seat.timeLeft(5));
  // A pending answer would set the time.
  await expect.poll(() => unanswered.size).toBe(0);
  let answer: () => void = () => undefined;
  // Nothing is answered at first, so the phone has only its own clock.
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/jtr-jwqs-app|uw-auth-center/, async (route) => {
    await asked;
    await route.continue();
  });
  await page.clock.setSystemTime(Date.now() + 3_600_000);
  await expect(page.getByText(seat.expiredTitle, { exact: true })).toBeVisible();
  // The next answer of the server sets the time.
  answer();
  await expect(page.getByRole('timer')).toHaveText(/^[45]\sminutes left$/);
  await traveller.press(seat.reserveSeats(1));
  await traveller.sees(seat.reservedTitle);
});

test('a seat that is no longer free is reported and deselected, and the map is loaded again', async ({
  page,
  request,
}) => {
  const { traveller, ticketIds } = await withTickets(page, request, 'kansai-wide-5day', 1);
  const { seat } = traveller.words;
  const { rival, rivalTicket } = await rivalOf(page, request);
  await traveller.open(mapAddress(ticketIds, 'haruka-44'));
  await openCar(page, 3);
  await seatOf(page, '3-2A').click();
  // The map is not read between the rival's tap and the traveller's.
  await page.route(/seatMap/, (route) => route.abort());
  const body = { departureId: `haruka-44@${DAY}`, from: KIX, to: 'kyoto', ticketIds: [rivalTicket] };
  const taken = await callAs(rival.page, seatHold, { body: { ...body, seats: ['3-2A'] } });
  expect(taken.code).toBe('OK');
  const trains = page.waitForResponse(/ticketTrainList/);
  const refused = page.waitForResponse(/seatHold/);
  await traveller.press(seat.continue);
  expect((await refused).status()).toBe(422);
  await page.unroute(/seatMap/);
  await trains;
  await expect(page.getByText(seat.lost('2A', 1))).toBeVisible();
  await expect(seatOf(page, '3-2A')).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByRole('button', { name: seat.continue, exact: true })).toBeDisabled();
  await rival.page.context().close();
});

test('if the train leaves during the choice or the confirmation, the screen offers another train', async ({
  page,
  request,
}) => {
  const { traveller, ticketIds } = await withTickets(page, request, 'kansai-wide-5day', 1);
  const { seat, errors } = traveller.words;
  const departed = { state: 'fail', code: 'SEAT-0004', msg: errors['SEAT-0004'], values: {}, data: null };
  for (const call of [/seatHold/, /seatSave/]) {
    await page.route(call, (route) => route.fulfill({ status: 422, json: departed }));
    await traveller.open(mapAddress(ticketIds, 'haruka-46'));
    await traveller.press(seat.pick(1));
    if (String(call) === '/seatSave/') await traveller.press(seat.reserveSeats(1));
    await expect(page.getByRole('alert')).toContainText(errors['SEAT-0004']);
    await traveller.look('train-gone');
    await traveller.press(seat.chooseOther);
    await traveller.sees(seat.chooseTrain);
    await page.unroute(call);
  }
  expect(traveller.faults).toEqual([]);
});

test('the list of trains and the seat map do not shift while they load', async ({ page, request }) => {
  const { traveller, ticketIds } = await withTickets(page, request, 'kansai-wide-5day', 1);
  await page.addInitScript(() => {
    const seen = { shifted: 0 };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if ('value' in entry && typeof entry.value === 'number') seen.shifted += entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
    Object.assign(window, { seen });
  });
  const trains = addressOf('train', { ticketIds: ticketIds.join(','), from: KIX, to: 'kyoto', date: DAY });
  for (const address of [trains, mapAddress(ticketIds, 'haruka-42')]) {
    await page.goto('about:blank');
    await page.goto(`/#${address}`);
    await traveller.settled();
    await expect(page.getByRole('contentinfo').or(page.getByRole('group')).first()).toBeVisible();
    const shifted = await page.evaluate<number>('window.seen.shifted');
    expect(shifted, address).toBeLessThan(0.02);
  }
});
