// A family of three: one stack, reserved and used in one act each; one ticket sent by a link to somebody who creates an
// account, another link called back.
import { randomUUID } from 'node:crypto';
import { expect, test, type Page } from '@playwright/test';
import { bind, ticketList } from '@kippu/contract/calls/traveller/ticket';
import { addressOf } from '@kippu/web/app/router/link-to';
import { issueTickets } from '../support/desk/desk.ts';
import { PASSWORD } from '../support/new-account.ts';
import { callAs } from '../support/transfer-calls.ts';
import { Traveller } from '../support/traveller.ts';

const newEmail = () => `party-${randomUUID()}@example.com`;

/** Adds an order of passes to the traveller's account. Returns the tickets' ids in the order of the list: the child last. */
async function addOrder(
  traveller: Traveller,
  request: Parameters<typeof issueTickets>[0],
  count: number,
): Promise<readonly string[]> {
  const categories = Array.from({ length: count }, (_, at) =>
    at < count - 1 ? ('adult' as const) : ('child' as const),
  );
  const issued = await issueTickets(request, 'kansai-pass-2day', count, categories);
  for (const { link } of issued)
    expect((await callAs(traveller.page, bind, { query: {}, body: { link } })).code).toBe('OK');
  return issued.map(({ ticketId }) => ticketId);
}

