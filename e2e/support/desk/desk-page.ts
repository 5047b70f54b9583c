// Staff at the desk's page, on a desktop. The demo's staff are known to every server of these journeys.
import { expect, type APIRequestContext, type Page } from '@playwright/test';
import { deskSignIn } from '@kippu/contract/desk-staff';
import type { StaffRole } from '@kippu/contract/call';
import { violationsOf } from './axe.ts';
import { keepPicture } from './keep-picture.ts';

/** For `test.use`: the journeys' own screen is a phone's. */
export const DESKTOP = {
  viewport: { width: 1280, height: 800 },
  isMobile: false,
  hasTouch: false,
  deviceScaleFactor: 1,
} as const;

const PASSWORD = 'Kippu2026';
/** A member of the demo's staff; any number of pages may be theirs at once. */
export const staffOf = (role: StaffRole) => ({ email: `${role}@kippu.example`, password: PASSWORD });

/** Signs in by the form, and waits until the desk is there. */
export async function signInAtDesk(
  page: Page,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
}

/** Looks at the page as it stands, light and dark, on a desktop and on a phone: axe finds nothing, and nothing is too wide. */
export async function looksRight(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [DESKTOP.viewport.width, 360]) {
      // Nothing is looked at while it moves.
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 740 });
      expect(await violationsOf(page), `${name}, ${colorScheme}, ${width}`).toEqual([]);
      const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(tooWide, `${name}, ${width}`).toBeLessThanOrEqual(0);
      await keepPicture(page, `desk-${name}-${colorScheme}-${width}`);
    }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(DESKTOP.viewport);
}

/** Opens a place of the desk, such as '#/tickets', signed in with a role already. */
export async function openDesk(
  page: Page,
  request: APIRequestContext,
  role: StaffRole,
  hash: string,
): Promise<void> {
  const answer = await request.post(deskSignIn.path, { data: staffOf(role) });
  const { data } = await answer.json();
  // Only where none is: a reload must not bring back one that has ended.
  await page.addInitScript((token) => {
    if (sessionStorage.getItem('kippu-desk.met') !== null) return;
    sessionStorage.setItem('kippu-desk.met', '1');
    sessionStorage.setItem('kippu-desk.token', token);
  }, String(data.token));
  await page.goto(`/desk/${hash}`);
}
