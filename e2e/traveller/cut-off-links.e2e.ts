// Addresses that are cut off, outdated or not of this account: each shows this or works without it, and leads on.
import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { addressOf, PATHS, type RouteName } from '@kippu/web/app/router/link-to';
import { boundTicket } from '../support/transfer-calls.ts';
import { Traveller } from '../support/traveller.ts';

const ABOUT_A_TICKET: readonly RouteName[] = [
  'detail',
  'code',
  'transfer',
  'outInSite',
  'mpmTap',
  'voucherDetail',
];

test('an address without a ticket leads to ‘not found’; feedback about another person’s ticket is sent without the ticket', async ({
  page,
  request,
}) => {
  const traveller = await Traveller.with(page, 'en');
  const { common, help: words, notFound, ticket } = traveller.words;
  await traveller.register(request, `cut-off-${randomUUID()}@example.com`);
  await boundTicket(page, request, 'kansai-wide-5day');
  for (const name of ABOUT_A_TICKET) {
    await traveller.open(`${PATHS[name]}?ticketId=`);
    await traveller.sees(notFound.title);
    await expect(page.getByRole('link', { name: common.toTickets, exact: true })).toBeVisible();
  }

  // No transfer was made, whatever the address says.
  await traveller.open(PATHS.transferResult);
  await traveller.sees(notFound.title);

  await traveller.open(addressOf('feedback', { ticketId: randomUUID() }));
  await page.getByLabel(words.topic, { exact: true }).selectOption('ticket');
  await expect(page.getByLabel(words.ticket, { exact: true })).toHaveValue('');
  await traveller.fill(words.text, 'The gate at Kyoto was slow.');
  await traveller.press(words.sendFeedback);
  await traveller.sees(words.sentTitle);

  // Opened by its address, it has no screen to go back to.
  const opened = await page.context().newPage();
  await opened.goto(`/#${PATHS.serverError}`);
  await opened.getByRole('button', { name: common.retry, exact: true }).click();
  await expect(opened.getByText(ticket.yourTickets, { exact: true })).toBeVisible();
  expect(traveller.faults).toEqual([]);
});
