// Other people's ids in every address that takes one: each is refused politely with a link on, and no answer contains
// their data.
import { randomUUID } from 'node:crypto';
import { expect, test, type Page } from '@playwright/test';
import { reserveList } from '@kippu/contract/calls/traveller/seat';
import { CHECKLIST } from '@kippu/contract/values';
import { start, ticketLoad } from '@kippu/contract/calls/traveller/ticket';
import { addDays, dateAt } from '@kippu/domain/time/service-day';
import { addressOf, type RouteName } from '@kippu/web/app/router/link-to';
import { boundTicket, callAs, reserveSeat, ticketInUse } from '../support/transfer-calls.ts';
import { Traveller } from '../support/traveller.ts';

// If Playwright blocks service workers, registration returns nothing, which no browser does. That causes a page error.
test.use({ serviceWorkers: 'allow' });

const newEmail = () => `else-${randomUUID()}@example.com`;

interface SeenAnswer {
  readonly path: string;
  readonly status: number;
  readonly text: string;
}

/** Collects every answer to a call with one of the ids from now on, also one for which the screen no longer waits. */
async function answersNaming(page: Page, ids: readonly string[]): Promise<SeenAnswer[]> {
  const answers: SeenAnswer[] = [];
  await page.route(/\/jtr-jwqs-app\/guest\//, async (route) => {
    const asked = `${route.request().url()} ${route.request().postData() ?? ''}`;
    if (!ids.some((id) => asked.includes(id))) return route.continue();
    const answer = await route.fetch();
    const path = new URL(answer.url()).pathname;
    answers.push({ path, status: answer.status(), text: await answer.text() });
    return route.fulfill({ response: answer });
  });
  return answers;
}

test("an address with another person's id shows a refusal with a link, and no data of that person", async ({
  page,
  browser,
  request,
}) => {
  test.setTimeout(240_000);
  const context = await browser.newContext();
  const owner = await Traveller.with(await context.newPage(), 'en');
  const ownersEmail = newEmail();
  await owner.register(request, ownersEmail);
  const ticketId = await ticketInUse(owner.page, request, 'kansai-pass-2day');
  const voucher = await boundTicket(owner.page, request, 'keihan-voucher');
  const seat = await reserveSeat(owner.page, ticketId);
  const passage = { ticketId, stationId: 'kyoto', direction: 'in', method: 'manual' } as const;
  const { data: entry } = await callAs(owner.page, start, {
    query: passage,
    body: { checked: [...CHECKLIST] },
  });
  const { data: seats } = await callAs(owner.page, reserveList, { query: { tab: 'upcoming' } });
  const reservationId = seats.items[0]?.reservationId ?? '';
  const departureId = seats.items[0]?.departureId ?? '';
  const { data: ticket } = await callAs(owner.page, ticketLoad, { query: { ticketId } });
  const { data: bought } = await callAs(owner.page, ticketLoad, { query: { ticketId: voucher } });
  const theirs = [ticket, bought].flatMap((each) => [each.ticketNo, each.voucherNo, each.orderId]);
  const secrets = [ownersEmail, seat, ...theirs];
  await context.close();

  const traveller = await Traveller.with(page, 'en');
  await traveller.register(request, newEmail());
  const { errors, notice } = traveller.words;
  const noticeId = randomUUID();
  const { recordId } = entry;
  const answers = await answersNaming(page, [ticketId, voucher, reservationId, recordId, noticeId]);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (line) => {
    // The browser logs a line for each 404. Any other line would be the app's.
    const own = /the server responded with a status of 404/.test(line.text());
    if (line.type() === 'error' && !own) complaints.push(line.text());
  });
  const ride = { from: 'kansai-airport', to: 'kyoto', date: addDays(dateAt(Date.now()), 1) };
  const noTicket = errors['TKT-0001'];
  const noSeat = errors['SEAT-0001'];
  const places: readonly (readonly [RouteName, string, string])[] = [
    ['detail', addressOf('detail', { ticketId }), noTicket],
    ['code', addressOf('code', { ticketId }), noTicket],
    ['transfer', addressOf('transfer', { ticketId }), noTicket],
    ['voucherDetail', addressOf('voucherDetail', { ticketId: voucher }), noTicket],
    ['useAgeHistory', addressOf('useAgeHistory', { ticketId }), noTicket],
    ['outInSite', addressOf('outInSite', { ticketId, direction: 'in' }), noTicket],
    ['outInSite', addressOf('outInSite', { ticketId, direction: 'out' }), noTicket],
    ['mpmTap', addressOf('mpmTap', { recordId, ticketId }), noTicket],
    ['addResult', addressOf('addResult', { ticketIds: ticketId }), noTicket],
    ['train', addressOf('train', { ticketIds: ticketId, ...ride }), noTicket],
    ['chooseSeat', addressOf('chooseSeat', { ticketIds: ticketId, departureId, ...ride }), noTicket],
    ['train', addressOf('train', { ticketIds: ticketId, ...ride, change: reservationId }), noSeat],
    ['reservation', addressOf('reservation', { reservationId }), noSeat],
    ['reserveResult', addressOf('reserveResult', { reservationId }), noSeat],
    ['cancelResult', addressOf('cancelResult', { reservationId }), noSeat],
    ['notice', addressOf('notice', { noticeId }), notice.goneText],
  ];
  for (const [name, address, said] of places)
    await test.step(address, async () => {
      await traveller.open(address);
      await traveller.settled();
      await expect(page.getByRole('main').getByText(said).first()).toBeVisible();
      await traveller.look(`else-${name}`);
      const shown = await page.locator('body').innerText();
      for (const secret of secrets) expect(shown).not.toContain(secret);
      await expect(page.getByRole('main').locator('a:visible, button:visible').first()).toBeVisible();
    });
  // Each screen asked the server, and received no more than for an unknown id.
  expect(answers.length).toBeGreaterThanOrEqual(places.length - 1);
  for (const { path, status, text } of answers) {
    expect(`${path} ${status}`).toBe(`${path} 404`);
    for (const secret of secrets) expect(text).not.toContain(secret);
  }
  expect(complaints).toEqual([]);
  expect(traveller.faults).toEqual([]);
});
