// A whole booking by keyboard: the focused element has a name, and every step works with Tab, arrows, Space and Enter.
import { randomUUID } from 'node:crypto';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { issueTickets } from '../support/desk/desk.ts';
import { Traveller } from '../support/traveller.ts';

const MAX_TABS = 120;

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < MAX_TABS; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${target.toString()}`);
}

test('seats are reserved and cancelled by keyboard only', async ({ page, request }) => {
  const [first, second] = await issueTickets(request, 'haruka-kix-kyoto', 2);
  if (!first || !second) throw new Error('no tickets were issued');
  const traveller = await Traveller.with(page, 'en');
  const { seat, ticket } = traveller.words;
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const go = async (target: Locator, key = 'Enter') => {
    await tabTo(page, target);
    await page.keyboard.press(key);
  };
  await traveller.register(request, `key-${randomUUID()}@example.com`);

  for (const { link } of [first, second]) {
    await page.goto(`/${new URL(link).hash}`);
    await go(button(ticket.bind(1)));
    await traveller.sees(ticket.addedTitle);
  }
  await go(page.getByRole('link', { name: ticket.toTickets, exact: true }));
  await go(page.getByRole('link', { name: traveller.words.common.tabSeats, exact: true }));
  await go(button(seat.reserve));
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('checkbox')).toHaveCount(2);
  for (const box of await dialog.getByRole('checkbox').all()) await go(box, 'Space');
  await go(dialog.getByRole('button', { name: seat.continueWith(2), exact: true }));

  await traveller.sees(seat.chooseTrain);
  // The day after tomorrow, two steps from today with the arrows of a radio group.
  await tabTo(page, page.getByRole('group', { name: seat.date }).getByRole('radio', { checked: true }));
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await go(page.getByRole('link').filter({ hasText: seat.enough }).first());

  await traveller.sees(seat.chooseSeats(2));
  const grid = page.getByRole('group', { name: seat.car(2), exact: true });
  await tabTo(page, grid.locator('button[tabindex="0"]'));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await expect(grid.getByRole('button', { name: new RegExp(seat.chosen) })).toHaveCount(2);
  await go(button(seat.continue));

  await traveller.sees(seat.confirmReserve);
  await go(button(seat.reserveSeats(2)));
  await traveller.sees(seat.reservedTitle);
  await go(page.getByRole('link', { name: seat.showTickets, exact: true }));
  await go(page.getByRole('article', { name: ticket.nextTrain }).getByRole('link').first());
  await go(button(seat.cancel));
  // The focus is on the question first, so a second Enter confirms nothing.
  await expect(page.getByRole('dialog').getByRole('heading')).toBeFocused();
  await page.keyboard.press('Enter');
  // After cancelling, the focus is back on the button that asked.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(button(seat.cancel)).toBeFocused();
  await page.keyboard.press('Enter');
  await go(page.getByRole('dialog').getByRole('button', { name: seat.cancelYes, exact: true }));
  await traveller.sees(seat.cancelledTitle);
});

test('a new screen focuses its title; a choice on the same screen keeps the focus', async ({
  page,
  request,
}) => {
  const traveller = await Traveller.with(page, 'en');
  const { common, seat } = traveller.words;
  await traveller.register(request, `place-${randomUUID()}@example.com`);
  const titled = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
  for (const [tab, title] of [
    [common.tabSeats, seat.title],
    [common.tabTickets, traveller.words.ticket.title],
    [common.tabSeats, seat.title],
  ] as const) {
    await tabTo(page, page.getByRole('link', { name: tab, exact: true }));
    await page.keyboard.press('Enter');
    await expect(titled(title)).toBeFocused();
  }
  const choice = (name: string) => page.getByRole('radio', { name, exact: true });
  await tabTo(page, choice(seat.upcoming));
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/tab=past/);
  await expect(choice(seat.past)).toBeChecked();
  await expect(choice(seat.past)).toBeFocused();
  await page.goBack();
  await expect(titled(traveller.words.ticket.title)).toBeFocused();

  // Another notice in place of this one is a new screen.
  const { notice } = traveller.words;
  await page.goto('/#/packages/notify/index');
  await page.getByRole('main').getByRole('link').first().click();
  await tabTo(page, page.getByRole('link', { name: notice.older, exact: true }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: notice.newer, exact: true })).toBeVisible();
  await expect(titled(notice.one)).toBeFocused();
});
