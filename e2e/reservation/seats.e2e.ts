// Further seat cases: groups, changes, rivals, expiry, Green cars, round trips, and trains after midnight.
import settings from '../../operators/kansai/operator.json' with { type: 'json' };
import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { theRules } from '@kippu/domain/rules';
import { seatHold } from '@kippu/contract/calls/traveller/seat-hold';
import { fillWords } from '@kippu/words/error-words';
import { epochToWall } from '@kippu/domain/time/service-day';
import { formatDate, formatDay } from '@kippu/web/i18n/format';
import { addressOf } from '@kippu/web/app/router/link-to';
import {
  DAY,
  KIX,
  mapAddress,
  openCar,
  rivalOf,
  seatOf,
  spoken,
  withTickets,
} from '../support/seat-steps.ts';
import { callAs } from '../support/transfer-calls.ts';

/** The operator's English name of a class of seats. */
const classWord = (of: string) => settings.classes.find((each) => each.class === of)?.words.en ?? '';

test('a group of three gets seats together, keeps them after a reload, and changes to another train', async ({
  page,
  request,
}) => {
  test.setTimeout(300_000);
  const { traveller, ticketIds } = await withTickets(page, request, 'kansai-wide-5day', 3);
  const { seat } = traveller.words;
  const { rival, rivalTicket } = await rivalOf(page, request);
  const heldSeats = page.getByText(/^Car \d+ · \d+[A-D]$/);
  let seats: string[] = [];

  await test.step('one tap chooses three seats in one row', async () => {
    await traveller.open(mapAddress(ticketIds, 'haruka-24'));
    await traveller.press(seat.pick(3));
    await traveller.sees(seat.confirmReserve);
    await expect(heldSeats).toHaveCount(3);
    seats = (await heldSeats.allTextContents()).map((text) => text.replace('Car ', '').replace(' · ', '-'));
    expect(new Set(seats.map((one) => one.slice(0, -1))).size).toBe(1);
    await traveller.look('group-confirm');
  });

  await test.step('a reload keeps the seats, which nobody else can choose', async () => {
    await page.reload();
    await expect(heldSeats).toHaveCount(3);
    await rival.open(mapAddress([rivalTicket], 'haruka-24'));
    await expect.poll(() => spoken(rival.page, seats[0] ?? '')).toContain(seat.taken);
  });

  await test.step('going back releases the seats', async () => {
    await page.goBack();
    await traveller.sees(seat.chooseSeats(3));
    await expect(seatOf(page, seats[0] ?? '')).toHaveAttribute('aria-pressed', 'true');
    await rival.page.reload();
    await expect.poll(() => spoken(rival.page, seats[0] ?? '')).toContain(seat.free);
  });

  await test.step('reserves the seats, and changes to seats on another train', async () => {
    await traveller.press(seat.continue);
    await traveller.press(seat.reserveSeats(3));
    await traveller.sees(seat.reservedTitle);
    await rival.page.reload();
    await expect.poll(() => spoken(rival.page, seats[0] ?? '')).toContain(seat.taken);
    await traveller.press(traveller.words.common.close);
    await traveller.sees(seat.title);
    await page.getByRole('link').filter({ hasText: 'HARUKA 24' }).click();
    await traveller.press(seat.change);
    await traveller.sees(seat.changeTrain);
    await page.getByRole('link').filter({ hasText: 'HARUKA 26' }).click();
    await openCar(page, 8);
    for (const letter of ['A', 'B', 'C']) await seatOf(page, `8-5${letter}`).click();
    await traveller.press(seat.continue);
    await traveller.sees(seat.confirmChange);
    await traveller.look('group-change-confirm');
    await traveller.press(seat.changeSeats(3));
    await traveller.sees(seat.changedTitle);
    await expect(page.getByText('5A, 5B, 5C', { exact: true })).toBeVisible();
  });

  await test.step('changes one of the three seats; the others stay chosen, and an unchanged choice cannot be continued', async () => {
    await traveller.press(traveller.words.common.close);
    await page.getByRole('link').filter({ hasText: 'HARUKA 26' }).click();
    await traveller.press(seat.change);
    await page.getByRole('link').filter({ hasText: 'HARUKA 26' }).click();
    await expect(page.getByText(seat.seatsOf(8, '5A, 5B and 5C', 3), { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: seat.continue, exact: true })).toBeDisabled();
    await traveller.look('group-change-one');
    await seatOf(page, '8-5C').click();
    await seatOf(page, '8-6A').click();
    await traveller.press(seat.continue);
    await traveller.press(seat.changeSeats(3));
    await traveller.sees(seat.changedTitle);
    await expect(page.getByText('5A, 5B, 6A', { exact: true })).toBeVisible();
  });

  await test.step('cancels one of the three seats, and keeps the others', async () => {
    await traveller.press(traveller.words.common.close);
    const group = page.getByRole('link').filter({ hasText: 'HARUKA 26' });
    await group.click();
    await traveller.press(seat.cancel);
    const question = page.getByRole('dialog');
    for (const place of ['5A', '5B']) await question.getByRole('checkbox', { name: place }).uncheck();
    await expect(question.getByRole('heading')).toHaveText(seat.cancelQuestion('6A', 1));
    await traveller.look('group-cancel-one');
    await traveller.press(seat.cancelSome(1));
    await traveller.sees(seat.cancelledTitle);
    await expect(page.getByText('6A', { exact: true })).toBeVisible();
    await expect(
      page.getByText(seat.stillReserved(seat.seatsOf(8, '5A and 5B', 2)), { exact: true }),
    ).toBeVisible();
    await traveller.follow(seat.toSeats);
    await expect(group).toContainText('5A, 5B');
  });

  await test.step('the former seats are free for others at once', async () => {
    await rival.page.reload();
    for (const one of seats) await expect.poll(() => spoken(rival.page, one)).toContain(seat.free);
  });

  await test.step('five minutes before departure nothing can be changed, and the screen says why', async () => {
    const tooLate = fillWords(traveller.words.errors['SEAT-0005'], {
      minutes: theRules().changeClosesMinutes,
    });
    const soon = (minutes: number) => epochToWall(Date.now() + minutes * 60_000);
    await page.route(/loadReserveDetail/, async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { data: object };
      const times = { departAt: soon(4), arriveAt: soon(90), changeableUntil: soon(-1) };
      await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, ...times } } });
    });
    await page.goto('/#/');
    await page
      .getByRole('article', { name: traveller.words.ticket.nextTrain })
      .getByRole('link')
      .first()
      .click();
    // The phone considers its last data valid for some seconds.
    await expect(async () => {
      await page.reload();
      await expect(page.getByRole('button', { name: seat.change, exact: true })).toBeDisabled({
        timeout: 3000,
      });
    }).toPass({ timeout: 60_000 });
    await expect(page.getByRole('button', { name: seat.cancel, exact: true })).toBeDisabled();
    await expect(page.getByText(tooLate, { exact: true })).toBeVisible();
    await traveller.look('too-late-to-change');
  });
  expect([...traveller.faults, ...rival.faults]).toEqual([]);
  await rival.page.context().close();
});

