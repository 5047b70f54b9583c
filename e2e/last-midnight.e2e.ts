// A ticket's last midnight in Tokyo, seen on a phone set to New York: an open list stops to offer its code, to the second.
import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { ticketLoad } from '@kippu/contract/ticket';
import { wallToEpoch } from '@kippu/domain/service-day';
import { PATHS } from '@kippu/web/app/link-to';
import { test } from './own-server.ts';
import { callAs, ticketInUse } from './transfer-calls.ts';
import { Traveller } from './traveller.ts';

const SECOND = 1000;

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
