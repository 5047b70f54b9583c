// The ticket screens online and offline: a code typed untidily, acts forced by staff, and what a phone can show
// offline.
import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { gateEvents } from '@kippu/contract/calls/gate/gate';
import { epochToWall } from '@kippu/domain/time/service-day';
import { addressOf } from '@kippu/web/app/router/link-to';
import { enrolledDevice } from '../support/gate/gate-device.ts';
import { issueTickets } from '../support/desk/desk.ts';
import { boundTicket, ticketInUse } from '../support/transfer-calls.ts';
import { Traveller } from '../support/traveller.ts';
import { walkedIn } from '../support/walked-in.ts';

test.use({ serviceWorkers: 'allow' });

/** A code as somebody copies it: full width, lower case, in groups, with o for 0 and l for 1. */
const untidy = (code: string) =>
  ` ${code.replaceAll('0', 'o').replaceAll('1', 'l').toLowerCase()} `
    .replace(/(.{5})/g, '$1 ')
    .replace(/[a-z2-9]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));

for (const language of walkedIn('en', 'ja'))
  test(`tickets online and offline in ${language}`, async ({ page, context, request }) => {
    test.setTimeout(240_000);
    const traveller = await Traveller.with(page, language);
    const { ticket: words, ticketLife, common, client } = traveller.words;
    await traveller.register(request, `walked-${randomUUID()}@example.com`);
    const [issued] = await issueTickets(request, 'kansai-wide-5day');
    const ticketId = await ticketInUse(page, request, 'kansai-pass-2day');
    const voucher = await boundTicket(page, request, 'keihan-voucher');
    const main = page.getByRole('main');

    await test.step('a redeem code is recognised however it is typed, previewed and added', async () => {
      await traveller.open(addressOf('add', {}));
      await traveller.fill(words.proofLabel, untidy(issued?.redeemCode ?? ''));
      await traveller.press(words.check);
      await traveller.sees(words.previewTitle(1));
      await traveller.press(words.bind(1));
      await traveller.sees(words.addedTitle);
    });

    await test.step('the history names an exit and a use that staff forced, and filters them', async () => {
      const gate = await enrolledDevice(request, 'kyoto');
      const events = ([31, 37, 38] as const).map((done, index) => ({
        eventId: randomUUID(),
        ticketId,
        code: done,
        certificate: '',
        reason: done === 37 ? 'phone' : 'reader broken',
        // Not long before the ticket was issued, because that would mean a gate with a wrong clock.
        at: epochToWall(Date.now() - (3 - index) * 20_000),
      }));
      await gate(gateEvents, { body: { events } });
      await traveller.open(addressOf('useAgeHistory', { ticketId }));
      const rows = main.getByRole('listitem');
      await expect(rows).toHaveCount(3);
      for (const [at, kind] of (['forcedUse', 'forcedOut', 'gateIn'] as const).entries())
        await expect(rows.nth(at)).toContainText(ticketLife.record[kind]);
      await expect(rows.nth(0)).toContainText(ticketLife.reason('reader broken'));
      await expect(rows.nth(1)).toContainText(ticketLife.reason(ticketLife.reasons.phone));
      await traveller.look('walked-forced');
      await page.getByText(ticketLife.sites.out, { exact: true }).click();
      await expect(rows).toHaveCount(1);
      await page.getByText(ticketLife.sites.in, { exact: true }).click();
      await expect(rows).toHaveCount(2);
    });

    const seen: readonly (readonly [string, string, string])[] = [
      ['list', addressOf('tickets', {}), words.yourTickets],
      ['detail', addressOf('detail', { ticketId }), words.status.inUse],
      ['voucher', addressOf('voucherDetail', { ticketId: voucher }), ticketLife.state.exchangeable],
      ['history', addressOf('useAgeHistory', { ticketId }), ticketLife.record.forcedOut],
    ];
    for (const [, address, text] of seen) {
      await traveller.open(address);
      await expect(main.getByText(text).first()).toBeVisible();
    }
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    await context.setOffline(true);
    for (const [name, address, text] of seen)
      await test.step(`the ${name} is shown offline`, async () => {
        await traveller.open(address);
        await expect(page.getByText(common.offline).first()).toBeVisible();
        await expect(main.getByText(text).first()).toBeVisible();
        await traveller.look(`walked-offline-${name}`);
      });

    await test.step('adding a ticket offline shows why it fails, and keeps the input', async () => {
      await traveller.open(addressOf('add', {}));
      await traveller.fill(words.proofLabel, issued?.link ?? '');
      await traveller.press(words.check);
      await expect(page.getByText(client.networkDown).first()).toBeVisible();
      await traveller.look('walked-offline-add');
      await context.setOffline(false);
      await traveller.press(common.retry);
      await expect(page.getByRole('alert')).toContainText(traveller.words.errors['TKT-0004']);
      await expect(page.getByLabel(words.proofLabel, { exact: true })).toHaveValue(issued?.link ?? '');
    });
    expect(traveller.faults).toEqual([]);
  });
