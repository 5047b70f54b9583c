// The day of a party's train: the first screen and the reservation offer what the party needs next, until it is on board.
import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { reserveList, seatSave } from '@kippu/contract/calls/traveller/seat';
import { seatHold } from '@kippu/contract/calls/traveller/seat-hold';
import { ticketTrainList } from '@kippu/contract/calls/traveller/train';
import { addDays, dateAt, wallToEpoch } from '@kippu/domain/time/service-day';
import { addressOf } from '@kippu/web/app/router/link-to';
import { test } from '../support/server/own-server.ts';
import { boundTicket, callAs } from '../support/transfer-calls.ts';
import { showIn } from '../support/movement-ends.ts';
import { Traveller } from '../support/traveller.ts';
import { walkedIn } from '../support/walked-in.ts';

const MINUTE = 60_000;
const STRETCH = { from: 'kansai-airport', to: 'kyoto' };

for (const language of walkedIn('en', 'ja'))
  test(`three tickets come into use together, show their codes and are on board, in ${language}`, async ({
    page,
    request,
    server,
  }) => {
    const traveller = await Traveller.with(page, language);
    const email = `day-${randomUUID()}@example.com`;
    await traveller.register(request, email);
    const ticketIds: string[] = [];
    while (ticketIds.length < 3) ticketIds.push(await boundTicket(page, request, 'kansai-pass-2day'));
    const query = { ...STRETCH, ticketIds: ticketIds.join(','), date: addDays(dateAt(server.now()), 1) };
    const { data: trains } = await callAs(page, ticketTrainList, { query });
    const train = trains.find(({ selectable, departAt }) => selectable && departAt.slice(11) > '10:00:00');
    if (!train) throw new Error('no train has seats');
    const body = {
      ...STRETCH,
      departureId: train.departureId,
      ticketIds,
      auto: { prefer: 'window' as const },
    };
    const { data: held } = await callAs(page, seatHold, { body });
    const saved = await callAs(page, seatSave, { body: { holdId: held.holdId } });
    expect(saved.code).toBe('OK');
    const { code, ticket, travel, seat } = traveller.words;
    const hero = (name: string) => page.getByRole('article', { name, exact: true });
    const until = (time: string, minutes: number) =>
      server.moveOn(wallToEpoch(time) + minutes * MINUTE - server.now());

    await test.step('the day before, nothing is to do', async () => {
      await page.reload();
      await expect(
        hero(ticket.nextTrain).getByRole('link', { name: ticket.openReservation, exact: true }),
      ).toBeVisible();
    });

    await test.step('half an hour before it leaves, all three come into use by one question', async () => {
      await until(train.departAt, -30);
      await page.reload();
      await traveller.logIn(email);
      await expect(hero(ticket.nextTrain).getByText(travel.notInUse(3))).toBeVisible();
      await traveller.look('not-in-use');
      const { data } = await callAs(page, reserveList, { query: { tab: 'upcoming' } });
      const { reservationId = '' } = data.items[0] ?? {};
      await traveller.open(addressOf('reservation', { reservationId }));
      await expect(page.getByText(travel.notInUse(3))).toBeVisible();
      await expect(page.getByRole('button', { name: seat.change, exact: true })).toBeVisible();
      await traveller.look('reservation-not-in-use');
      await page.setViewportSize({ width: 320, height: 568 });
      await showIn(page, 'dark');
      await traveller.look('reservation-small');
      await traveller.press(travel.putIntoUse(3));
      await expect(page.getByRole('dialog')).toContainText(travel.question(3));
      await traveller.look('use-question');
      await page
        .getByRole('dialog')
        .getByRole('button', { name: travel.putIntoUse(3), exact: true })
        .click();
      await expect(page.getByRole('link', { name: ticket.showCode, exact: true })).toBeVisible();
    });

    await test.step('the deck has the three codes', async () => {
      await traveller.open('/');
      await hero(ticket.nextTrain).getByRole('link', { name: ticket.showCode, exact: true }).click();
      await expect(page.getByRole('img', { name: ticket.codeAlt })).toBeVisible();
      // Which one is open depends on the list's order.
      const place = new RegExp([1, 2, 3].map((at) => code.place(at, 3)).join('|'));
      await expect(page.getByText(place).first()).toBeAttached();
    });

    await test.step('on the way, the train stays until it arrives', async () => {
      await until(train.departAt, 2);
      await traveller.open('/');
      await page.reload();
      await expect(hero(travel.onBoard)).toBeVisible();
      await traveller.look('on-board');
      await until(train.arriveAt, 1);
      await page.reload();
      await expect(page.getByText(ticket.yourTickets, { exact: true })).toBeVisible();
      await traveller.settled();
      await expect(hero(travel.onBoard)).toHaveCount(0);
    });
    expect(traveller.faults).toEqual([]);
  });
