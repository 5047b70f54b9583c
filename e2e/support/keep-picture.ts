// Saves pictures for people, only on request: each takes a tenth of a second, and a run has hundreds.
import { join } from 'node:path';
import type { Page } from '@playwright/test';

/** Saves a picture of the page under the name in the folder E2E_SHOTS. Does nothing if it is not set. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  const folder = process.env['E2E_SHOTS'];
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' });
}
