// Builds the gate's page into apps/gate/dist, which the server serves under /gate/.
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { pageScripts } from '../../packages/page-build/page-scripts.ts';
import { buildTargets } from '../../packages/page-build/promised-browsers.ts';
import { offlineWorker } from './vite-offline-worker.ts';

const SERVER = `http://127.0.0.1:${process.env['PORT'] ?? 8080}`;
const CALLS = ['/gate/enrol', '/gate/state', '/gate/events', '/gate/decide'];
const root = import.meta.dirname;

export default defineConfig({
  root,
  base: '/gate/',
  plugins: [react(), pageScripts(['ja', 'en']), offlineWorker(root)],
  // The contract's schemas validate only on the server, so the gate's build excludes their builder.
  resolve: { alias: { typebox: resolve(root, '../../packages/page-build/schema-stand-in.ts') } },
  build: {
    target: buildTargets(),
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    license: { fileName: 'licenses.md' },
  },
  server: { proxy: Object.fromEntries(CALLS.map((path) => [path, SERVER])) },
});
