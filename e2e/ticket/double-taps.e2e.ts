// Double taps, going back, and two phones with one ticket: every step is done once or not at all.
import { randomUUID } from 'node:crypto';
import { expect, test, type Page } from '@playwright/test';
import { ALL_CALLS } from '@kippu/contract/calls/all-calls';
import { PASSAGES_PATH } from '@kippu/contract/passage-stream';
import { CHECKLIST } from '@kippu/contract/values';
import { start, ticketLoad, transferTicket } from '@kippu/contract/calls/traveller/ticket';
import { addressOf, PATHS } from '@kippu/web/app/router/link-to';
import { issueTickets } from '../support/desk/desk.ts';
import { encryptedPassword, newAccount, PASSWORD } from '../support/new-account.ts';
import { boundTicket, callAs, ticketInUse } from '../support/transfer-calls.ts';
import { Traveller } from '../support/traveller.ts';

const newEmail = () => `pressed-${randomUUID()}@example.com`;
/** The calls that only read. Their input may be in the body. */
const READ_PATHS = new Set([
  PASSAGES_PATH,
  ...ALL_CALLS.filter(({ method }) => method === 'GET').map(({ path }) => path),
]);
/** Collects the page's write calls, by the last part of the call's path. */
function writeCalls(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (asked) => {
    const { pathname, search } = new URL(asked.url());
    if (READ_PATHS.has(pathname) || !pathname.includes('/guest/ticket/') || search.includes('preview'))
      return;
    sent.push(pathname.split('/').at(-1) ?? '');
  });
  return sent;
}
const doubleTap = (traveller: Traveller, name: string) =>
  traveller.page.getByRole('button', { name, exact: true }).dblclick();

/** Opens the list, then the address, so that there is a screen to go back to. */
async function openFromList(traveller: Traveller, address: string): Promise<void> {
  await traveller.open(PATHS.tickets);
  await traveller.sees(traveller.words.ticket.title);
  await traveller.open(address);
}

async function fillEntry(traveller: Traveller, ticketId: string): Promise<void> {
  const { station: words } = traveller.words;
  await openFromList(traveller, addressOf('outInSite', { ticketId, direction: 'in' }));
  await traveller.fill(words.search, 'kyoto');
  await traveller.page.getByRole('button', { name: 'Kyoto' }).first().click();
  for (const item of CHECKLIST) await traveller.page.getByLabel(words.check[item], { exact: true }).check();
}

async function fillTransfer(traveller: Traveller, ticketId: string, receiver: string): Promise<void> {
  const { ticketLife: words } = traveller.words;
  await openFromList(traveller, addressOf('transfer', { ticketId }));
  await traveller.fill(words.email, receiver);
  await traveller.fill(words.emailAgain, receiver);
  await traveller.fill(words.password, PASSWORD);
}

test('a double tap adds, exchanges, transfers, enters and cancels the entry once; going back does nothing', async ({
  page,
  request,
}) => {
  test.setTimeout(300_000);
  const traveller = await Traveller.with(page, 'en');
  await traveller.register(request, newEmail());
  const receiver = newEmail();
  await newAccount(request, receiver, 'ja');
  const { ticket: words, ticketLife, station } = traveller.words;
  const [issued] = await issueTickets(request, 'city-day-qr');
  const voucher = await boundTicket(page, request, 'keihan-voucher');
  const given = await boundTicket(page, request, 'kansai-wide-5day');
  const pass = await ticketInUse(page, request, 'kansai-pass-2day');
  const sent = writeCalls(page);
  const dialog = page.getByRole('dialog');
  /** Goes back while a question is open. The question closes with its screen. */
  const leaveQuestion = async () => {
    await expect(dialog).toBeVisible();
    await page.goBack();
    await expect(dialog).toHaveCount(0);
    await traveller.sees(words.title);
  };
  const expectSent = (...names: string[]) => expect(sent.splice(0)).toEqual(names);

  await test.step('adds a ticket once', async () => {
    await openFromList(traveller, PATHS.add);
    await traveller.fill(words.proofLabel, issued?.link ?? '');
    await doubleTap(traveller, words.check);
    await traveller.sees(words.previewTitle(1));
    expectSent();
    await doubleTap(traveller, words.bind(1));
    await traveller.sees(words.addedTitle);
    expectSent('bind');
    await page.goBack();
    await traveller.sees(words.title);
    expectSent();
  });

  await test.step('exchanges a voucher once', async () => {
    const open = () => openFromList(traveller, addressOf('voucherDetail', { ticketId: voucher }));
    await open();
    await page.getByRole('radio').first().check();
    await doubleTap(traveller, ticketLife.exchangeHere);
    await leaveQuestion();
    expectSent();
    await open();
    await page.getByRole('radio').first().check();
    await traveller.press(ticketLife.exchangeHere);
    await doubleTap(traveller, ticketLife.exchangeYes);
    await expect(page.getByText(ticketLife.showNumber, { exact: true })).toBeVisible();
    expectSent('usePrivateTicket');
  });

  await test.step('transfers a ticket once', async () => {
    await fillTransfer(traveller, given, receiver);
    await doubleTap(traveller, ticketLife.goOn);
    await leaveQuestion();
    expectSent();
    // The input is restored, except for the password.
    await page.goForward();
    await expect(page.getByLabel(ticketLife.email, { exact: true })).toHaveValue(receiver);
    await expect(page.getByLabel(ticketLife.password, { exact: true })).toHaveValue('');
    await traveller.fill(ticketLife.password, PASSWORD);
    await traveller.pressAgain(ticketLife.goOn);
    await doubleTap(traveller, ticketLife.transferYes);
    await traveller.sees(ticketLife.transferDone);
    expectSent('transferTicket');
    await page.goBack();
    await traveller.sees(words.title);
  });

  await test.step('enters once, and cancels the entry once', async () => {
    await fillEntry(traveller, pass);
    await leaveQuestion();
    expectSent();
    await fillEntry(traveller, pass);
    await doubleTap(traveller, station.verifyIn);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(station.verifiedIn);
    expectSent('start');
    await doubleTap(traveller, station.cancelEntry);
    await leaveQuestion();
    expectSent();
    await page.goForward();
    await traveller.press(station.cancelEntry);
    await doubleTap(traveller, station.cancelYes);
    await traveller.sees(station.cancelledTitle);
    expectSent('deleteUseFlag');
  });
  expect(traveller.faults).toEqual([]);
});

