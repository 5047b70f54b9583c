// One link for a whole order: it shows every ticket, one confirmation adds them, and a second friend learns that they
// are taken.
import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { ticketList } from '@kippu/contract/calls/traveller/ticket';
import { nameIn } from '@kippu/contract/names';
import { addressOf, PATHS } from '@kippu/web/app/router/link-to';
import { issueTickets } from '../support/desk/desk.ts';
import { callAs } from '../support/transfer-calls.ts';
import { Traveller } from '../support/traveller.ts';
import { walkedIn } from '../support/walked-in.ts';

const newEmail = () => `order-${randomUUID()}@example.com`;
const FAMILY = ['adult', 'adult', 'child'] as const;

for (const language of walkedIn('en', 'ja'))
  test(`an order's link is opened by two friends at once in ${language}`, async ({
    browser,
    page,
    request,
  }) => {
    test.setTimeout(240_000);
    const mei = await Traveller.with(page, language);
    await mei.register(request, newEmail());
    const context = await browser.newContext();
    const friend = await Traveller.with(await context.newPage(), language);
    await friend.register(request, newEmail());
    const issued = await issueTickets(request, 'haruka-kix-kyoto', FAMILY.length, FAMILY);
    const address = new URL(issued[0]?.orderLink ?? '').hash.slice(1);
    const { ticket: words, party, errors } = mei.words;
    const previews = (traveller: Traveller) => traveller.page.getByRole('main').getByRole('listitem');
    const idsOf = async (traveller: Traveller) => {
      const { data } = await callAs(traveller.page, ticketList, { query: { tab: 'active' } });
      return data.items.map(({ ticketId }) => ticketId).toSorted();
    };

    await test.step('both see all the tickets before either confirms', async () => {
      for (const traveller of [mei, friend]) {
        await traveller.open(address);
        await traveller.sees(words.previewTitle(FAMILY.length));
        await expect(previews(traveller)).toHaveCount(FAMILY.length);
        await expect(previews(traveller).filter({ hasText: words.category.child })).toHaveCount(1);
        await expect(previews(traveller).filter({ hasText: words.category.adult })).toHaveCount(2);
      }
      await mei.look('order-preview');
      expect(await idsOf(mei)).toEqual([]);
    });

    await test.step('one confirmation adds all the tickets, and each is shown', async () => {
      await mei.press(words.bind(FAMILY.length));
      await mei.sees(words.addedTitle);
      await expect(page.getByText(words.addedText(FAMILY.length), { exact: true })).toBeVisible();
      await mei.look('order-added');
      await mei.follow(words.toTickets);
      const { data } = await callAs(page, ticketList, { query: { tab: 'active' } });
      const names = data.items.map((ticket) => nameIn(ticket, 'productName', language));
      expect(names).toHaveLength(FAMILY.length);
      // The list shows them as one stack, which has a card of each.
      const stack = page.getByRole('link').filter({ hasText: party.title(FAMILY.length) });
      await expect(stack).toHaveCount(1);
      await stack.click();
      await mei.sees(party.title(FAMILY.length));
      await expect(page.getByText(names[0] ?? '', { exact: true })).toHaveCount(FAMILY.length);
      expect(await idsOf(mei)).toEqual(issued.map(({ ticketId }) => ticketId).toSorted());
      for (const { ticketId } of issued) {
        await mei.open(addressOf('detail', { ticketId }));
        await expect(page.getByText(words.status.bound, { exact: true }).first()).toBeVisible();
      }
    });

    await test.step('the second friend to confirm learns that the tickets are taken, and cannot confirm again', async () => {
      await friend.press(words.bind(FAMILY.length));
      await expect(friend.page.getByRole('alert')).toContainText(errors['TKT-0003']);
      await expect(
        friend.page.getByRole('button', { name: words.bind(FAMILY.length), exact: true }),
      ).toHaveCount(0);
      await expect(previews(friend)).toHaveCount(0);
      await friend.look('order-second');
      await friend.open(PATHS.tickets);
      await expect(friend.page.getByText(words.emptyTitle, { exact: true })).toBeVisible();
      await friend.open(address);
      await expect(friend.page.getByRole('alert')).toContainText(errors['TKT-0003']);
      await friend.press(words.other);
      await expect(friend.page.getByLabel(words.proofLabel, { exact: true })).toBeVisible();
      expect(await idsOf(friend)).toEqual([]);
    });

    await test.step('opened again by their owner, the link leads to the tickets', async () => {
      await mei.open(address);
      await expect(page.getByRole('alert')).toContainText(errors['TKT-0004']);
      await mei.look('order-again');
      await mei.follow(words.toTickets);
      await expect(page.getByText(words.yourTickets, { exact: true })).toBeVisible();
    });
    await context.close();
    expect([...mei.faults, ...friend.faults]).toEqual([]);
  });

test('if one ticket of an order is taken, the link adds the rest; another link in the same tab is opened too', async ({
  browser,
  page,
  request,
}) => {
  const mei = await Traveller.with(page, 'en');
  await mei.register(request, newEmail());
  const context = await browser.newContext();
  const friend = await Traveller.with(await context.newPage(), 'en');
  await friend.register(request, newEmail());
  const { ticket: words } = mei.words;
  const issued = await issueTickets(request, 'kansai-pass-2day', 3);
  const [single] = await issueTickets(request, 'kansai-wide-5day');
  const hashOf = (link: string | undefined) => new URL(link ?? '').hash.slice(1);
  await friend.open(hashOf(issued[1]?.link));
  await friend.press(words.bind(1));
  await friend.sees(words.addedTitle);
  await mei.open(hashOf(issued[0]?.orderLink));
  await mei.sees(words.previewTitle(2));
  await mei.open(hashOf(single?.link));
  await mei.sees(words.previewTitle(1));
  await page.goBack();
  await mei.sees(words.previewTitle(2));
  await mei.press(words.bind(2));
  await mei.sees(words.addedTitle);
  // Going back never returns to a confirmation that was given.
  await page.goBack();
  await mei.sees(words.title);
  await context.close();
});
