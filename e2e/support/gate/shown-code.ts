// A traveller's code on the screen, as its light falls into a camera.
import { expect, type APIRequestContext, type Locator } from '@playwright/test';
import { ticketInUse } from './transfer-calls.ts';
import type { Traveller } from './traveller.ts';

export const codeOf = ({ page, words }: Traveller): Locator =>
  page.getByRole('img', { name: words.ticket.codeAlt });

/** Opens the code of a ticket in use. */
export async function showCode(traveller: Traveller, ticketId: string): Promise<void> {
  await traveller.open(`/packages/ticket/code?ticketId=${ticketId}`);
  await expect(codeOf(traveller)).toBeVisible();
}

/** Adds and activates a two-day pass on the signed-in phone, then shows its code; gives the ticket's id. */
export async function showPass(traveller: Traveller, request: APIRequestContext): Promise<string> {
  const ticketId = await ticketInUse(traveller.page, request, 'kansai-pass-2day');
  await showCode(traveller, ticketId);
  return ticketId;
}

/** The whole screen as it is lit, the code scrolled into it. */
export async function pixelsOf(traveller: Traveller): Promise<Buffer> {
  const picture = codeOf(traveller);
  let screen: Buffer | undefined;
  await expect(async () => {
    await expect(picture).toBeVisible();
    // As a hand does, past what sticks to the screen's edges.
    await picture.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    screen = await traveller.page.screenshot();
    // A passage that is told just now takes the code's place.
    expect(await picture.isVisible()).toBe(true);
  }).toPass({ timeout: 20_000 });
  if (!screen) throw new Error('no picture of the code');
  return screen;
}
