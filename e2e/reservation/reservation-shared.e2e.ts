// A reservation is shared with a friend in the traveller's language, and is shown offline.
import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { reserveList } from '@kippu/contract/calls/traveller/seat';
import { nameIn } from '@kippu/contract/names';
import { splitSeat } from '@kippu/domain/reservation/seat-name';
import { formatDay, formatTime } from '@kippu/web/i18n/format';
import { addressOf } from '@kippu/web/app/router/link-to';
import { boundTicket, callAs, reserveSeat } from '../support/transfer-calls.ts';
import { Traveller } from '../support/traveller.ts';
import { walkedIn } from '../support/walked-in.ts';

test.use({ serviceWorkers: 'allow' });

for (const language of walkedIn('en', 'ja', 'zh-TW'))
  test(`a reservation is shared, copied and opened offline, in ${language}`, async ({ page, request }) => {
    const traveller = await Traveller.with(page, language);
    const { seat, ticket } = traveller.words;
    await traveller.register(request, `kept-${randomUUID()}@example.com`);
    await reserveSeat(page, await boundTicket(page, request, 'haruka-kix-kyoto'));
    const { data } = await callAs(page, reserveList, { query: { tab: 'upcoming' } });
    const [booked] = data.items;
    if (!booked) throw new Error('nothing was reserved');
    const place = splitSeat(booked.seats[0]?.seatInfo ?? '');
    if (!place) throw new Error('no seat was reserved');
    const address = addressOf('reservation', { reservationId: booked.reservationId });
    const parts = [
      seat.train(nameIn(booked, 'trainName', language), booked.trainNo),
      formatDay(booked.departAt, language),
      ...[booked.from, booked.to].map((station) => nameIn(station, 'stationName', language)),
      ...[booked.departAt, booked.arriveAt].map(formatTime),
      seat.car(Number(place.car)),
      place.seat,
    ];

    await test.step('the phone’s share sheet receives the whole trip as text', async () => {
      await page.addInitScript(() => {
        const share = (sent: ShareData) => {
          sessionStorage.setItem('shared', sent.text ?? '');
          return Promise.resolve();
        };
        Object.defineProperty(navigator, 'share', { value: share, configurable: true });
      });
      await traveller.open(address);
      await page.reload();
      await traveller.press(seat.share);
      const shared = await page.evaluate(() => sessionStorage.getItem('shared') ?? '');
      for (const part of parts) expect(shared).toContain(part);
    });

    await test.step('without a share sheet the same text is copied, and a message says so', async () => {
      await page.addInitScript(() => {
        Reflect.deleteProperty(navigator, 'share');
        Reflect.deleteProperty(Navigator.prototype, 'share');
      });
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.reload();
      await traveller.press(seat.share);
      await expect(page.getByText(ticket.copied, { exact: true })).toBeVisible();
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      for (const part of parts) expect(copied).toContain(part);
    });

    await test.step('an offline start shows the whole reservation', async () => {
      await page.evaluate(async () => {
        await navigator.serviceWorker.ready;
      });
      await page.reload();
      await traveller.settled();
      const { origin } = new URL(page.url());
      await page.context().setOffline(true);
      await page.close();
      const cold = await page.context().newPage();
      await cold.goto(`${origin}/#${address}`);
      await expect(cold.getByRole('heading', { level: 1, name: seat.reservation })).toBeVisible();
      for (const text of [parts[0] ?? '', place.seat])
        await expect(cold.getByText(text, { exact: true }).first()).toBeVisible();
      await expect(cold.getByText(formatTime(booked.departAt)).first()).toBeVisible();
    });
  });
