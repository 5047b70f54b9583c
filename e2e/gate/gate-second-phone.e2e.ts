// A ticket belongs to one phone. A second phone opens a gate only after the ticket has moved to it.
import { randomUUID } from 'node:crypto';
import { expect, test, type Browser, type Page } from '@playwright/test';
import { PATHS } from '@kippu/web/app/router/link-to';
import { GatePage } from '../support/gate/gate-page.ts';
import { pixelsOf, showCode, showPass } from '../support/gate/shown-code.ts';
import { Traveller } from '../support/traveller.ts';

/** Returns a friend's phone that shows a picture it was sent. */
async function friendsPhone(browser: Browser): Promise<(picture: Buffer) => Promise<Buffer>> {
  const page = await (await browser.newContext()).newPage();
  await page.context().setOffline(true);
  return async (picture) => {
    const url = `data:image/png;base64,${picture.toString('base64')}`;
    await page.setContent(`<img src="${url}" alt="" style="width: 100%">`);
    return page.screenshot();
  };
}

const chooseDirection = (phone: Traveller, direction: 'entering' | 'leaving') =>
  phone.page.getByText(phone.words.ticket[direction], { exact: true }).click();
/** A phone that learns of its passage shows this in place of the code. Its owner asks for the next code. */
const askForNextCode = ({ page, words }: Traveller) =>
  page.addLocatorHandler(page.getByRole('button', { name: words.ticket.showCode, exact: true }), (button) =>
    button.click(),
  );
const setOnline = (page: Page, on: boolean) => page.context().setOffline(!on);

test('a gate refuses a picture of the code, and the code of the previous phone', async ({
  page,
  browser,
  request,
}) => {
  test.setTimeout(240_000);
  const email = `gate-${randomUUID()}@example.com`;
  const first = await Traveller.with(page, 'en');
  await first.register(request, email);
  const ticketId = await showPass(first, request);
  await askForNextCode(first);
  const gate = await GatePage.enrolled(browser, request, { ownClock: true });
  const showOnFriendsPhone = await friendsPhone(browser);
  await setOnline(page, false);
  await setOnline(gate.page, false);

  const picture = await pixelsOf(first);
  await test.step('the gate accepts the phone, and refuses a picture of its code on another phone', async () => {
    await gate.judge(picture, 'Go');
    await gate.judge(await showOnFriendsPhone(picture), 'Already used');
  });

  const second = await Traveller.with(await (await browser.newContext()).newPage(), 'en');
  await test.step('the account signs in on a second phone and shows the ticket there', async () => {
    await second.open(PATHS.login);
    await second.logIn(email);
    await expect(second.page.getByText(second.words.ticket.yourTickets, { exact: true })).toBeVisible();
    await showCode(second, ticketId);
    await askForNextCode(second);
    await setOnline(second.page, false);
  });

  await test.step('before its next sync the gate still recognises the first phone: an exit right after the entry needs staff', async () => {
    await chooseDirection(first, 'leaving');
    await gate.judge(await pixelsOf(first), 'It passed here the other way');
  });

  await test.step('after the sync it refuses the first phone, and recognises the ticket on the second one', async () => {
    await setOnline(gate.page, true);
    await expect(gate.page.getByText('Online', { exact: true })).toBeVisible();
    await setOnline(gate.page, false);
    await chooseDirection(first, 'entering');
    await gate.judge(await pixelsOf(first), 'moved to another phone');
    await chooseDirection(second, 'leaving');
    await gate.judge(await pixelsOf(second), 'It passed here the other way');
  });

  await test.step('a picture of the second phone’s code is refused 60 seconds later', async () => {
    await chooseDirection(second, 'leaving');
    const late = await pixelsOf(second);
    await gate.judge(await showOnFriendsPhone(late), 'old: open the app again', {}, 60_000);
  });
  for (const context of [gate.page.context(), second.page.context()]) await context.close();
});
