// A traveller's code on the screen, as a camera sees it.
import { expect, type APIRequestContext, type Locator } from '@playwright/test';
import { ticketInUse } from '../transfer-calls.ts';
import type { Traveller } from '../traveller.ts';

export const codeOf = ({ page, words }: Traveller): Locator =>
  page.getByRole('img', { name: words.ticket.codeAlt });

/** Opens the code of a ticket in use. */
export async function showCode(traveller: Traveller, ticketId: string): Promise<void> {
  await traveller.open(`/packages/ticket/code?ticketId=${ticketId}`);
  await expect(codeOf(traveller)).toBeVisible();
}

/** Adds and activates a two-day pass on the signed-in phone, then shows its code. Returns the ticket's id. */
export async function showPass(traveller: Traveller, request: APIRequestContext): Promise<string> {
  const ticketId = await ticketInUse(traveller.page, request, 'kansai-pass-2day');
  await showCode(traveller, ticketId);
  return ticketId;
}

/** Returns a picture of the whole screen, with the code scrolled into view. */
export async function pixelsOf(traveller: Traveller): Promise<Buffer> {
  const picture = codeOf(traveller);
  let screen: Buffer | undefined;
  await expect(async () => {
    await expect(picture).toBeVisible();
    // Centred, because fixed bars cover the edges of the screen.
    await picture.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    screen = await traveller.page.screenshot();
    // A passage reported at this moment replaces the code.
    expect(await picture.isVisible()).toBe(true);
  }).toPass({ timeout: 20_000 });
  if (!screen) throw new Error('no picture of the code');
  return screen;
}
