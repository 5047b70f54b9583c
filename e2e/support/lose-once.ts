// A bad network: files of a page do not arrive at the first request.
import type { Page } from '@playwright/test';

/** What a browser does when a failed module is imported again. See loseOnce. */
export type Again = 'asks' | 'never';

/**
 * Loses each matching file once. `again` is what the browser does with a failed module: `asks` requests it again at the
 * next import, as Chromium does from 156 on; `never` keeps the failure until the page is reloaded, as older browsers
 * do. Returns the addresses lost so far.
 */
export async function loseOnce(page: Page, files: RegExp, again: Again): Promise<ReadonlySet<string>> {
  const lost = new Set<string>();
  /** The files lost since the page was loaded. */
  const failed = new Set<string>();
  page.on('request', (request) => {
    if (request.isNavigationRequest()) failed.clear();
  });
  await page.route(files, (route) => {
    const url = route.request().url();
    const kept = again === 'never' && url.endsWith('.js') && failed.has(url);
    if (lost.has(url) && !kept) return route.continue();
    lost.add(url);
    failed.add(url);
    return route.abort('connectionreset');
  });
  return lost;
}
