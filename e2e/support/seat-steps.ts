// Shared steps of seat tests: travellers with tickets, addresses of seat maps, and seats by name.
import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { addDays, dateAt } from '@kippu/domain/time/service-day';
import { addressOf } from '@kippu/web/app/router/link-to';
import { boundTicket } from './transfer-calls.ts';
import { Traveller } from './traveller.ts';

export const KIX = 'kansai-airport';
/** Far enough ahead that no train of the day has left. */
export const DAY = addDays(dateAt(Date.now()), 2);

/** Registers an account with tickets of the product. */
export async function withTickets(
  page: Page,
  request: APIRequestContext,
  productId: string,
  count: number,
): Promise<{ traveller: Traveller; ticketIds: string[] }> {
  const traveller = await Traveller.with(page, 'en');
  await traveller.register(request, `seats-${randomUUID()}@example.com`);
  const ticketIds: string[] = [];
  while (ticketIds.length < count) ticketIds.push(await boundTicket(page, request, productId));
  return { traveller, ticketIds };
}

/** Another traveller with another phone and one pass. */
export async function rivalOf(
  page: Page,
  request: APIRequestContext,
): Promise<{ rival: Traveller; rivalTicket: string }> {
  const browser = page.context().browser();
  if (!browser) throw new Error('the page has no browser');
  const phone = await (await browser.newContext()).newPage();
  const { traveller, ticketIds } = await withTickets(phone, request, 'kansai-wide-5day', 1);
  return { rival: traveller, rivalTicket: ticketIds[0] ?? '' };
}

/** Returns the address of the seat map of a train of the day. */
export const mapAddress = (ticketIds: readonly string[], trip: string, from = KIX, to = 'kyoto'): string =>
  addressOf('chooseSeat', {
    ticketIds: ticketIds.join(','),
    departureId: `${trip}@${DAY}`,
    from,
    to,
    date: DAY,
  });
export const seatOf = (page: Page, seat: string): Locator => page.locator(`[data-seat='${seat}']`);
/** Returns the accessible name of a seat's button. */
export const spoken = async (page: Page, seat: string): Promise<string> =>
  (await seatOf(page, seat).getAttribute('aria-label')) ?? '';
export const openCar = (page: Page, car: number): Promise<void> =>
  page.getByRole('group', { name: 'Cars' }).locator(`label:has(input[value='${car}'])`).click();
