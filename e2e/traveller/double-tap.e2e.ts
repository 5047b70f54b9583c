// A double tap: the second tap must not confirm a question that has only just appeared.
import { randomUUID } from 'node:crypto';
import { expect, test, type Locator } from '@playwright/test';
import { addDays, dateAt } from '@kippu/domain/time/service-day';
import { addressOf } from '@kippu/web/app/router/link-to';
import { issueTickets } from '../support/desk/desk.ts';
import { Traveller } from '../support/traveller.ts';

/** Taps twice in one place, as fast as a thumb can. */
async function tapTwice(target: Locator): Promise<void> {
  await target.dblclick();
}

test('a double tap neither confirms the use of a ticket nor reserves the chosen seats', async ({
  page,
  request,
}) => {
  const [issued] = await issueTickets(request, 'haruka-kix-kyoto', 1);
  if (!issued) throw new Error('no ticket was issued');
  const traveller = await Traveller.with(page, 'en');
  const { seat, ticket } = traveller.words;
  const sent: string[] = [];
  page.on('request', (call) => void (call.method() === 'POST' && sent.push(new URL(call.url()).pathname)));
  await traveller.register(request, `twice-${randomUUID()}@example.com`);
  await page.goto(`/${new URL(issued.link).hash}`);
  await traveller.press(ticket.bind(1));
  await traveller.sees(ticket.addedTitle);
  await traveller.open(`/packages/ticket/detail?ticketId=${issued.ticketId}`);

  await tapTwice(page.getByRole('button', { name: ticket.useNow, exact: true }));
  await expect(page.getByRole('dialog')).toBeVisible();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: traveller.words.common.cancel, exact: true })
    .click();
  expect(sent.some((path) => path.endsWith('/use'))).toBe(false);

  // Late in the evening there are no trains left today.
  const ride = { from: 'kansai-airport', to: 'kyoto', date: addDays(dateAt(Date.now()), 2) };
  await traveller.open(addressOf('train', { ticketIds: issued.ticketId, ...ride }));
  await traveller.sees(seat.chooseTrain);
  await page.getByRole('link').filter({ hasText: seat.enough }).first().click();
  await traveller.sees(seat.chooseSeats(1));
  await page
    .getByRole('group', { name: seat.car(2), exact: true })
    .getByRole('button', { disabled: false })
    .first()
    .click();
  await tapTwice(page.getByRole('button', { name: seat.continue, exact: true }));
  await traveller.sees(seat.confirmReserve);
  expect(sent.some((path) => path.endsWith('/seatSave'))).toBe(false);
  await traveller.press(seat.reserveSeats(1));
  await expect.poll(() => sent.some((path) => path.endsWith('/seatSave'))).toBe(true);
});
