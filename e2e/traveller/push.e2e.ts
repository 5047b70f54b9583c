// A traveller is notified of their train on the phone: asked after a reservation, messages shown by the service worker, taps, and the end of it.
import { randomUUID } from 'node:crypto';
import { expect, test, type Page } from '@playwright/test';
import { readPush } from '@kippu/contract/calls/traveller/push';
import { reserveList } from '@kippu/contract/calls/traveller/seat';
import { addressOf } from '@kippu/web/app/router/link-to';
import { newAccount } from '../support/new-account.ts';
import { NOTIFYING, PushedPhone, withPushPhone } from './push-phone.ts';
import { mapAddress } from '../support/seat-steps.ts';
import { boundTicket, callAs, reserveSeat, ticketInUse } from '../support/transfer-calls.ts';
import { showIn } from '../support/movement-ends.ts';
import { Traveller } from '../support/traveller.ts';
import { walkedIn } from '../support/walked-in.ts';

test.use(NOTIFYING);

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

const endpoint = () => `https://fcm.googleapis.com/fcm/send/${randomUUID()}`;

for (const language of walkedIn('en', 'ja'))
  test(`asked once after a reservation, and the topics are chosen, in ${language}`, async ({
    page,
    request,
  }) => {
    await withPushPhone(page, { endpoint: endpoint() });
    const traveller = await Traveller.with(page, language);
    const { push: words, seat, account } = traveller.words;
    await traveller.register(request, `push-${randomUUID()}@example.com`);
    const ticketId = await boundTicket(page, request, 'kansai-wide-5day');
    await traveller.open(mapAddress([ticketId], 'haruka-22'));
    await traveller.settled();
    await traveller.press(seat.pick(1));
    await traveller.sees(seat.confirmReserve);
    await traveller.press(seat.reserveSeats(1));
    await traveller.sees(seat.reservedTitle);
    await expect(page.getByText(words.cardTitle)).toBeVisible();
    await looks(traveller, page, 'push-card');
    await PushedPhone.of(page);
    await traveller.press(words.cardYes);
    await expect(page.getByText(words.cardOn)).toBeVisible();
    await looks(traveller, page, 'push-card-on');
    await traveller.follow(words.toSettings);
    await traveller.sees(words.title);
    await page.getByRole('checkbox', { name: words.topic.passage.name }).check();
    await page.getByRole('checkbox', { name: words.quietOn }).check();
    await looks(traveller, page, 'push-settings');
    await traveller.press(account.save);
    await expect
      .poll(async () => (await callAs(page, readPush, {})).data.on)
      .toEqual({
        topics: ['departure', 'change', 'passage'],
        quiet: { from: '22:00', to: '07:00' },
        language,
      });
    expect(traveller.faults).toEqual([]);
  });

test('messages are shown, lead to the reservation, and end with the logout', async ({ page, request }) => {
  await withPushPhone(page, { endpoint: endpoint() });
  const traveller = await Traveller.with(page, 'en');
  const { push: words, seat, account } = traveller.words;
  const email = `push-${randomUUID()}@example.com`;
  await traveller.register(request, email);
  await reserveSeat(page, await ticketInUse(page, request, 'kansai-pass-2day'), Date.now());
  const { data } = await callAs(page, reserveList, { query: { tab: 'upcoming' } });
  const reservationId = data.items[0]?.reservationId ?? '';
  await traveller.open('/packages/account/push');
  const phone = await PushedPhone.of(page);
  await traveller.press(words.turnOn);
  await expect(page.getByText(words.topics)).toBeVisible();

  const message = {
    title: 'HARUKA 22',
    body: '25 min',
    tag: reservationId,
    path: addressOf('reservation', { reservationId }),
    at: Date.now(),
  };
  await phone.push(message);
  const shown = () => phone.shown();
  await expect.poll(shown).toEqual([{ title: 'HARUKA 22', body: '25 min', lang: 'en' }]);
  // A newer message about the same train takes its place.
  await phone.push({ ...message, body: '40 min' });
  await expect.poll(shown).toEqual([{ title: 'HARUKA 22', body: '40 min', lang: 'en' }]);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await phone.tap('HARUKA 22');
  await traveller.sees(seat.reservation);
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  await expect.poll(shown).toEqual([]);

  // What cannot be read is shown in general words.
  await phone.push('{"title');
  await expect.poll(async () => (await shown()).map(({ body }) => body)).toEqual([words.general]);

  // A reservation that is no longer there: the screen says so, and what to do next.
  await phone.push({
    ...message,
    title: 'Gone',
    tag: 'gone',
    path: addressOf('reservation', { reservationId: 'gone' }),
  });
  await expect.poll(async () => (await shown()).length).toBe(2);
  await phone.tap('Gone');
  await expect(page.getByRole('link', { name: seat.toSeats, exact: true })).toBeVisible();
  await traveller.look('push-gone');

  // A session that has ended meanwhile: login comes first, then the reservation.
  await page.evaluate(() => localStorage.removeItem('kippu.session'));
  await page.reload();
  await phone.push(message);
  await expect.poll(async () => (await shown()).length).toBe(2);
  await phone.tap('HARUKA 22');
  await expect(page).toHaveURL((url) => url.hash.includes(reservationId));
  await traveller.sees(account.loginTitle);
  await traveller.logIn(email);
  await traveller.sees(seat.reservation);
  await expect(page).toHaveURL((url) => url.hash.includes(reservationId));

  // The logout ends it on the phone and at the server, with the messages that are shown.
  await traveller.open('/packages/account/index');
  await traveller.press(account.logOut);
  await page.getByRole('dialog').getByRole('button', { name: account.logOut, exact: true }).click();
  await expect.poll(shown).toEqual([]);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('e2e.push'))).toBeNull();
  await traveller.open('/packages/account/push');
  await traveller.sees(account.loginTitle);
  await traveller.logIn(email);
  await traveller.sees(words.title);
  await expect(page.getByText(words.offTitle)).toBeVisible();
  await traveller.look('push-off');
  expect(traveller.faults).toEqual([]);
});

test('another account on the phone ends the subscription of the first', async ({ page, request }) => {
  await withPushPhone(page, { endpoint: endpoint() });
  const traveller = await Traveller.with(page, 'en');
  const { push: words, ticket } = traveller.words;
  await traveller.register(request, `push-${randomUUID()}@example.com`);
  await traveller.open('/packages/account/push');
  await PushedPhone.of(page);
  await traveller.press(words.turnOn);
  await expect(page.getByText(words.topics)).toBeVisible();
  const other = await newAccount(request, `push-${randomUUID()}@example.com`, 'en');
  await page.evaluate((kept) => localStorage.setItem('kippu.session', kept), JSON.stringify(other));
  await page.reload();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('e2e.push'))).toBeNull();
  await traveller.open('/');
  await expect(page.getByText(ticket.yourTickets, { exact: true })).toBeVisible();
  await traveller.open('/packages/account/push');
  await expect(page.getByText(words.offTitle)).toBeVisible();
});
