// Staff at the desk's page, on a desktop. Every test server knows the demo's staff.
import { expect, type APIRequestContext, type Page } from '@playwright/test';
import { deskSignIn } from '@kippu/contract/calls/desk/staff';
import type { StaffRole } from '@kippu/contract/values';
import { violationsOf } from '../axe.ts';
import { keepPicture } from '../keep-picture.ts';
import { wordsOfOthersOn } from '../server/other-railways.ts';

/** For `test.use`: the default screen of these tests is a phone's. */
export const DESKTOP = {
  viewport: { width: 1280, height: 800 },
  isMobile: false,
  hasTouch: false,
  deviceScaleFactor: 1,
} as const;

const PASSWORD = 'Kippu2026';
/** A member of the demo's staff. Several pages may be signed in as the same person. */
export const staffOf = (role: StaffRole) => ({ email: `${role}@kippu.example`, password: PASSWORD });

/** Signs in with the form, and waits until the desk is shown. */
export async function signInAtDesk(
  page: Page,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
}

/**
 * Checks the page in light and dark, on a desktop and a phone: axe finds nothing, and nothing is too wide. It has no word of another
 * railway.
 */
export async function looksRight(page: Page, name: string): Promise<void> {
  expect(await wordsOfOthersOn(page, name)).toEqual([]);
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [DESKTOP.viewport.width, 360]) {
      // Wait for animations before the check.
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

/** Signs a demonstration's member of staff in by a call. Returns the token. */
export async function staffToken(request: APIRequestContext, role: StaffRole): Promise<string> {
  const answer = await request.post(deskSignIn.path, { data: staffOf(role) });
  const { data } = (await answer.json()) as { data?: { token: string } };
  if (!data) throw new Error(`no ${role} signs in: ${answer.status()}`);
  return data.token;
}

/** Opens a place of the desk, such as '#/tickets', signed in with a role. */
export async function openDesk(
  page: Page,
  request: APIRequestContext,
  role: StaffRole,
  hash: string,
): Promise<void> {
  const signedIn = await staffToken(request, role);
  // Only if there is none: a reload must not restore an ended session.
  await page.addInitScript((token) => {
    if (sessionStorage.getItem('kippu-desk.met') !== null) return;
    sessionStorage.setItem('kippu-desk.met', '1');
    sessionStorage.setItem('kippu-desk.token', token);
  }, signedIn);
  await page.goto(`/desk/${hash}`);
}
