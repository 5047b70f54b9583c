// A phone whose clock is wrong, in its own time zone: its code opens a gate, and it shows Japan's time.
import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { epochToWall } from '@kippu/domain/time/service-day';
import { addressOf, PATHS } from '@kippu/web/app/router/link-to';
import { judge, readCode } from '../support/gate/read-code.ts';
import { DAY, KIX, withTickets } from '../support/seat-steps.ts';
import { codeOf, showPass } from '../support/gate/shown-code.ts';
import { Traveller } from '../support/traveller.ts';

test.use({ serviceWorkers: 'allow' });

const HOUR = 3_600_000;

for (const [name, off] of [
  ['ahead', HOUR],
  ['behind', -HOUR],
] as const)
  test(`a phone whose clock is an hour ${name} shows a valid code and Japan's time`, async ({
    page,
    context,
    request,
  }) => {
    await page.clock.install({ time: Date.now() + off });
    const traveller = await Traveller.with(page, 'en');
    await traveller.register(request, `clock-${randomUUID()}@example.com`);
    await showPass(traveller, request);
    expect(judge(await readCode(codeOf(traveller)), 'in')).toMatchObject({ ok: true });
    await expect(page.getByText(traveller.words.code.states.clockWrong(60))).toBeVisible();
    await traveller.look(`clock-${name}`);
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    await context.setOffline(true);
    await page.reload();
    await expect(codeOf(traveller)).toBeVisible();
    expect(judge(await readCode(codeOf(traveller)), 'in')).toMatchObject({ ok: true });
    await traveller.open(PATHS.tickets);
    // At the turn of a minute the screen follows a moment later.
    await expect(async () => {
      const shown = await page.getByText(/\d\d:\d\d, Japan time/).innerText();
      expect(shown.slice(0, 5)).toBe(epochToWall(Date.now()).slice(11, 16));
    }).toPass();
    expect(traveller.faults).toEqual([]);
  });

test('a phone whose clock is three days ahead finds trains, holds a seat for five minutes, reserves, changes and cancels', async ({
  page,
  request,
}) => {
  test.setTimeout(240_000);
  // By this phone's clock every train of the day has left.
  await page.clock.install({ time: Date.now() + 72 * HOUR });
  const { traveller, ticketIds } = await withTickets(page, request, 'kansai-wide-5day', 1);
  const { seat, common } = traveller.words;
  const train = (no: number) => page.getByRole('link').filter({ hasText: `HARUKA ${no}` });
  const held = () => expect(page.getByRole('timer')).toHaveText(seat.timeLeft(5));
  const journey = { ticketIds: ticketIds.join(','), from: KIX, to: 'kyoto', date: DAY };
  await traveller.open(addressOf('train', journey));
  await train(14).click();
  await traveller.press(seat.pick(1));
  await held();
  await traveller.press(seat.reserveSeats(1));
  await traveller.sees(seat.reservedTitle);
  await traveller.press(common.close);
  await traveller.sees(seat.title);

  await train(14).click();
  await traveller.press(seat.change);
  await traveller.sees(seat.changeTrain);
  await train(16).click();
  await traveller.press(seat.pick(1));
  await held();
  await traveller.press(seat.changeSeats(1));
  await traveller.sees(seat.changedTitle);
  await traveller.open(PATHS.tickets);
  await expect(page.getByRole('article', { name: traveller.words.ticket.nextTrain })).toContainText(
    'HARUKA 16',
  );

  await train(16).click();
  await traveller.press(seat.cancel);
  await traveller.press(seat.cancelYes);
  await traveller.sees(seat.cancelledTitle);
  expect(traveller.faults).toEqual([]);
});
