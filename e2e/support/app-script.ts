// Adds a script with the app's own calls to the pages of a browser. It uses the session, storage and locks of the page.
import { join } from 'node:path';
import type { BrowserContext } from '@playwright/test';
import { build } from 'vite';

/** The address at which pages import `app-calls.ts`. */
export const APP_CALLS = '/app-calls.js';

/** Builds `app-calls.ts` and serves it at `APP_CALLS` to all pages of the context. */
export async function serveAppCalls(context: BrowserContext): Promise<void> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    // React reads it, and pages have no `process`.
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: false,
      lib: { entry: join(import.meta.dirname, 'app-calls.ts'), formats: ['es'] },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const [script] = [built].flat().flatMap((each) => ('output' in each ? each.output : []));
  if (script?.type !== 'chunk') throw new Error('the script with the calls was not built');
  const body = script.code;
  await context.route(`**${APP_CALLS}`, (route) => route.fulfill({ contentType: 'text/javascript', body }));
}
