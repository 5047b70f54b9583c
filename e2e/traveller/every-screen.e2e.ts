// Every screen in light and dark: it is shown, nothing is cut off at the side, and axe finds nothing.
import { expect, test } from '@playwright/test';
import { PATHS, type RouteName } from '@kippu/web/app/router/link-to';
import { everyAddress } from '../support/every-address.ts';
import { Traveller } from '../support/traveller.ts';

/** These redirect at once when signed in. */
const VISITORS: readonly RouteName[] = ['login', 'signUp', 'forgetPassword', 'resetResult'];

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every screen in ${colorScheme} mode is accessible and fits a small phone`, async ({
    page,
    request,
  }) => {
    test.setTimeout(300_000);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 320, height: 568 });
    const traveller = await Traveller.with(page, colorScheme === 'dark' ? 'ko' : 'en');
    const check = async (name: RouteName, address: string) => {
      await traveller.open(address);
      await traveller.look(`${colorScheme}-${name}`);
    };
    await traveller.open('/');
    await traveller.settled();
    for (const name of VISITORS) await check(name, PATHS[name]);
    for (const [name, address] of await everyAddress(traveller, request)) {
      if (!VISITORS.includes(name)) await check(name, address);
    }
    expect(traveller.faults).toEqual([]);
  });
}
