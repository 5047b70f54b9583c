// A code on the phone outlives its session: it opens gates until its certificate ends, and belongs to one account.
import { randomUUID } from 'node:crypto';
import { expect, test, type Page } from '@playwright/test';
import { PATHS } from '@kippu/web/app/router/link-to';
import { judge, readCode } from '../support/gate/read-code.ts';
import { newAccount } from '../support/new-account.ts';
import { ticketInUse } from '../support/transfer-calls.ts';
import { showIn } from '../support/movement-ends.ts';
import { Traveller } from '../support/traveller.ts';

test.use({ serviceWorkers: 'allow' });

const GUEST = '**/guest/**';
const newEmail = () => `saved-${randomUUID()}@example.com`;

/** Opens the app as after two hours without a call: the server refuses the session, and login gives the reason. */
async function comeBackTooLate(page: Page, traveller: Traveller): Promise<void> {
  const refusal = { state: 'fail', code: 'SES-0005', msg: '', values: {}, data: null };
  await page.route(GUEST, (route) => route.fulfill({ status: 401, json: refusal }));
  await page.reload();
  await traveller.sees(traveller.words.account.loginTitle);
  await expect(page.getByText(traveller.words.errors['SES-0005'])).toBeVisible();
  await page.unroute(GUEST);
}

for (const language of ['ja', 'en'] as const)
  test(`a saved code opens a gate after the session has lapsed, also without a network, in ${language}`, async ({
    page,
    context,
    request,
  }) => {
    const traveller = await Traveller.with(page, language);
    const { code, ticket, account } = traveller.words;
    const email = newEmail();
    await traveller.register(request, email);
    await ticketInUse(page, request, 'haruka-round-kyoto');
    await page.reload();
    await page.getByRole('link', { name: ticket.code, exact: true }).first().click();
    const picture = page.getByRole('img', { name: ticket.codeAlt });
    await expect(picture).toBeVisible();
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });

    await comeBackTooLate(page, traveller);
    await traveller.look('login-saved-codes');
    await context.setOffline(true);
    // Opened anew, without a network.
    await page.reload();
    await traveller.follow(code.saved.show);
    await traveller.sees(code.saved.title);
    await expect(picture).toBeVisible();
    await expect.poll(async () => judge(await readCode(picture), 'in')).toMatchObject({ ok: true });
    await traveller.look('saved-codes');
    await page.setViewportSize({ width: 320, height: 568 });
    await traveller.look('saved-codes-small');
    await showIn(page, 'dark');
    await traveller.look('saved-codes-small-dark');
    // A phone on its side shows the whole code too.
    await page.setViewportSize({ width: 740, height: 360 });
    await expect(picture).toBeInViewport({ ratio: 1 });
    await traveller.look('saved-codes-low');
    await context.setOffline(false);
    await traveller.follow(account.login);
    await traveller.sees(account.loginTitle);
    await traveller.logIn(email);
    await expect(page.getByText(ticket.yourTickets, { exact: true })).toBeVisible();
    expect(traveller.faults).toEqual([]);
  });

test('signing out deletes the saved codes, and another account never sees them', async ({
  page,
  request,
}) => {
  const traveller = await Traveller.with(page, 'en');
  const { code, ticket, account } = traveller.words;
  const [mine, other] = [newEmail(), newEmail()];
  await newAccount(request, other, 'en');
  await traveller.register(request, mine);
  const showCode = async () => {
    await traveller.open('/');
    await page.getByRole('link', { name: ticket.code, exact: true }).first().click();
    await expect(page.getByRole('img', { name: ticket.codeAlt })).toBeVisible();
  };
  const logOut = async () => {
    await traveller.open(PATHS.account);
    await traveller.press(account.logOut);
    await page.getByRole('dialog').getByRole('button', { name: account.logOut, exact: true }).click();
    await expect(page.getByText(ticket.welcomeText, { exact: true })).toBeVisible();
  };
  const seesNoCode = async () => {
    await traveller.open(`${PATHS.login}?view=codes`);
    await expect(page.getByText(code.saved.none)).toBeVisible();
  };
  await ticketInUse(page, request, 'haruka-round-kyoto');
  await page.reload();

  await test.step('signing out deletes them', async () => {
    await showCode();
    await logOut();
    await seesNoCode();
  });
  await test.step('another account sees none, during its session and after it', async () => {
    await traveller.open(PATHS.login);
    await traveller.logIn(mine);
    await showCode();
    await comeBackTooLate(page, traveller);
    await expect(page.getByRole('link', { name: code.saved.show, exact: true })).toBeVisible();
    await traveller.logIn(other);
    // The login does not lead back to the code, which belongs to the other account.
    await expect(page.getByText(ticket.emptyTitle, { exact: true })).toBeVisible();
    await comeBackTooLate(page, traveller);
    await expect(page.getByRole('link', { name: code.saved.show, exact: true })).toHaveCount(0);
    await seesNoCode();
  });
});
