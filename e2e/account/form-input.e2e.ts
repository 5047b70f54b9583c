// Forms during which the session ends: the input is restored after login, for the same person only, and without
// passwords.
import { randomUUID } from 'node:crypto';
import { expect, test, type Page } from '@playwright/test';
import { addressOf, PATHS } from '@kippu/web/app/router/link-to';
import { newAccount, PASSWORD } from '../support/new-account.ts';
import { boundTicket } from '../support/transfer-calls.ts';
import { Traveller } from '../support/traveller.ts';

const newEmail = () => `kept-form-${randomUUID()}@example.com`;
const TYPED = 'typed-before-it-ended';

/** Refuses the next calls of one kind for their session. Returns a function that stops this. */
async function refuseSession(page: Page, call: string, [status, code]: readonly [number, string]) {
  const path = `**/${call}*`;
  const json = { state: 'fail', code, msg: '', values: {}, data: null };
  await page.route(path, (route) => route.fulfill({ status, json }));
  return () => page.unroute(path);
}

/** Returns everything that this tab and phone store, and the current address. */
const storedBy = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.stringify([location.href, { ...sessionStorage }, { ...localStorage }]));

for (const refusal of [
  [406, 'SES-0003'],
  [409, 'SES-0004'],
] as const)
  test(`a form keeps its input when its session ends with ${refusal[0]}`, async ({ page, request }) => {
    test.setTimeout(240_000);
    const traveller = await Traveller.with(page, 'en');
    const { account: words, errors, ticket, ticketLife } = traveller.words;
    const [email, receiver] = [newEmail(), newEmail()];
    await newAccount(request, receiver, 'ja');
    await traveller.register(request, email);
    const field = (label: string) => page.getByLabel(label, { exact: true });
    /** Submits, is refused with a message, and logs in again as the same person. */
    const duringLogin = async (call: string, press: () => Promise<void>) => {
      const restore = await refuseSession(page, call, refusal);
      await press();
      await traveller.sees(words.loginTitle);
      await expect(page.getByText(errors[refusal[1]])).toBeVisible();
      await restore();
      await traveller.logIn(email);
    };

    await test.step('keeps the chosen country', async () => {
      await traveller.open(PATHS.changeCountry);
      await field(words.country).selectOption('KR');
      await duringLogin('updateInfo', () => traveller.press(words.save));
      await traveller.sees(words.changeCountry);
      await expect(field(words.country)).toHaveValue('KR');
    });

    await test.step('keeps the typed code of a ticket', async () => {
      await traveller.open(PATHS.add);
      const code = page.getByLabel(ticket.proofLabel, { exact: true });
      await code.fill(TYPED);
      await duringLogin('bind', () => traveller.press(ticket.check));
      await traveller.sees(ticket.addTitle);
      await expect(code).toHaveValue(TYPED);
    });

    await test.step('keeps the receiver of a transfer, but not the password', async () => {
      const ticketId = await boundTicket(page, request, 'kansai-wide-5day');
      await traveller.open(addressOf('transfer', { ticketId }));
      await traveller.fill(ticketLife.email, receiver);
      await traveller.fill(ticketLife.emailAgain, receiver);
      await traveller.fill(ticketLife.password, PASSWORD);
      await traveller.press(ticketLife.goOn);
      await duringLogin('transferTicket', () => traveller.press(ticketLife.transferYes));
      await expect(field(ticketLife.email)).toHaveValue(receiver);
      await expect(field(ticketLife.emailAgain)).toHaveValue(receiver);
      await expect(field(ticketLife.password)).toHaveValue('');
    });

    await test.step('stores no password', async () => {
      const fresh = 'Ginkaku-41-moss';
      await traveller.open(PATHS.changePassword);
      await traveller.fill(words.oldPassword, PASSWORD);
      await traveller.fill(words.newPassword, fresh);
      await traveller.fill(words.passwordAgain, fresh);
      await duringLogin('changePassword', () => traveller.press(words.save));
      await traveller.sees(words.changePassword);
      for (const label of [words.oldPassword, words.newPassword, words.passwordAgain])
        await expect(field(label)).toHaveValue('');
      const stored = await storedBy(page);
      for (const secret of [PASSWORD, fresh]) expect(stored).not.toContain(secret);
    });
  });

test('saved input is not shown to another person who logs in on the same phone', async ({
  page,
  request,
}) => {
  const traveller = await Traveller.with(page, 'en');
  const { account: words, help, ticket } = traveller.words;
  const [first, second] = [newEmail(), newEmail()];
  await newAccount(request, second, 'en');
  await traveller.register(request, first);
  const name = page.getByLabel(words.username, { exact: true });
  const opinion = page.getByLabel(help.text, { exact: true });
  await traveller.open(PATHS.feedback);
  await opinion.fill(TYPED);
  await traveller.open(PATHS.changeUsername);
  await name.fill(TYPED);
  const restore = await refuseSession(page, 'updateInfo', [409, 'SES-0004']);
  await traveller.press(words.save);
  await traveller.sees(words.loginTitle);
  await restore();
  expect(await page.evaluate(() => location.href)).not.toContain(TYPED);
  await traveller.logIn(second);
  await traveller.sees(words.changeUsername);
  await expect(name).toHaveValue('mei');
  await traveller.open(PATHS.feedback);
  await expect(opinion).toHaveValue('');
  expect(await storedBy(page)).not.toContain(TYPED);
  await traveller.open(PATHS.add);
  await expect(page.getByLabel(ticket.proofLabel, { exact: true })).toHaveValue('');
});

test('a tab discards the input of an account when another tab logs in as somebody else', async ({
  page,
  context,
  request,
}) => {
  const traveller = await Traveller.with(page, 'en');
  const { account: words, help } = traveller.words;
  const [first, second] = [newEmail(), newEmail()];
  await newAccount(request, second, 'en');
  await traveller.register(request, first);
  await traveller.open(PATHS.changeUsername);
  const name = page.getByLabel(words.username, { exact: true });
  await name.fill(TYPED);
  const asking = await context.newPage();
  const asker = await Traveller.with(asking, 'en');
  await asker.open(PATHS.help);
  await asking.getByLabel(help.input).fill(TYPED);
  await asking.keyboard.press('Enter');
  await expect(asking.getByText(TYPED)).toBeVisible();
  // As a phone notifies a tab that was asleep: with another session, without a logout between.
  const change = { email: second, username: 'ken' };
  await page.evaluate((member) => {
    const session = JSON.parse(localStorage.getItem('kippu.session') ?? '{}');
    const text = JSON.stringify({ ...session, member: { ...session.member, ...member } });
    localStorage.setItem('kippu.session', text);
    window.dispatchEvent(new StorageEvent('storage', { key: 'kippu.session', newValue: text }));
  }, change);
  await expect(name).toHaveValue('ken');
  await expect(asking.getByLabel(help.input)).toBeVisible();
  await expect(asking.getByText(TYPED)).toHaveCount(0);
  await asking.getByLabel(help.input).fill('Where is my ticket?');
  await asking.keyboard.press('Enter');
  await expect(asking.getByText('Where is my ticket?')).toBeVisible();
  expect(await storedBy(asking)).not.toContain(TYPED);
});