test('if two phones use one ticket, one to transfer it and one to enter, the second sees the current state', async ({
  page,
  browser,
  request,
}) => {
  test.setTimeout(300_000);
  const traveller = await Traveller.with(page, 'en');
  await traveller.register(request, newEmail());
  const receiver = newEmail();
  await newAccount(request, receiver, 'ja');
  const { ticketLife, station, errors } = traveller.words;
  const checked = [...CHECKLIST];

  await test.step('a ticket that has entered on the other phone is not transferred', async () => {
    const ticketId = await ticketInUse(page, request, 'kansai-pass-2day');
    await fillTransfer(traveller, ticketId, receiver);
    await traveller.pressAgain(ticketLife.goOn);
    const passage = { ticketId, stationId: 'kyoto', direction: 'in', method: 'manual' } as const;
    expect((await callAs(page, start, { query: passage, body: { checked } })).code).toBe('OK');
    await traveller.press(ticketLife.transferYes);
    await expect(page.getByText(errors['TKT-0008']).first()).toBeVisible();
    expect((await callAs(page, ticketLoad, { query: { ticketId } })).code).toBe('OK');
    await traveller.look('pressed-entered-elsewhere');
  });

  await test.step('a ticket that was transferred on the other phone does not enter', async () => {
    const ticketId = await ticketInUse(page, request, 'kansai-pass-2day');
    await fillEntry(traveller, ticketId);
    const password = await encryptedPassword(page.request, transferTicket.name, PASSWORD);
    const gift = { ticketId, email: receiver, emailRepeat: receiver, password };
    expect((await callAs(page, transferTicket, { body: gift })).code).toBe('OK');
    await traveller.press(station.verifyIn);
    await expect(page.getByText(errors['TKT-0001']).first()).toBeVisible();
    await traveller.look('pressed-given-elsewhere');
  });

  await test.step('of a transfer and an entry at the same moment one succeeds', async () => {
    const ticketId = await ticketInUse(page, request, 'kansai-pass-2day');
    const storageState = await page.context().storageState();
    const context = await browser.newContext({ storageState });
    const other = await Traveller.with(await context.newPage(), 'en');
    await fillTransfer(traveller, ticketId, receiver);
    await traveller.pressAgain(ticketLife.goOn);
    await fillEntry(other, ticketId);
    const codes: string[] = [];
    const answers = [
      page.waitForResponse(/transferTicket/),
      other.page.waitForResponse(/ticket\/info\/start/),
    ];
    await Promise.all([traveller.press(ticketLife.transferYes), other.press(station.verifyIn)]);
    for (const answer of await Promise.all(answers))
      codes.push(((await answer.json()) as { code: string }).code);
    expect(codes.filter((code) => code === 'OK')).toHaveLength(1);
    const [, entered] = codes;
    if (entered === 'OK') await expect(page.getByText(errors['TKT-0008']).first()).toBeVisible();
    else await expect(other.page.getByText(errors['TKT-0001']).first()).toBeVisible();
    await context.close();
  });
  expect(traveller.faults).toEqual([]);
});
