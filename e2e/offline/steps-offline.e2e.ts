// Transfer, exchange and entry while the network fails: the app shows this, keeps the input, and acts once when the
// network returns.
import { randomUUID } from 'node:crypto';
import { expect, test, type Page } from '@playwright/test';
import { CHECKLIST } from '@kippu/contract/values';
import { nameIn } from '@kippu/contract/names';
import { addressOf } from '@kippu/web/app/router/link-to';
import { newAccount, PASSWORD } from '../support/new-account.ts';
import { stationOf } from '../support/gate/stations-camera.ts';
import { boundTicket, ticketInUse } from '../support/transfer-calls.ts';
import { Traveller } from '../support/traveller.ts';
import { walkedIn } from '../support/walked-in.ts';

test.use({ serviceWorkers: 'allow' });

const newEmail = () => `steps-${randomUUID()}@example.com`;

/** Collects the idempotency keys of the calls of this name that succeed from now on. */
function successes(page: Page, call: string): Set<string> {
  const keys = new Set<string>();
  page.on('response', (answer) => {
    const key = answer.request().headers()['idempotency-key'];
    if (answer.url().includes(`/${call}`) && answer.ok() && key) keys.add(key);
  });
  return keys;
}

for (const language of walkedIn('en', 'ja'))
  test(`steps that need the network fail offline with a message, and succeed once later, in ${language}`, async ({
    page,
    context,
    request,
  }) => {
    test.setTimeout(240_000);
    const traveller = await Traveller.with(page, language);
    const { ticketLife: words, station, client } = traveller.words;
    const receiver = newEmail();
    await traveller.register(request, newEmail());
    await newAccount(request, receiver, language);
    const given = await boundTicket(page, request, 'kansai-wide-5day');
    const voucher = await boundTicket(page, request, 'keihan-voucher');
    const ticketId = await ticketInUse(page, request, 'kansai-pass-2day');
    let loads = 0;
    page.on('load', () => (loads += 1));
    const seesNoNetwork = () => expect(page.getByText(client.networkDown).first()).toBeVisible();

    await test.step('exchanges a voucher', async () => {
      const exchanged = successes(page, 'usePrivateTicket');
      await traveller.open(addressOf('voucherDetail', { ticketId: voucher }));
      const counter = page.getByRole('radio').nth(2);
      await counter.check();
      await context.setOffline(true);
      await traveller.press(words.exchangeHere);
      await traveller.press(words.exchangeYes);
      await seesNoNetwork();
      await expect(counter).toBeChecked();
      await traveller.look('steps-voucher-offline');
      await context.setOffline(false);
      await traveller.press(words.exchangeYes);
      await expect(page.getByText(words.showNumber, { exact: true })).toBeVisible();
      expect(exchanged.size).toBe(1);
    });

    await test.step('transfers a ticket', async () => {
      const transferred = successes(page, 'transferTicket');
      await traveller.open(addressOf('transfer', { ticketId: given }));
      await traveller.fill(words.email, receiver);
      await traveller.fill(words.emailAgain, receiver);
      await traveller.fill(words.password, PASSWORD);
      await context.setOffline(true);
      await traveller.press(words.goOn);
      await traveller.press(words.transferYes);
      await seesNoNetwork();
      for (const label of [words.email, words.emailAgain])
        await expect(page.getByLabel(label, { exact: true })).toHaveValue(receiver);
      await expect(page.getByLabel(words.password, { exact: true })).toHaveValue(PASSWORD);
      await traveller.look('steps-transfer-offline');
      await context.setOffline(false);
      await traveller.pressAgain(words.goOn);
      await traveller.press(words.transferYes);
      await traveller.sees(words.transferDone);
      expect(transferred.size).toBe(1);
    });

    await test.step('verifies an entry', async () => {
      const entered = successes(page, 'ticket/info/start');
      const name = nameIn(stationOf('kyoto'), 'stationName', language);
      await traveller.open(addressOf('outInSite', { ticketId, direction: 'in' }));
      await traveller.fill(station.search, name);
      await expect(page.getByRole('button', { name }).first()).toBeVisible();
      await context.setOffline(true);
      await expect(page.getByText(traveller.words.common.offline)).toBeVisible();
      await expect(page.getByLabel(station.search, { exact: true })).toHaveValue(name);
      await page.getByRole('button', { name }).first().click();
      for (const item of CHECKLIST) await page.getByLabel(station.check[item], { exact: true }).check();
      await traveller.press(station.verifyIn);
      await seesNoNetwork();
      for (const item of CHECKLIST)
        await expect(page.getByLabel(station.check[item], { exact: true })).toBeChecked();
      await traveller.look('steps-entry-offline');
      await context.setOffline(false);
      await traveller.press(station.verifyIn);
      await expect(page.getByRole('heading', { level: 1 })).toContainText(station.verifiedIn);
      expect(entered.size).toBe(1);
    });

    await test.step('cancels the entry', async () => {
      const cancelled = successes(page, 'deleteUseFlag');
      await context.setOffline(true);
      await traveller.press(station.cancelEntry);
      await traveller.press(station.cancelYes);
      await seesNoNetwork();
      await traveller.look('steps-cancel-offline');
      await context.setOffline(false);
      await traveller.press(station.cancelYes);
      await traveller.sees(station.cancelledTitle);
      expect(cancelled.size).toBe(1);
    });

    await test.step('a screen first opened offline loads when the network returns', async () => {
      const next = await boundTicket(page, request, 'keihan-voucher');
      const places = [
        [addressOf('voucherDetail', { ticketId: next }), words.state.exchangeable],
        [addressOf('transfer', { ticketId: next }), words.goOn],
      ] as const;
      for (const [address, there] of places) {
        await context.setOffline(true);
        await traveller.open(address);
        await expect(page.getByText(client.networkDown).first()).toBeVisible();
        await context.setOffline(false);
        await expect(page.getByText(there, { exact: true })).toBeVisible();
      }
    });
    // Nothing caused a reload: `open` changes the address within the page.
    expect(loads).toBe(0);
    expect(traveller.faults).toEqual([]);
  });
