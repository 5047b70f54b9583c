// After one visit the app starts offline, and shows tickets, seats and a code that opens a gate.
import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { judge, readCode } from '../support/gate/read-code.ts';
import { ticketInUse } from '../support/transfer-calls.ts';
import { Traveller } from '../support/traveller.ts';

test.use({ serviceWorkers: 'allow' });

test('the app starts offline, and shows a code that a gate accepts', async ({ page, context, request }) => {
  const traveller = await Traveller.with(page, 'en');
  const { ticket, common } = traveller.words;
  await traveller.register(request, `offline-${randomUUID()}@example.com`);
  await ticketInUse(page, request, 'haruka-round-kyoto');
  await page.reload();
  await page.getByRole('link', { name: ticket.code, exact: true }).first().click();
  await expect(page.getByRole('img', { name: ticket.codeAlt })).toBeVisible();
  // Once the worker is active, it has all files.
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await context.setOffline(true);
  const newPage = await context.newPage();
  await page.close();
  const cold = await Traveller.with(newPage, 'en');
  await cold.open('/');
  await expect(newPage.getByText(ticket.yourTickets, { exact: true })).toBeVisible();
  await expect(newPage.getByText(common.offline)).toBeVisible();
  await cold.look('offline-tickets');
  await newPage.getByRole('link', { name: ticket.code, exact: true }).first().click();
  const picture = newPage.getByRole('img', { name: ticket.codeAlt });
  await expect(picture).toBeVisible();
  await expect.poll(async () => judge(await readCode(picture), 'in')).toMatchObject({ ok: true });
  await context.setOffline(false);
  await expect(newPage.getByText(common.offline)).toBeHidden();
  expect(cold.faults).toEqual([]);
});

test('the app says that it is offline while no call is answered, and removes the message by itself', async ({
  page,
  request,
}) => {
  const traveller = await Traveller.with(page, 'ja');
  const { common, ticket } = traveller.words;
  await traveller.register(request, `dead-spot-${randomUUID()}@example.com`);
  await page.route(/\/jtr-jwqs-app\/|\/healthz/, (route) => route.abort());
  await page.reload();
  await expect(page.getByText(common.offline)).toBeVisible();
  await expect(page.getByText(ticket.yourTickets, { exact: true })).toBeVisible();
  await page.unroute(/\/jtr-jwqs-app\/|\/healthz/);
  await expect(page.getByText(common.offline)).toBeHidden();
});
