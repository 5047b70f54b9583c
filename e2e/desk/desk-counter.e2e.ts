// Staff at an exchange counter and at an entrance, on a tablet and a phone: a number is taken in once, and the
// traveller sees it.
import { randomUUID } from 'node:crypto';
import { expect, test, type Page } from '@playwright/test';
import { ticketLoad, use } from '@kippu/contract/calls/traveller/ticket';
import { exchangeVoucher, loadPrivatePieceInfo } from '@kippu/contract/calls/traveller/voucher';
import { addressOf } from '@kippu/web/app/router/link-to';
import { DESKTOP, looksRight, openDesk } from '../support/desk/desk-page.ts';
import { readCode } from '../support/gate/read-code.ts';
import { codeOf, showCode } from '../support/gate/shown-code.ts';
import { boundTicket, callAs } from '../support/transfer-calls.ts';
import { Traveller } from '../support/traveller.ts';

const FIELD = 'Exchange number, ticket number or code';

async function lookUp(desk: Page, text: string): Promise<void> {
  await desk.getByLabel(FIELD).fill(text);
  // A scanner ends its input with this key.
  await desk.getByLabel(FIELD).press('Enter');
}

test('an exchanged voucher and an admission are taken in once each', async ({ page, browser, request }) => {
  test.setTimeout(240_000);
  const traveller = await Traveller.with(page, 'en');
  const { ticketLife: words } = traveller.words;
  await traveller.register(request, `counter-${randomUUID()}@example.com`);
  const voucherId = await boundTicket(page, request, 'keihan-voucher');
  const { data } = await callAs(page, exchangeVoucher, {
    query: { ticketId: voucherId, counterId: 'keihan-uji' },
  });
  const number = data.exchanged?.number ?? '';
  await traveller.open(addressOf('voucherDetail', { ticketId: voucherId }));
  await expect(page.getByText(words.showNumber, { exact: true })).toBeVisible();

  const context = await browser.newContext({ ...DESKTOP });
  const desk = await context.newPage();
  await openDesk(desk, request, 'counter', '#/counter');
  await expect(desk.getByLabel(FIELD)).toBeFocused();

  await test.step('a mistyped number is reported without asking the server', async () => {
    const asked: string[] = [];
    desk.on('request', (call) => asked.push(call.url()));
    await lookUp(desk, `${number.slice(0, 9)}${(Number(number[9]) + 1) % 10}`);
    await expect(desk.getByText('A digit is wrong.')).toBeVisible();
    expect(asked.filter((url) => url.includes('take-in'))).toEqual([]);
    await looksRight(desk, 'counter-typo');
  });

  await test.step('a number of another counter is refused, with the reason', async () => {
    await lookUp(desk, number);
    await expect(desk.getByRole('alert')).toContainText('Choose above');
    await desk.getByLabel('This device is at').selectOption('keihan-gion');
    await lookUp(desk, number);
    await expect(desk.getByRole('alert')).toContainText('It was exchanged for another counter');
    await looksRight(desk, 'counter-elsewhere');
  });

  await test.step('its own counter takes it in once; the second attempt shows when and by whom', async () => {
    await desk.getByLabel('This device is at').selectOption('keihan-uji');
    await lookUp(desk, number);
    await expect(desk.getByText('It can be taken in')).toBeVisible();
    await looksRight(desk, 'counter-ready');
    await desk.getByRole('button', { name: 'Take it in' }).dblclick();
    await expect(desk.getByText('Taken in just now')).toBeVisible();
    await expect(desk.getByLabel(FIELD)).toBeFocused();
    await looksRight(desk, 'counter-taken');
    await lookUp(desk, number);
    await expect(desk.getByRole('alert')).toContainText(/Taken in already: .+, by .+\./);
    await expect(desk.getByRole('button', { name: 'Take it in' })).toHaveCount(0);
    await looksRight(desk, 'counter-before');
  });

  await test.step('the traveller’s open page shows that the voucher was handed in', async () => {
    await expect(page.getByText('Handed in at the counter')).toBeVisible({ timeout: 15_000 });
    await traveller.look('voucher-handed-in');
    const kept = await callAs(page, loadPrivatePieceInfo, { query: { ticketId: voucherId } });
    expect(kept.data.exchanged?.takenInAt).toBeTruthy();
  });

  await test.step('a museum ticket is read from the code on the phone, and one admission uses it up', async () => {
    const ticketId = await boundTicket(page, request, 'museum-eticket');
    const { data: bound } = await callAs(page, ticketLoad, { query: { ticketId } });
    await lookUp(desk, bound.ticketNo);
    await expect(desk.getByRole('alert')).toContainText('presses Use now');
    await callAs(page, use, { body: { ticketId } });
    await showCode(traveller, ticketId);
    await lookUp(desk, await readCode(codeOf(traveller)));
    await expect(desk.getByText('0 of 1 taken in')).toBeVisible();
    await desk.getByRole('button', { name: 'Take the admission in' }).click();
    await expect(desk.getByText('1 of 1 taken in')).toBeVisible();
    await looksRight(desk, 'counter-admission');
    await lookUp(desk, bound.ticketNo);
    await expect(desk.getByRole('alert')).toContainText('Taken in already');
    // The open code closes by itself.
    await expect(codeOf(traveller)).toHaveCount(0, { timeout: 20_000 });
    await expect(page.getByText(traveller.words.code.usedUp)).toBeVisible();
    await traveller.look('code-admitted');
    expect((await callAs(page, ticketLoad, { query: { ticketId } })).data.status).toBe('used');
  });
  await context.close();
  expect(traveller.faults).toEqual([]);
});
