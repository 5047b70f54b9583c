// Every screen in light or dark, in turn: it is shown, nothing is cut off at the side, and axe finds nothing.
import { expect, test } from '@playwright/test';
import { PATHS, type RouteName } from '@kippu/web/app/router/link-to';
import { everyAddress } from '../support/every-address.ts';
import { Traveller } from '../support/traveller.ts';
import { isTurnOf } from '../support/walked-in.ts';

/** These redirect at once when signed in. */
const VISITORS: readonly RouteName[] = ['login', 'signUp', 'forgetPassword', 'resetResult'];

for (const [at, colorScheme] of (['light', 'dark'] as const).entries()) {
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
    // On every other day, a screen has the other colour scheme.
    const checkInTurn = async (screens: readonly (readonly [RouteName, string])[]) => {
      for (const [n, [name, address]] of screens.entries())
        if (isTurnOf(at, 2, n)) await check(name, address);
    };
    await checkInTurn(VISITORS.map((name) => [name, PATHS[name]]));
    const all = await everyAddress(traveller, request);
    await checkInTurn(all.filter(([name]) => !VISITORS.includes(name)));
    expect(traveller.faults).toEqual([]);
  });
}
