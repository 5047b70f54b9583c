// Builds the traveller's app into apps/web/dist, which the server serves. In development it forwards calls to the
// server.
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import type { GetModuleInfo } from 'rolldown';
import { developmentSettings } from '../../packages/page-build/development-settings.ts';
import { pageConfig, SERVER } from '../../packages/page-build/page-config.ts';
import { pageScripts } from '../../packages/page-build/page-scripts.ts';
import { koreanLines } from './vite-korean-lines.ts';
import { precompress } from './vite-precompress.ts';
import { serviceWorker } from './vite-service-worker.ts';

const CALL_PREFIXES = [
  '/jtr-jwqs-app',
  '/uw-auth-center',
  '/saas-base-app',
  '/operator',
  '/icon',
  '/badge-96.png',
  '/apple-touch-icon.png',
  '/dev/',
  '/docs',
];
const here = (file: string) => resolve(import.meta.dirname, file);

/**
 * Returns the modules that the entry imports, directly or indirectly. The first screen needs them all.
 * @param rootId the entry's file
 */
function staticImportsOf(rootId: string, getModuleInfo: GetModuleInfo): ReadonlySet<string> {
  const reached = new Set([rootId]);
  for (const id of reached) for (const next of getModuleInfo(id)?.importedIds ?? []) reached.add(next);
  return reached;
}
/** Icons and routes. The entry imports modules that hold many of them, and each screen uses only a few. */
const FROM_A_LIST = /lucide-react\/dist\/esm\/icons\/|contract\/src\/routes\//;
let firstScreen: ReadonlySet<string> | undefined;

/**
 * Icons that the code screen shares with others. It opens at a gate, often on a bad line, so it should load no
 * further icons.
 */
const CODE_ICONS =
  /lucide-react\/dist\/esm\/icons\/(arrow-right|check|map-pin|qr-code|rotate-cw|chevron-(left|right)|log-(in|out))\.m?js/;
/** Icons that several of the other screens use. */
const LATE_ICONS = /node_modules\/lucide-react\/dist\/esm\/icons\//;

export default defineConfig({
  ...pageConfig,
  root: import.meta.dirname,
  plugins: [
    react(),
    developmentSettings(),
    pageScripts(),
    koreanLines(),
    serviceWorker(here('public')),
    precompress(),
  ],
  build: {
    ...pageConfig.build,
    // The size check reads the manifest.
    manifest: true,
    // Safari 16 loads a screen's shared files a moment later. All others need no polyfill.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: here('index.html'), sw: here('src/service-worker.ts') },
      output: {
        // One file holds what the first screen needs, because on a bad line each further request costs a second.
        codeSplitting: {
          groups: [
            {
              debugName: 'base',
              name: (id, context) => {
                firstScreen ??= staticImportsOf(here('src/main.tsx'), (each) => context.getModuleInfo(each));
                return firstScreen.has(id) && !FROM_A_LIST.test(id) ? 'base' : null;
              },
              priority: 2,
            },
            // Each icon has a hundred bytes; a request of its own would cost as much as a screen's.
            { name: 'code-icons', test: CODE_ICONS, minShareCount: 2, priority: 1 },
            { name: 'icons', test: LATE_ICONS, minShareCount: 2 },
          ],
        },
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
      },
    },
  },
  server: { proxy: Object.fromEntries(CALL_PREFIXES.map((prefix) => [prefix, SERVER])) },
});
