// A bad network: files of a page do not arrive at the first request.
import type { Page } from '@playwright/test';

/** What a browser does when a module whose import failed is imported again. See loseOnce. */
export type FailedImports = 'retries' | 'remembers';

/**
 * Loses each matching file once. `failedImports` is how the browser treats a failed module: `retries` requests it again
 * at the next import, as Chromium does from 156 on; `remembers` repeats the failure until the page is reloaded, as
 * older browsers do. Returns the addresses lost so far.
 */
export async function loseOnce(
  page: Page,
  files: RegExp,
  failedImports: FailedImports,
): Promise<ReadonlySet<string>> {
  const lost = new Set<string>();
  /** The files lost since the page was loaded. */
  const failed = new Set<string>();
  page.on('request', (request) => {
    if (request.isNavigationRequest()) failed.clear();
  });
  await page.route(files, (route) => {
    const url = route.request().url();
    const repeated = failedImports === 'remembers' && url.endsWith('.js') && failed.has(url);
    if (lost.has(url) && !repeated) return route.continue();
    lost.add(url);
    failed.add(url);
    return route.abort('connectionreset');
  });
  return lost;
}
