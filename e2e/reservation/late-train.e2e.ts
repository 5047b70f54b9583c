// A traveller's reserved train is late, changes its platform, is cancelled and runs again: what the screens say, as the desk says it.
import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { reserveList } from '@kippu/contract/calls/traveller/seat';
import { addressOf } from '@kippu/web/app/router/link-to';
import { trainAtDesk } from '../support/desk/change-train.ts';
import { test } from '../support/server/own-server.ts';
import { callAs, reserveSeat, ticketInUse } from '../support/transfer-calls.ts';
import { walkedIn } from '../support/walked-in.ts';
import { showIn } from '../support/movement-ends.ts';
import { Traveller } from '../support/traveller.ts';

/** Looks at the screen on the smallest phone in dark, and on a usual one. */
async function looks(traveller: Traveller, page: Page, name: string) {
  for (const [width, height, colorScheme] of [
    [320, 568, 'dark'],
    [360, 740, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height });
    await showIn(page, colorScheme);
    await traveller.look(`${name}-${width}`);
  }
}

for (const language of walkedIn('en', 'ja'))
  test(`a late train, another platform, no train, the train again, in ${language}`, async ({
    page,
    request,
    server,
  }) => {
    const traveller = await Traveller.with(page, language);
    await traveller.register(request, `late-${randomUUID()}@example.com`);
    await reserveSeat(page, await ticketInUse(page, request, 'kansai-pass-2day'), server.now());
    const { data } = await callAs(page, reserveList, { query: { tab: 'upcoming' } });
    const [reservation] = data.items;
    if (!reservation) throw new Error('nothing is reserved');
    const { departureId, reservationId, from, seats } = reservation;
    const ticketId = seats[0]?.ticketId ?? '';
    const change = await trainAtDesk(request, departureId);
    const { seat: words } = traveller.words;
    /** Opens the reservation until it says so: the reservations of a train follow it within seconds. */
    const shows = (text: string) =>
      expect(async () => {
        await page.goto('about:blank');
        await traveller.open(`/packages/haruka/reservation?reservationId=${reservationId}`);
        await traveller.settled();
        await expect(page.getByText(text)).toBeVisible({ timeout: 1_000 });
      }).toPass();

    await change({
      late: { from: from.stationId, minutes: 25 },
      platforms: [{ stop: from.stationId, platform: '9' }],
      words: { ja: '強風のため、速度を落として運転しています。', en: 'Strong wind: trains run more slowly.' },
    });
    await page.goto('about:blank');
    await traveller.open('/');
    const late = page.getByText(words.live.late(25));
    // The next train above, and the card of its ticket.
    await expect(late).toHaveCount(2);
    await looks(traveller, page, 'home-late');
    for (const screen of ['code', 'detail'] as const) {
      await traveller.open(addressOf(screen, { ticketId }));
      await expect(late).toBeVisible();
      await looks(traveller, page, `${screen}-late`);
    }
    await traveller.open('/');
    await page
      .getByRole('article', { name: traveller.words.ticket.nextTrain })
      .getByRole('link')
      .first()
      .click();
    await expect(late).toBeVisible();
    await expect(page.getByText('9', { exact: true })).toBeVisible();
    await looks(traveller, page, 'reservation-late');

    await change({ late: null, platforms: null, words: null, runs: false });
    await shows(words.disrupted.cancelled);
    await looks(traveller, page, 'reservation-no-train');

    await change({ runs: null });
    await shows(words.disrupted.restored);
    await expect(page.getByText(words.disrupted.cancelled)).toHaveCount(0);
    expect(traveller.faults).toEqual([]);
  });
