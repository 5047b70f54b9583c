// Two travellers use one phone in turn. The second never sees the first one's pass, whatever the network does.
import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { newAccount } from '../support/new-account.ts';
import { ticketInUse } from '../support/transfer-calls.ts';
import { Traveller } from '../support/traveller.ts';

const newEmail = () => `second-${randomUUID()}@example.com`;

test('the second traveller never sees the first one’s ticket, even while the server does not answer', async ({
  page,
  request,
}) => {
  const traveller = await Traveller.with(page, 'en');
  const { account, common, ticket } = traveller.words;
  const [first, second] = [newEmail(), newEmail()];
  await newAccount(request, second, 'en');
  await traveller.register(request, first);
  await ticketInUse(page, request, 'kansai-pass-2day');
  await page.reload();
  const pass = page.getByRole('heading', { level: 3 });
  await expect(pass).toHaveCount(1);
  const name = await pass.innerText();
  await traveller.follow(ticket.code);
  await expect(page.getByRole('img', { name: ticket.codeAlt })).toBeVisible();
  await traveller.press(common.close);
  await traveller.follow(common.tabAccount);
  await traveller.press(account.logOut);
  await page.getByRole('dialog').getByRole('button', { name: account.logOut, exact: true }).click();
  await expect(page.getByText(ticket.welcomeText)).toBeVisible();
  await expect(page.getByText(name)).toHaveCount(0);

  // From here no list is answered. Any ticket shown comes from the phone's storage.
  let asked = 0;
  await page.route(/\/guest\/(ticket|seat)\//, () => {
    asked += 1;
  });
  await traveller.follow(ticket.login);
  await traveller.logIn(second);
  await traveller.sees(ticket.title);
  await expect.poll(() => asked).toBeGreaterThan(0);
  await expect(page.getByRole('status', { name: common.loading }).first()).toBeVisible();
  await expect(page.getByText(name)).toHaveCount(0);
  await page.unroute(/\/guest\/(ticket|seat)\//);
  await page.reload();
  await expect(page.getByText(ticket.emptyTitle)).toBeVisible();
  await expect(page.getByText(name)).toHaveCount(0);
});