test('a seat that another traveller takes is reported and deselected, and a hold expires', async ({
  page,
  request,
}) => {
  test.setTimeout(300_000);
  // Set at the start, because the screens compare times, and times before and after a clock change do not compare.
  await page.clock.install();
  const { traveller, ticketIds } = await withTickets(page, request, 'kansai-wide-5day', 2);
  const { seat } = traveller.words;
  const { rival, rivalTicket } = await rivalOf(page, request);

  await test.step('a message names the lost seat, and the other one stays chosen', async () => {
    await traveller.open(mapAddress(ticketIds, 'haruka-28'));
    await openCar(page, 4);
    await seatOf(page, '4-6A').click();
    await seatOf(page, '4-6B').click();
    const body = { departureId: `haruka-28@${DAY}`, from: KIX, to: 'kyoto', ticketIds: [rivalTicket] };
    const taken = await callAs(rival.page, seatHold, { body: { ...body, seats: ['4-6B'] } });
    expect(taken.code).toBe('OK');
    await expect(page.getByText(`${seat.lost('6B', 1)} ${seat.stillYours('6A', 1)}`)).toBeVisible();
    await expect(seatOf(page, '4-6A')).toHaveAttribute('aria-pressed', 'true');
    await expect(seatOf(page, '4-6B')).toHaveAttribute('aria-disabled', 'true');
    await traveller.look('seat-lost');
    await seatOf(page, '4-6C').click();
  });

  await test.step('the countdown ends, and with it the hold', async () => {
    await traveller.press(seat.continue);
    await traveller.sees(seat.confirmReserve);
    // An answer that is still on its way would set the clock back again.
    await page.reload({ waitUntil: 'networkidle' });
    await expect(page.getByRole('timer')).toHaveText(seat.timeLeft(5));
    // Without answers the phone has only its own clock, as after sleep.
    await page.context().setOffline(true);
    await page.clock.fastForward('04:10');
    await expect(page.getByRole('timer')).toHaveText(seat.timeLeft(1));
    await page.clock.fastForward('00:55');
    await expect(page.getByText(seat.expiredTitle, { exact: true })).toBeVisible();
    await traveller.look('hold-over');
    await traveller.press(seat.chooseAgain);
    await traveller.sees(seat.chooseSeats(2));
    await page.context().setOffline(false);
  });
  expect(traveller.faults).toEqual([]);
  await rival.page.context().close();
});

