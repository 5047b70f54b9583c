// An exchange voucher: its counters and their distance, one exchange for a number, and no second one.
import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { ticketLoad } from '@kippu/contract/calls/traveller/ticket';
import { exchangeVoucher, loadPrivatePieceInfo } from '@kippu/contract/calls/traveller/voucher';
import { addressOf } from '@kippu/web/app/router/link-to';
import { boundTicket, callAs } from '../support/transfer-calls.ts';
import { Traveller } from '../support/traveller.ts';
import { walkedIn } from '../support/walked-in.ts';

for (const language of walkedIn('en', 'ja')) {
  test(`a voucher is exchanged once in ${language}`, async ({ page, context, request }) => {
    test.setTimeout(240_000);
    const traveller = await Traveller.with(page, language);
    const { ticketLife: words, ticket: ticketWords, station, common } = traveller.words;
    await traveller.register(request, `voucher-${randomUUID()}@example.com`);
    const ticketId = await boundTicket(page, request, 'keihan-voucher');
    const counters = page.getByRole('radio');

    await test.step('the page lists the counters, the nearest first once the position is known', async () => {
      await traveller.open(addressOf('detail', { ticketId }));
      await traveller.follow(words.toExchange);
      await traveller.sees(words.voucher);
      await expect(page.getByText(words.state.exchangeable, { exact: true })).toBeVisible();
      await expect(counters).toHaveCount(6);
      await expect(page.getByRole('button', { name: words.chooseFirst, exact: true })).toBeDisabled();
      await traveller.look('voucher');
      await context.grantPermissions(['geolocation']);
      // At Uji, which is not the first in the operator's list.
      await context.setGeolocation({ latitude: 34.8947, longitude: 135.8062, accuracy: 15 });
      await traveller.press(words.showDistances);
      await expect(page.getByText(station.accuracy('20 m'))).toBeVisible();
      await expect(page.getByRole('listitem').first()).toContainText(station.away('10 m'));
      const map = page.getByRole('listitem').first().getByRole('link');
      await expect(map).toHaveAttribute('href', /34\.894678.*135\.806229/);
      await traveller.look('voucher-near');
    });

    const number =
      await test.step('after one question the exchange at a counter shows a number', async () => {
        await counters.first().check();
        await traveller.press(words.exchangeHere);
        await traveller.look('voucher-question');
        await traveller.press(common.cancel);
        await expect(page.getByText(words.state.exchangeable, { exact: true })).toBeVisible();
        await traveller.press(words.exchangeHere);
        await traveller.press(words.exchangeYes);
        await expect(page.getByText(words.showNumber, { exact: true })).toBeVisible();
        await expect(counters).toHaveCount(0);
        await traveller.look('voucher-exchanged');
        const { data } = await callAs(page, loadPrivatePieceInfo, { query: { ticketId } });
        expect(data).toMatchObject({ state: 'exchanged', exchanged: { counterId: 'keihan-uji' } });
        return data.exchanged?.number ?? '';
      });

    await test.step('the number stays after a reload, and a second exchange is refused', async () => {
      expect(number).toMatch(/^\d{10}$/);
      const shown = `${number.slice(0, 4)} ${number.slice(4, 8)} ${number.slice(8)}`;
      await expect(page.getByText(shown, { exact: true })).toBeVisible();
      await page.reload();
      await expect(page.getByText(shown, { exact: true })).toBeVisible();
      const again = await callAs(page, exchangeVoucher, { query: { ticketId, counterId: 'keihan-gion' } });
      expect(again.code).toBe('TKT-0017');
      const kept = await callAs(page, loadPrivatePieceInfo, { query: { ticketId } });
      expect(kept.data.exchanged?.number).toBe(number);
      expect((await callAs(page, ticketLoad, { query: { ticketId } })).data.status).toBe('used');
    });

    await test.step('an open page shows an exchange that was made elsewhere', async () => {
      const second = await boundTicket(page, request, 'keihan-voucher');
      await traveller.open(addressOf('voucherDetail', { ticketId: second }));
      await counters.first().check();
      const elsewhere = await callAs(page, exchangeVoucher, {
        query: { ticketId: second, counterId: 'keihan-sanjo' },
      });
      expect(elsewhere.code).toBe('OK');
      await traveller.press(words.exchangeHere);
      await traveller.press(words.exchangeYes);
      // After the refusal the page reads again, and shows the exchange made elsewhere with its number.
      await expect(page.getByText(words.showNumber, { exact: true })).toBeVisible();
      await traveller.look('voucher-exchanged-elsewhere');
    });

    await test.step('the voucher is among the past tickets, and its page leads to the number', async () => {
      await traveller.open(addressOf('tickets', { tab: 'past' }));
      await expect(page.getByText(ticketWords.status.used, { exact: true }).first()).toBeVisible();
      await traveller.open(addressOf('detail', { ticketId }));
      await traveller.follow(words.voucherExchange);
      await expect(page.getByText(words.showNumber, { exact: true })).toBeVisible();
    });
    expect(traveller.faults).toEqual([]);
  });
}
