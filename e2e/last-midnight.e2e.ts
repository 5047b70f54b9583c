// A pass's last midnight in Tokyo, seen on a phone set to New York: its code goes and the list moves it, to the second.
import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { ticketLoad } from '@kippu/contract/ticket';
import { wallToEpoch } from '@kippu/domain/service-day';
import { addressOf, PATHS } from '@kippu/web/app/link-to';
import { test, type OwnServer } from './own-server.ts';
import { codeOf, showCode } from './shown-code.ts';
import { callAs, ticketInUse } from './transfer-calls.ts';
import { Traveller } from './traveller.ts';

const SECOND = 1000;
/** For logging in and looking around before the last seconds. */
const EARLY = 300 * SECOND;

/** Sets the server's clock and the phone's to a moment (epoch milliseconds); `ahead` is how far the server's is. */
async function bothTo(moment: number, ahead: number, server: OwnServer, page: Page): Promise<number> {
  const step = moment - Date.now() - ahead;
  await server.moveOn(step);
  await page.clock.pauseAt(moment);
  return ahead + step;
}

test('a two-day pass ends with its second day in Tokyo', async ({ browser, page, request, server }) => {
  test.setTimeout(300_000);
  const buyer = await Traveller.with(page, 'en');
  const email = `midnight-${randomUUID()}@example.com`;
  await buyer.register(request, email);
  const ticketId = await ticketInUse(page, request, 'kansai-pass-2day');
  const { data } = await callAs(page, ticketLoad, { query: { ticketId } });
  expect(data.abtExpireDate).toMatch(/23:59:59$/);
  const midnight = wallToEpoch(data.abtExpireDate ?? '') + SECOND;
  let ahead = midnight - EARLY - Date.now();
  await server.moveOn(ahead);

  // The account's next phone: a session outlives no two days untouched.
  const context = await browser.newContext({ baseURL: server.origin });
  const phone = await context.newPage();
  await phone.clock.install({ time: Date.now() + ahead });
  const traveller = await Traveller.with(phone, 'en');
  const { ticket: words, errors } = traveller.words;
  await traveller.open(PATHS.login);
  await traveller.logIn(email);
  await expect(phone.getByText(words.status.inUse, { exact: true })).toBeVisible();

  await test.step('the code, without a network', async () => {
    await showCode(traveller, ticketId);
    await context.setOffline(true);
    ahead = await bothTo(midnight - 20 * SECOND, ahead, server, phone);
    await phone.clock.runFor(19 * SECOND);
    await expect(codeOf(traveller)).toBeVisible();
    await traveller.look('midnight-code-before');
    await phone.clock.runFor(SECOND + 10);
    await expect(codeOf(traveller)).toHaveCount(0);
    await traveller.look('midnight-code-after');
  });

  await test.step('the list that lay open, without a network and with one', async () => {
    await phone.clock.resume();
    await traveller.open(PATHS.tickets);
    await expect(phone.getByText(words.status.expired, { exact: true })).toBeVisible();
    await expect(phone.getByRole('link', { name: words.code, exact: true })).toHaveCount(0);
    await traveller.look('midnight-list-offline');
    await server.moveOn(60 * SECOND);
    await context.setOffline(false);
    await expect(phone.getByText(words.emptyTitle, { exact: true })).toBeVisible();
    await traveller.open(addressOf('tickets', { tab: 'past' }));
    await expect(phone.getByText(words.status.expired, { exact: true })).toBeVisible();
    await traveller.look('midnight-past');
    await traveller.open(addressOf('detail', { ticketId }));
    await expect(phone.getByRole('link', { name: words.showCode })).toHaveCount(0);
    await traveller.open(addressOf('code', { ticketId }));
    await expect(phone.getByText(errors['TKT-0005'])).toBeVisible();
  });
  await context.close();
  expect(traveller.faults).toEqual([]);
});

test('a list that lies open over a pass’s last midnight offers its code until then, and no longer', async ({
  browser,
  page,
  request,
  server,
}) => {
  const buyer = await Traveller.with(page, 'en');
  await buyer.register(request, `midnight-${randomUUID()}@example.com`);
  const ticketId = await ticketInUse(page, request, 'city-day-qr');
  const { data } = await callAs(page, ticketLoad, { query: { ticketId } });
  const midnight = wallToEpoch(data.abtExpireDate ?? '') + SECOND;
  const context = await browser.newContext({
    baseURL: server.origin,
    storageState: await page.context().storageState(),
  });
  await page.close();
  const phone = await context.newPage();
  await phone.clock.install();
  const traveller = await Traveller.with(phone, 'en');
  const { ticket: words } = traveller.words;
  await traveller.open(PATHS.tickets);
  const code = phone.getByRole('link', { name: words.code, exact: true });
  await expect(code).toBeVisible();
  await context.setOffline(true);
  await phone.clock.pauseAt(midnight - SECOND);
  await expect(code).toBeVisible();
  await phone.clock.runFor(SECOND + 10);
  await expect(code).toHaveCount(0);
  await expect(phone.getByText(words.status.expired, { exact: true })).toBeVisible();
  await context.close();
});