/** Makes a link of the open ticket to share by oneself. Returns its address without the origin. */
async function makeLink(at: Traveller): Promise<string> {
  const { page } = at;
  const { party, ticketLife } = at.words;
  await at.follow(ticketLife.transfer);
  await page.getByText(party.byLink, { exact: true }).click();
  await at.fill(ticketLife.password, PASSWORD);
  await at.look('link-form');
  await at.press(ticketLife.goOn);
  const dialog = page.getByRole('dialog');
  await at.look('link-question');
  await dialog.getByRole('button', { name: party.make, exact: true }).click();
  await expect(page.getByText(party.ready, { exact: true })).toBeVisible();
  const link = (await page.getByText(/#\/packages\/ticket\/add\?link=/).textContent()) ?? '';
  return link.slice(link.indexOf('#') + 1);
}

const checkboxes = (page: Page) => page.getByRole('dialog').getByRole('checkbox');

for (const language of ['en', 'ja'] as const)
  test(`a family of three shares one stack, in ${language}`, async ({ page, browser, request }) => {
    test.setTimeout(300_000);
    const mother = await Traveller.with(page, language);
    const { words } = mother;
    await mother.register(request, newEmail());
    const ids = await addOrder(mother, request, 3);
    const child = ids.at(-1) ?? '';
    await page.reload();

    await test.step('reserves three seats from the stack', async () => {
      const stack = page.getByRole('listitem').filter({ hasText: words.party.title(3) });
      await expect(stack).toHaveCount(1);
      await mother.look('stack');
      await stack.getByRole('button', { name: words.ticket.reserve, exact: true }).click();
      await expect(checkboxes(page)).toHaveCount(3);
      for (const box of await checkboxes(page).all()) await expect(box).toBeChecked();
      await mother.look('reserve-choice');
      await mother.press(words.seat.continueWith(3));
      await mother.sees(words.seat.chooseTrain);
      await page.getByRole('group', { name: words.seat.date }).locator('label').nth(2).click();
      await page
        .getByRole('link')
        .filter({ hasText: words.seat.enough })
        .nth(language === 'en' ? 0 : 1)
        .click();
      await mother.sees(words.seat.chooseSeats(3));
      await mother.press(words.seat.pick(3));
      await mother.sees(words.seat.confirmReserve);
      await mother.press(words.seat.reserveSeats(3));
      await mother.sees(words.seat.reservedTitle);
      await mother.open('/packages/haruka/harukaReserve');
      await mother.look('reservation-stack');
      await page.getByRole('main').getByRole('link').first().click();
      await mother.look('reservation-of-three');
      await mother.follow(words.party.ofReservation);
      await mother.sees(words.party.title(3));
      await mother.look('party');
    });

    let link = '';
    await test.step('sends one by a link, which a new account takes', async () => {
      await mother.open(addressOf('detail', { ticketId: child }));
      link = await makeLink(mother);
      await mother.look('link-ready');
      await mother.open(addressOf('detail', { ticketId: child }));
      await expect(page.getByText(words.party.waiting, { exact: true })).toBeVisible();
      await mother.look('link-waits');
      await mother.open(link);
      await expect(page.getByText(words.errors['TKT-0022'])).toBeVisible();
      await mother.look('own-link');

      const context = await browser.newContext();
      const son = await Traveller.with(await context.newPage(), language);
      await son.open(link);
      await son.sees(words.ticket.waitingTitle(1));
      const shown = await son.page.locator('body').innerText();
      expect(shown).not.toContain('party-');
      await son.look('link-of-visitor');
      await son.register(request, newEmail());
      await son.open(link);
      await son.sees(words.ticket.previewTitle(1));
      await son.look('link-preview');
      await son.press(words.ticket.bind(1));
      await son.sees(words.ticket.addedTitle);
      await son.open('/');
      await expect(son.page.getByText(words.ticket.category.child, { exact: true })).toBeVisible();
      await son.look('taken');
      expect(son.faults).toEqual([]);
      await context.close();
      await page.reload();
      await expect(page.getByText(words.errors['TKT-0003'])).toBeVisible();
      await mother.look('link-taken');
    });

    await test.step('calls another link back, which then adds no ticket', async () => {
      const [ticketId = ''] = ids;
      await mother.open(addressOf('detail', { ticketId }));
      link = await makeLink(mother);
      await mother.open(addressOf('detail', { ticketId }));
      await mother.press(words.party.callBack);
      await mother.look('call-back-question');
      const toast = mother.waitForToast(words.party.calledBack);
      await page.getByRole('dialog').getByRole('button', { name: words.party.callBack, exact: true }).click();
      await toast;
      await expect(page.getByText(words.party.waiting, { exact: true })).toHaveCount(0);
      const context = await browser.newContext();
      const other = await Traveller.with(await context.newPage(), language);
      await other.open(link);
      await expect(other.page.getByText(words.errors['TKT-0023'])).toBeVisible();
      await other.look('link-called-back');
      expect(other.faults).toEqual([]);
      await context.close();
    });

    // The seats are for a day on which a pass used today is over: these are the tickets of another order.
    await test.step('puts three into use with one question, and all are in use', async () => {
      const used = await addOrder(mother, request, 3);
      await mother.open('/');
      await page.reload();
      await mother.open(addressOf('party', { ticketId: used[0] ?? '' }));
      await mother.sees(words.party.title(3));
      await mother.press(words.travel.putIntoUse(3));
      await expect(checkboxes(page)).toHaveCount(3);
      for (const box of await checkboxes(page).all()) await expect(box).toBeChecked();
      await mother.look('use-question');
      const toast = mother.waitForToast(words.travel.used(3));
      await page
        .getByRole('dialog')
        .getByRole('button', { name: words.travel.putIntoUse(3), exact: true })
        .click();
      await toast;
      await mother.look('in-use');
      const { data } = await callAs(page, ticketList, { query: { tab: 'active' } });
      const inUse = data.items.filter(({ status }) => status === 'inUse');
      expect(inUse.map(({ ticketId }) => ticketId).toSorted()).toEqual(used.toSorted());
    });
    expect(mother.faults).toEqual([]);
  });

test('a stack of twenty opens, and reserves for as many as one booking may have', async ({
  page,
  request,
}) => {
  test.setTimeout(240_000);
  const guide = await Traveller.with(page, 'en');
  const { words } = guide;
  await guide.register(request, newEmail());
  await addOrder(guide, request, 20);
  await page.reload();
  await page
    .getByRole('link')
    .filter({ hasText: words.party.title(20) })
    .click();
  await guide.sees(words.party.title(20));
  await guide.look('stack-of-twenty');
  await guide.press(words.party.reserve(6));
  await expect(page.getByRole('dialog').getByRole('checkbox', { checked: true })).toHaveCount(6);
  await guide.look('reserve-six-of-twenty');
  await guide.press(words.common.cancel);
  await guide.press(words.travel.putIntoUse(20));
  await expect(checkboxes(page)).toHaveCount(20);
  await guide.look('use-twenty');
  expect(guide.faults).toEqual([]);
});
