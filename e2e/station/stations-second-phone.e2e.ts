// An entry made on one phone is shown and can be taken back on another phone of the same account.
import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { CHECKLIST } from '@kippu/contract/values';
import { start, ticketLoad } from '@kippu/contract/calls/traveller/ticket';
import { addressOf, PATHS } from '@kippu/web/app/router/link-to';
import { callAs, ticketInUse } from '../support/transfer-calls.ts';
import { Traveller } from '../support/traveller.ts';

test('an entry is cancelled on another phone', async ({ browser, page, request }) => {
  test.setTimeout(240_000);
  const email = `second-${randomUUID()}@example.com`;
  const first = await Traveller.with(page, 'en');
  await first.register(request, email);
  const ticketId = await ticketInUse(page, request, 'kansai-pass-2day');
  const enter = (on: typeof page) =>
    callAs(on, start, {
      query: { ticketId, stationId: 'kyoto', direction: 'in', method: 'manual' },
      body: { checked: [...CHECKLIST] },
    });
  expect((await enter(page)).code).toBe('OK');

  const context = await browser.newContext();
  const second = await Traveller.with(await context.newPage(), 'en');
  const phone = second.page;
  const { station: words, ticket, errors, account } = second.words;
  await second.open(PATHS.login);
  await second.sees(account.loginTitle);
  await second.logIn(email);
  await expect(phone.getByText(ticket.yourTickets, { exact: true })).toBeVisible();

  await test.step('from the ticket’s page, by way of the green screen', async () => {
    await second.open(addressOf('detail', { ticketId }));
    await second.follow(words.cancelEntry);
    await expect(phone.getByRole('timer')).toHaveText(/^[0-4]:\d\d$/);
    await expect(phone.getByRole('heading', { level: 1 })).toContainText(words.verifiedIn);
    await second.look('second-phone-verified');
    await second.press(words.cancelEntry);
    await second.press(words.cancelYes);
    await second.sees(words.cancelledTitle);
    expect((await callAs(phone, ticketLoad, { query: { ticketId } })).data.entry).toBeNull();
  });

  await test.step('from the screen that refuses the next entry', async () => {
    expect((await enter(phone)).code).toBe('OK');
    await second.open(addressOf('outInSite', { ticketId, direction: 'in' }));
    await expect(phone.getByText(errors['TKT-0008'])).toBeVisible();
    await second.look('second-phone-inside');
    await second.follow(words.cancelEntry);
    await second.press(words.cancelEntry);
    await second.press(words.cancelYes);
    await second.sees(words.cancelledTitle);
  });
  await context.close();
  expect(second.faults).toEqual([]);
});
