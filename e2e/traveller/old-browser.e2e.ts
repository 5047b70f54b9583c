// The main paths through the three pages, in a browser with only the features of the oldest supported ones.
import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { PATHS } from '@kippu/web/app/router/link-to';
import { DESKTOP, signInAtDesk, staffOf } from '../support/desk/desk-page.ts';
import { issueTickets } from '../support/desk/desk.ts';
import { GatePage } from '../support/gate/gate-page.ts';
import { newAccount } from '../support/new-account.ts';
import { isOld, openAsOldBrowser } from '../support/old-browser.ts';
import { judge, readCode } from '../support/gate/read-code.ts';
import { mapAddress } from '../support/seat-steps.ts';
import { codeOf, pixelsOf, showCode } from '../support/gate/shown-code.ts';
import { boundTicket, ticketInUse } from '../support/transfer-calls.ts';
import { Traveller } from '../support/traveller.ts';

// Service workers are allowed, because Playwright's way to block them fails in the page.
test.use({ serviceWorkers: 'allow' });

test('in the oldest browsers a traveller logs in, passes a gate and reserves a seat', async ({
  page,
  browser,
  request,
}) => {
  await openAsOldBrowser(page.context());
  const failures: string[] = [];
  page.on('pageerror', (error) => failures.push(error.message));
  const email = `old-${randomUUID()}@example.com`;
  await newAccount(request, email, 'en');
  const traveller = await Traveller.with(page, 'en');
  const { words } = traveller;
  await traveller.open(PATHS.login);
  expect(await page.evaluate(isOld)).toBe(true);
  await traveller.logIn(email);
  await expect(page.getByText(words.ticket.yourTickets, { exact: true })).toBeVisible();

  const ticketId = await ticketInUse(page, request, 'kansai-pass-2day');
  await showCode(traveller, ticketId);
  expect(judge(await readCode(codeOf(traveller)), 'in')).toMatchObject({ ok: true });
  const gate = await GatePage.enrolled(browser, request, {
    ownClock: false,
    prepare: (gatePage) => openAsOldBrowser(gatePage.context()),
  });
  expect(await gate.page.evaluate(isOld)).toBe(true);
  await gate.hold(await pixelsOf(traveller), 'Go');
  await gate.page.context().close();

  const toReserve = await boundTicket(page, request, 'haruka-kix-kyoto');
  await traveller.open(mapAddress([toReserve], 'haruka-38'));
  await page
    .getByRole('button', { name: new RegExp(words.seat.free) })
    .first()
    .click();
  await traveller.press(words.seat.continue);
  await traveller.sees(words.seat.confirmReserve);
  await traveller.press(words.seat.reserveSeats(1));
  await traveller.sees(words.seat.reservedTitle);
  await traveller.open('/');
  await expect(page.getByText(words.ticket.nextTrain, { exact: true })).toBeVisible();
  await expect(page.getByText(words.common.offline)).toHaveCount(0);
  expect(failures).toEqual([]);
});

test('in the oldest browsers staff sign in and find a ticket', async ({ browser, request }) => {
  const context = await browser.newContext(DESKTOP);
  await openAsOldBrowser(context);
  const page = await context.newPage();
  const failures: string[] = [];
  page.on('pageerror', (error) => failures.push(error.message));
  const [ticket] = await issueTickets(request, 'haruka-kix-kyoto');
  if (!ticket) throw new Error('nothing was issued');
  await page.goto('/desk/#/tickets');
  expect(await page.evaluate(isOld)).toBe(true);
  await signInAtDesk(page, staffOf('counter'));
  await page.getByLabel('Number, code, order or email').fill(ticket.redeemCode);
  await page.getByRole('button', { name: 'Find' }).click();
  await expect(page.getByRole('button', { name: 'Suspend', exact: true })).toBeVisible();
  expect(failures).toEqual([]);
  await context.close();
});
