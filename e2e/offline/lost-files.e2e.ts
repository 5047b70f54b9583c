// The desk's and the gate's pages on a network that loses some of their files.
import { expect, test } from '@playwright/test';
import { DESKTOP, openDesk } from '../support/desk/desk-page.ts';
import { GatePage, pictureOf } from '../support/gate/gate-page.ts';
import { loseOnce } from '../support/lose-once.ts';

test.use(DESKTOP);

for (const failedImports of ['retries', 'remembers'] as const) {
  test(`the desk loads lost files again, in a browser that ${failedImports} a failed import`, async ({
    page,
    request,
  }) => {
    const lost = await loseOnce(
      page,
      /\/desk\/assets\/(index-[^/]*\.(js|css)|data-table-[^/]*\.css|train-screen-[^/]*\.(js|css))$/,
      failedImports,
    );
    await openDesk(page, request, 'counter', '#/trains');
    await expect(page.getByRole('heading', { level: 1, name: 'Trains' })).toBeVisible();
    const date = page.locator('input[type="date"]');
    await expect(date).toBeVisible();
    // The build decides which parts have their own style sheet.
    const names = [...lost].map((url) => url.replace(/.*\/([a-z-]+)-[^/]*\.(js|css)$/, '$1.$2'));
    for (const name of ['index.js', 'index.css', 'train-screen.js', 'train-screen.css', 'data-table.css'])
      expect(names).toContain(name);
    await expect(date).toHaveCSS('min-height', '44px');
  });

  test(`a gate loads lost files again, in a browser that ${failedImports} a failed import`, async ({
    browser,
    request,
  }) => {
    let lost: ReadonlySet<string> = new Set();
    const gate = await GatePage.enrolled(browser, request, {
      ownClock: false,
      prepare: async (page) => {
        lost = await loseOnce(page, /\/gate\/assets\/[^/]*\.(js|css|wasm)$/, failedImports);
        // The last files. A reload for them would discard the input of the first screen.
        const last = page.waitForResponse(/\/zxing_reader-[^/]*\.wasm$/);
        await page.goto('/gate/');
        await last;
      },
    });
    expect(lost.size).toBe(5);
    await gate.hold(pictureOf('still not a ticket'), 'Not a ticket code');
    await gate.page.context().close();
  });
}

for (const place of ['desk', 'gate'] as const)
  test(`without its style sheet the ${place} is not shown: a link reloads it`, async ({ page }) => {
    await page.addInitScript(() =>
      sessionStorage.setItem('kippu.reloads', JSON.stringify(Array.from({ length: 6 }, () => Date.now()))),
    );
    const style = /\/assets\/index-[^/]*\.css$/;
    await page.route(style, (route) => route.abort('connectionreset'));
    const stopped = page.waitForEvent('pageerror');
    await page.goto(`/${place}/`);
    expect((await stopped).message).toContain('style sheet');
    await expect(page.getByRole('heading')).toHaveCount(0);
    await page.unroute(style);
    await page.getByRole('link', { name: 'Load again' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