test('a Green seat on a train after midnight is in the calendar at the right time', async ({
  page,
  request,
}) => {
  const { traveller, ticketIds } = await withTickets(page, request, 'kansai-wide-5day', 1);
  const { seat } = traveller.words;
  await traveller.open(
    addressOf('train', { ticketIds: ticketIds.join(','), from: KIX, to: 'kyoto', date: DAY }),
  );
  // The timetable shows 24:10 of the day before. The traveller's calendar does not.
  const first = page.getByRole('link').filter({ hasText: '00:10' });
  await expect(first).toContainText('HARUKA 62');
  await expect(first).toContainText(classWord('green'));
  const stops = page.getByRole('button', { name: `HARUKA 62 ${seat.stopsBetween(3)}` });
  await expect(stops).toHaveAttribute('aria-expanded', 'false');
  await stops.click();
  await expect(page.getByRole('listitem').filter({ hasText: /^00:44 ?00:46Tennoji$/ })).toBeVisible();
  await traveller.look('stops');
  await page.getByRole('combobox', { name: seat.leaving }).selectOption('18:00');
  await expect(first).toBeHidden();
  await page.getByRole('combobox', { name: seat.leaving }).selectOption('');
  await first.click();
  await openCar(page, 1);
  await expect(page.getByText(seat.towards('Kyoto'), { exact: true })).toBeVisible();
  await traveller.look('green-car');
  await seatOf(page, '1-4C').click();
  await traveller.press(seat.continue);
  await expect(page.getByText(formatDate(DAY, 'en'), { exact: true })).toBeVisible();
  await expect(page.getByText(`${classWord('green')} · ${seat.window}`, { exact: true })).toBeVisible();
  await traveller.press(seat.reserveSeats(1));
  await traveller.sees(seat.reservedTitle);
  await expect(page.getByText(formatDay(DAY, 'en'), { exact: true })).toBeVisible();
  await expect(page.getByText('4C', { exact: true })).toBeVisible();
  await expect(page.getByText(`${seat.carWord} · ${classWord('green')}`, { exact: true })).toBeVisible();
  await traveller.look('green-reserved');

  const download = page.waitForEvent('download');
  await traveller.press(seat.addToCalendar);
  const file = await readFile(await (await download).path(), 'utf8');
  const day = DAY.replaceAll('-', '');
  expect(file).toContain(`DTSTART;TZID=Asia/Tokyo:${day}T001000\r\n`);
  expect(file).toContain(`DTEND;TZID=Asia/Tokyo:${day}T013000\r\n`);
  expect(file).toContain('Car 1');
  expect(traveller.faults).toEqual([]);
});

test('a round trip reserves the outward train, then the return train', async ({ page, request }) => {
  const { traveller, ticketIds } = await withTickets(page, request, 'haruka-round-kyoto', 1);
  const { seat, common } = traveller.words;
  const reserve = async (trip: string) => {
    await page.getByRole('link').filter({ hasText: trip }).click();
    await traveller.press(seat.pick(1));
    await traveller.press(seat.reserveSeats(1));
    await traveller.sees(seat.reservedTitle);
  };
  await traveller.open(
    addressOf('train', { ticketIds: ticketIds.join(','), from: KIX, to: 'kyoto', date: DAY }),
  );
  await reserve('HARUKA 14');
  await traveller.look('way-back-offered');
  await traveller.follow(seat.reserveBack);
  await traveller.sees(seat.chooseTrain);
  const stops = page.getByRole('button', { name: `HARUKA 51 ${seat.onPlatform('30')}` });
  await expect(stops).toBeVisible();
  await reserve('HARUKA 51');
  await expect(page.getByRole('link', { name: seat.reserveBack, exact: true })).toHaveCount(0);
  await traveller.press(common.close);
  await expect(page.getByRole('link').filter({ hasText: 'HARUKA' })).toHaveCount(2);
  await traveller.look('both-ways');
  await page.getByRole('link').filter({ hasText: 'HARUKA 14' }).click();
  const other = page.getByRole('link', { name: /^Also reserved: Kyoto to Kansai-Airport/ });
  await expect(other).toBeVisible();
  await traveller.look('reservation-and-way-back');
  await other.click();
  await expect(page.getByRole('heading', { level: 2, name: 'HARUKA 51' })).toBeVisible();
  expect(traveller.faults).toEqual([]);
});

test('a result page of an unknown reservation shows an error', async ({ page, request }) => {
  const { traveller } = await withTickets(page, request, 'kansai-wide-5day', 0);
  const { seat, errors } = traveller.words;
  for (const name of ['reserveResult', 'reservation', 'cancelResult'] as const) {
    await traveller.open(addressOf(name, { reservationId: 'nothing' }));
    await expect(page.getByText(errors['SEAT-0001'])).toBeVisible();
    await traveller.sees(seat.reservation);
  }
});
