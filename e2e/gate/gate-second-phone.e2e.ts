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

const turn = (phone: Traveller, way: 'entering' | 'leaving') =>
  phone.page.getByText(phone.words.ticket[way], { exact: true }).click();
/** A phone that learns of its passage shows this in place of the code. Its owner asks for the next code. */
const askForNextCode = ({ page, words }: Traveller) =>
  page.addLocatorHandler(page.getByRole('button', { name: words.ticket.showCode, exact: true }), (button) =>
    button.click(),
  );
const online = (page: Page, on: boolean) => page.context().setOffline(!on);

test('neither a picture of the code nor the code of an abandoned phone opens a gate', async ({
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
  const onFriends = await friendsPhone(browser);
  await online(page, false);
  await online(gate.page, false);

  const picture = await pixelsOf(first);
  await test.step('the phone passes, its picture on another one at once does not', async () => {
    await gate.judge(picture, 'Go');
    await gate.judge(await onFriends(picture), 'Already used');
  });

  const second = await Traveller.with(await (await browser.newContext()).newPage(), 'en');
  await test.step('the account signs in on a second phone and shows the ticket there', async () => {
    await second.open(PATHS.login);
    await second.logIn(email);
    await expect(second.page.getByText(second.words.ticket.yourTickets, { exact: true })).toBeVisible();
    await showCode(second, ticketId);
    await askForNextCode(second);
    await online(second.page, false);
  });

  await test.step('a gate that has not heard of it takes the first one for the same ticket: the way out so soon is for staff', async () => {
    await turn(first, 'leaving');
    await gate.judge(await pixelsOf(first), 'It passed here the other way');
  });

  await test.step('a gate that has refuses it, and knows the second one for the ticket that went in', async () => {
    await online(gate.page, true);
    await expect(gate.page.getByText('Online', { exact: true })).toBeVisible();
    await online(gate.page, false);
    await turn(first, 'entering');
    await gate.judge(await pixelsOf(first), 'moved to another phone');
    await turn(second, 'leaving');
    await gate.judge(await pixelsOf(second), 'It passed here the other way');
  });

  await test.step('nor does a picture of the second one, 60 seconds later', async () => {
    await turn(second, 'leaving');
    const late = await pixelsOf(second);
    await gate.judge(await onFriends(late), 'old: open the app again', {}, 60_000);
  });
  for (const context of [gate.page.context(), second.page.context()]) await context.close();
});
