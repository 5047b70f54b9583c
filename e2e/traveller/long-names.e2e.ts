// Three hundred characters and emoji in every field of a traveller: nothing breaks, and nothing is wider than the
// phone.
import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { memberLoad } from '@kippu/contract/calls/traveller/account';
import { addressOf, PATHS } from '@kippu/web/app/router/link-to';
import { issueTickets } from '../support/desk/desk.ts';
import { PASSWORD } from '../support/new-account.ts';
import { boundTicket, callAs, ticketInUse } from '../support/transfer-calls.ts';
import { Traveller } from '../support/traveller.ts';

// If Playwright blocks service workers, registration returns nothing, which no browser does. That causes a page error.
test.use({ serviceWorkers: 'allow' });

const LONG = 'W'.repeat(300);
/** Emoji of a person with seven code points each, 300 code units in total. */
const FACES = '👩🏽‍🚒'.repeat(43);

test('long names and emoji are accepted or refused with a message, on the smallest phone', async ({
  page,
  request,
}) => {
  test.setTimeout(240_000);
  await page.setViewportSize({ width: 320, height: 568 });
  const traveller = await Traveller.with(page, 'en');
  const { account, help, station, ticket: words, ticketLife, errors, client } = traveller.words;
  await traveller.register(request, `long-${randomUUID()}@example.com`);
  const passId = await ticketInUse(page, request, 'kansai-pass-2day');
  const freeId = await boundTicket(page, request, 'kansai-wide-5day');
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  const refused: string[] = [];
  page.on('response', (answer) => {
    if (answer.status() === 400 || answer.status() >= 500) refused.push(`${answer.status()} ${answer.url()}`);
  });

  await test.step('a username of 300 characters is refused, one of 50 is accepted', async () => {
    const rename = async (name: string) => {
      await traveller.open(PATHS.changeUsername);
      await traveller.fill(account.username, name);
      await traveller.press(account.save);
    };
    for (const name of [LONG, FACES]) {
      await rename(name);
      await expect(page.getByText(account.usernameLength, { exact: true })).toBeVisible();
      await expect(page.getByLabel(account.username, { exact: true })).toHaveValue(name);
      await traveller.look('long-username-refused');
      await traveller.open(PATHS.account);
    }
    for (const name of ['W'.repeat(50), '👩🏽‍🚒'.repeat(12)]) {
      await rename(name);
      await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(account.changeUsername);
      expect((await callAs(page, memberLoad, {})).data.username).toBe(name);
      await traveller.open(PATHS.account);
      await expect(page.getByText(name).first()).toBeVisible();
      await traveller.look('long-username-account');
      await traveller.open(PATHS.signUpResult);
      await traveller.look('long-username-welcome');
    }
  });

  await test.step('long feedback is accepted', async () => {
    for (const text of [LONG, FACES]) {
      await traveller.open(PATHS.feedback);
      await page.getByLabel(help.topic, { exact: true }).selectOption('other');
      await page.getByLabel(help.text, { exact: true }).fill(text);
      await traveller.look('long-feedback');
      await traveller.press(help.sendFeedback);
      await expect(page.getByText(help.sentText)).toBeVisible();
      await traveller.open(PATHS.tickets);
    }
  });

  await test.step('a long question to Help is accepted', async () => {
    await traveller.open(PATHS.help);
    for (const text of [LONG, FACES]) {
      await page.getByLabel(help.input, { exact: true }).fill(text);
      await traveller.press(help.send);
      await expect(page.getByText(text.slice(0, 20)).first()).toBeVisible();
      await traveller.look('long-help');
    }
  });

  await test.step('a long station search is accepted', async () => {
    await traveller.open(addressOf('outInSite', { ticketId: passId, direction: 'in' }));
    for (const text of [LONG, FACES]) {
      await traveller.fill(station.search, text);
      await expect(page.getByText(text.slice(0, 20)).first()).toBeVisible();
      await traveller.look('long-station');
    }
  });

  await test.step('a long link, voucher number or redeem code is refused, and stays in its field', async () => {
    for (const text of [LONG, FACES]) {
      await traveller.open(PATHS.add);
      await traveller.fill(words.proofLabel, text);
      await traveller.press(words.check);
      await expect(page.getByText(errors['TKT-0002'])).toBeVisible();
      await expect(page.getByLabel(words.proofLabel, { exact: true })).toHaveValue(text);
      await traveller.look('long-code');
      await traveller.open(PATHS.tickets);
    }
  });

  await test.step('a ticket link inside a longer link is recognised', async () => {
    const [issued] = await issueTickets(request, 'city-day-qr');
    const long = `https://mail.example.com/redirect/${'a'.repeat(90)}?to=${encodeURIComponent(issued?.link ?? '')}`;
    await traveller.open(PATHS.add);
    await traveller.fill(words.proofLabel, long);
    await traveller.press(words.check);
    await traveller.sees(words.previewTitle(1));
  });

  await test.step('a receiver’s email of 300 characters is refused; the longest valid one fits the question', async () => {
    for (const text of [`${LONG}@example.com`, `${FACES}@example.com`]) {
      await traveller.open(addressOf('transfer', { ticketId: freeId }));
      await traveller.fill(ticketLife.email, text);
      await traveller.fill(ticketLife.emailAgain, text);
      await traveller.fill(ticketLife.password, PASSWORD);
      await traveller.pressAgain(ticketLife.goOn);
      await expect(page.getByText(client.emailInvalid, { exact: true })).toBeVisible();
      await traveller.look('long-receiver');
      await traveller.open(PATHS.tickets);
    }
    // The longest possible address still fits one question on a small phone.
    const receiver = `${'w'.repeat(64)}@${'w'.repeat(60)}.example.com`;
    await traveller.open(addressOf('transfer', { ticketId: freeId }));
    await traveller.fill(ticketLife.email, receiver);
    await traveller.fill(ticketLife.emailAgain, receiver);
    await traveller.fill(ticketLife.password, PASSWORD);
    await traveller.pressAgain(ticketLife.goOn);
    await expect(page.getByRole('dialog', { name: ticketLife.transferAsk(receiver) })).toBeVisible();
    await traveller.look('long-receiver-question');
  });
  expect(complaints).toEqual([]);
  expect(refused).toEqual([]);
  expect(traveller.faults).toEqual([]);
});
