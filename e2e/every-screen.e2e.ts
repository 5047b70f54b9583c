// Every screen, in light and dark: it stands, nothing is cut off at the side, and axe finds nothing.
import { expect, test } from '@playwright/test';
import { PATHS, type RouteName } from '@kippu/web/app/link-to';
import { Traveller } from './traveller.ts';

/** Printed by every start of a demonstration. */
const DEMO_PASSWORD = 'Kippu2026';

/** What a screen needs to show something; the rest open without. */
interface Ids {
  readonly ticketId: string;
  readonly voucherId: string;
  readonly reservationId: string;
}
const QUERIES: Readonly<Partial<Record<RouteName, (ids: Ids) => string>>> = {
  detail: ({ ticketId }) => `?ticketId=${ticketId}`,
  code: ({ ticketId }) => `?ticketId=${ticketId}`,
  transfer: ({ ticketId }) => `?ticketId=${ticketId}`,
  useAgeHistory: ({ ticketId }) => `?ticketId=${ticketId}`,
  outInSite: ({ ticketId }) => `?ticketId=${ticketId}&direction=in`,
  voucherDetail: ({ voucherId }) => `?ticketId=${voucherId}`,
  train: ({ ticketId }) => `?ticketIds=${ticketId}`,
  addResult: ({ ticketId }) => `?ticketIds=${ticketId}`,
  reservation: ({ reservationId }) => `?reservationId=${reservationId}`,
  reserveResult: ({ reservationId }) => `?reservationId=${reservationId}`,
  cancelResult: ({ reservationId }) => `?reservationId=${reservationId}`,
};
/** These lead on at once when one is signed in. */
const VISITORS: readonly RouteName[] = ['login', 'signUp', 'forgetPassword', 'resetResult'];

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every screen in ${colorScheme}`, async ({ page }) => {
    test.setTimeout(300_000);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 320, height: 568 });
    const traveller = await Traveller.with(page, colorScheme === 'dark' ? 'ko' : 'en');
    const check = async (name: RouteName, query = '') => {
      await traveller.open(`${PATHS[name]}${query}`);
      await traveller.look(`${colorScheme}-${name}`);
    };
    await traveller.open('/');
    await traveller.settled();
    for (const name of VISITORS) await check(name);
    await traveller.open(PATHS.login);
    await traveller.logIn('demo@kippu.example', DEMO_PASSWORD);
    await expect(page.getByText(traveller.words.ticket.yourTickets, { exact: true })).toBeVisible();
    const ids = await page.evaluate(async (): Promise<Ids> => {
      const { token } = JSON.parse(localStorage.getItem('kippu.session') ?? '{}') as { token: string };
      const get = async (path: string) => {
        const answer = await fetch(`/jtr-jwqs-app/guest/${path}`, {
          headers: { authorization: `Bearer ${token}` },
        });
        const { data } = (await answer.json()) as { data: { items: Record<string, string>[] } };
        return data.items;
      };
      const tickets = await get('ticket/info/list?tab=active&limit=50');
      const reservations = await get('seat/info/reserveList?tab=upcoming');
      return {
        ticketId: tickets.find(({ status }) => status === 'inUse')?.['ticketId'] ?? '',
        voucherId: tickets.find(({ kind }) => kind === 'voucher')?.['ticketId'] ?? '',
        reservationId: reservations[0]?.['reservationId'] ?? 'none',
      };
    });
    for (const name of Object.keys(PATHS) as RouteName[]) {
      if (VISITORS.includes(name)) continue;
      await check(name, QUERIES[name]?.(ids) ?? '');
    }
    expect(traveller.faults).toEqual([]);
  });
}
