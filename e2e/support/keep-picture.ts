// Pictures for people to look at, only when they ask: each costs a tenth of a second, and a run has hundreds.
import { join } from 'node:path';
import type { Page } from '@playwright/test';

/** Keeps what the page shows in the folder that E2E_SHOTS names, under the name; without one, does nothing. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  const folder = process.env['E2E_SHOTS'];
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' });
}
