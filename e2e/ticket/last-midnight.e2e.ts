// A ticket's last midnight in Tokyo, on phones set to New York. From that second an open list and an open code are
// valid for the exit only, for four hours, and the screen shows this.
import { randomUUID } from 'node:crypto';
import { expect, type APIRequestContext, type Browser, type Page } from '@playwright/test';
import { ticketLoad } from '@kippu/contract/calls/traveller/ticket';
import { addDays, dateAt, startOfDay } from '@kippu/domain/time/service-day';
import { addressOf, PATHS } from '@kippu/web/app/router/link-to';
import { test, type OwnServer } from '../support/server/own-server.ts';
import { codeOf, showCode } from '../support/gate/shown-code.ts';
import { callAs, ticketInUse } from '../support/transfer-calls.ts';
import { Traveller } from '../support/traveller.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Moves the server to half an hour before a midnight in Tokyo. Returns that midnight in epoch milliseconds. */
async function lateEvening(server: OwnServer): Promise<number> {
  const tomorrow = addDays(dateAt(server.now()), 1);
  const first = startOfDay(tomorrow);
  const midnight = first - server.now() > 30 * MINUTE ? first : startOfDay(addDays(tomorrow, 1));
  await server.moveOn(midnight - 30 * MINUTE - server.now());
  return midnight;
}

/** Registers on a phone with the server's time, with a ticket in use. */
async function buy(page: Page, request: APIRequestContext, server: OwnServer, productId: string) {
  await page.clock.install({ time: server.now() });
  const buyer = await Traveller.with(page, 'en');
  await buyer.register(request, `midnight-${randomUUID()}@example.com`);
  return { buyer, ticketId: await ticketInUse(page, request, productId) };
}

/**
 * Opens the list on another phone of the person signed in on the page. Its clock is offset by this many milliseconds.
 */
async function openPhone(browser: Browser, page: Page, server: OwnServer, off = 0): Promise<Traveller> {
  const storageState = await page.context().storageState();
  const context = await browser.newContext({ baseURL: server.origin, storageState });
  const phone = await context.newPage();
  await phone.clock.install({ time: server.now() + off });
  const traveller = await Traveller.with(phone, 'en');
  await traveller.open(PATHS.tickets);
  await expect(phone.getByRole('link', { name: traveller.words.ticket.code, exact: true })).toBeVisible();
  return traveller;
}

/** Returns how far the phone considers its clock to be behind the server's, in milliseconds. */
const learned = (phone: Page): Promise<number> =>
  phone.evaluate(
    () => (JSON.parse(localStorage.getItem('kippu.clock') ?? '{}') as { offsetMs: number }).offsetMs,
  );

/** Takes the phone offline. Returns a function that sets the phone's clock to a server time and stops it. */
async function goOffline({ page }: Traveller): Promise<(serverTime: number) => Promise<void>> {
  await page.context().setOffline(true);
  const offset = await learned(page);
  return (serverTime) => page.clock.pauseAt(serverTime - offset);
}

test('after a pass’s last midnight the open list offers the code for the exit, for four hours', async ({
  browser,
  page,
  request,
  server,
}) => {
  const midnight = await lateEvening(server);
  await buy(page, request, server, 'city-day-qr');
  const traveller = await openPhone(browser, page, server);
  const { page: phone, words } = traveller;
  const code = phone.getByRole('link', { name: words.ticket.code, exact: true });
  const stopAt = await goOffline(traveller);
  await stopAt(midnight - SECOND);
  await expect(code).toBeVisible();
  await phone.clock.runFor(SECOND + 10);
  await expect(phone.getByText(words.ticket.exitBy('04:00'), { exact: true })).toBeVisible();
  await expect(code).toBeVisible();
  await phone.clock.fastForward(4 * HOUR - MINUTE);
  await expect(code).toBeVisible();
  await phone.clock.fastForward(MINUTE);
  await expect(code).toHaveCount(0);
  await expect(phone.getByText(words.ticket.status.expired, { exact: true })).toBeVisible();
  await phone.context().close();
});

for (const [kind, productId] of [
  ['day pass', 'city-day-qr'],
  ['one-way ticket', 'haruka-kix-kyoto'],
] as const)
  test(`after the last midnight of a ${kind} its open code is for the exit only, and the screen shows until when`, async ({
    browser,
    page,
    request,
    server,
  }) => {
    test.setTimeout(240_000);
    const midnight = await lateEvening(server);
    const { buyer, ticketId } = await buy(page, request, server, productId);
    const { data: ticket } = await callAs(page, ticketLoad, { query: { ticketId } });
    expect(ticket.abtExpireDate).toBe(`${dateAt(midnight - SECOND)} 23:59:59`);
    const { ticket: words, code, errors } = buyer.words;
    const ended = async (traveller: Traveller) => {
      await expect(codeOf(traveller)).toHaveCount(0);
      await traveller.sees(words.detailTitle);
      const why = `${code.states.ended} ${errors['TKT-0005']}`;
      await expect(traveller.page.getByText(why, { exact: true })).toBeVisible();
      await expect(traveller.page.getByRole('link', { name: code.toTicket, exact: true })).toBeVisible();
    };

    for (const [clock, off] of [
      ['right', 0],
      ['ten minutes fast', 10 * MINUTE],
      ['ten minutes slow', -10 * MINUTE],
    ] as const)
      await test.step(`offline, on a phone whose clock is ${clock}`, async () => {
        const traveller = await openPhone(browser, page, server, off);
        const { page: phone } = traveller;
        await showCode(traveller, ticketId);
        expect(Math.abs((await learned(phone)) + off)).toBeLessThan(MINUTE);
        const stopAt = await goOffline(traveller);
        await stopAt(midnight - 10 * SECOND);
        await expect(codeOf(traveller)).toBeVisible();
        await phone.clock.runFor(10 * SECOND - 1);
        await expect(codeOf(traveller)).toBeVisible();
        await phone.clock.runFor(10);
        // The phone knows of no entry. A gate may know of one, so the exit stays possible.
        await expect(phone.getByText(code.states.exitOnly('04:00'), { exact: true })).toBeVisible();
        await expect(phone.getByRole('radio', { name: words.entering, exact: true })).toHaveCount(0);
        await expect(codeOf(traveller)).toBeVisible();
        await phone.clock.resume();
        await traveller.look(`midnight-${kind.replace(' ', '-')}-exit`);
        await phone.clock.fastForward(4 * HOUR);
        await ended(traveller);
        await traveller.open(PATHS.tickets);
        await expect(phone.getByText(words.status.expired, { exact: true })).toBeVisible();
        await expect(phone.getByRole('link', { name: words.code, exact: true })).toHaveCount(0);
        expect(traveller.faults).toEqual([]);
        await phone.context().close();
      });

    await test.step('online the code closes at midnight, because the server knows of no entry', async () => {
      const traveller = await openPhone(browser, page, server);
      const { page: phone } = traveller;
      const goOn = async (milliseconds: number) => {
        await server.moveOn(milliseconds);
        await phone.clock.fastForward(milliseconds);
      };
      await showCode(traveller, ticketId);
      await goOn(midnight - MINUTE - server.now());
      await expect(codeOf(traveller)).toBeVisible();
      await goOn(MINUTE);
      await ended(traveller);
      await traveller.open(PATHS.tickets);
      await expect(phone.getByText(words.emptyTitle, { exact: true })).toBeVisible();
      await traveller.open(addressOf('tickets', { tab: 'past' }));
      await expect(phone.getByText(words.status.expired, { exact: true })).toBeVisible();
      await phone.context().close();
    });
  });
