// The traveller's app: built into web/dist, which the server serves; in development it forwards calls to the server.
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { callsOnly } from './vite-calls-only.ts';
import { koreanLines } from './vite-korean-lines.ts';
import { precompress } from './vite-precompress.ts';
import { serviceWorker } from './vite-service-worker.ts';

const SERVER = `http://127.0.0.1:${process.env['PORT'] ?? 8080}`;
const CALL_PREFIXES = ['/jtr-jwqs-app', '/uw-auth-center', '/saas-base-app', '/operator', '/dev/', '/docs'];
const here = (file: string) => resolve(import.meta.dirname, file);

/** The first screen's modules: the libraries, the shell, the list and the controls it uses. */
const FIRST_SCREEN = [
  /node_modules\/(react|react-dom|scheduler|@tanstack|idb)\//,
  /node_modules\/lucide-react\/dist\/esm\/(?!icons)/,
  /web\/src\/app\/(?!error-screens|late-screens|feedback-draft|inactivity|install-worker|over-login|tab-memory|token-hand-over)/,
  /web\/src\/ui\/(button|icon|screen|paper|notice-box|segmented|skeleton|toast|load-state|empty-state|use-fresh|use-screen-title)\./,
  /web\/src\/i18n\/(format|messages|ja\/category)\./,
  /web\/src\/ticket\/(ticket-list|ticket-card|ticket-view|next-train|welcome)/,
  /web\/src\/notice\/(notice-bell|use-notices)\./,
  /contract\/src\/(limits|fields|call|words\/error-words)\.ts/,
  /domain\/src\/service-day\.ts/,
];

/** Icons that several of the other screens draw. */
const LATE_ICONS = /node_modules\/lucide-react\/dist\/esm\/icons\//;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), callsOnly(), koreanLines(), serviceWorker(here('public')), precompress()],
  // The contract's schemas validate on the server only: their builder does not reach the phone.
  resolve: { alias: { typebox: here('src/schema-stand-in.ts') } },
  build: {
    target: ['es2022', 'safari16'],
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // The size check walks it.
    manifest: true,
    rolldownOptions: {
      input: { index: here('index.html'), sw: here('src/service-worker.ts') },
      // Declaring a call does nothing by itself: the calls that a screen does not make stay away.
      treeshake: { manualPureFunctions: ['defineCall', 'strict', 'fiveNames', 'page', 'text', 'Type'] },
      output: {
        // What the first screen needs comes in one file: on a bad line each further request costs a second.
        codeSplitting: {
          groups: [
            { name: 'base', test: (id) => FIRST_SCREEN.some((part) => part.test(id)), priority: 1 },
            // Each is a hundred bytes, and a request of its own would cost as much as the screen's.
            { name: 'icons', test: LATE_ICONS, minShareCount: 2 },
          ],
        },
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
      },
    },
  },
  server: { proxy: Object.fromEntries(CALL_PREFIXES.map((prefix) => [prefix, SERVER])) },
});
