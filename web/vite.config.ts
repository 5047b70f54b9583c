// The traveller's app: built into web/dist, which the server serves; in development it forwards calls to the server.
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './vite-precompress.ts';
import { serviceWorker } from './vite-service-worker.ts';

const SERVER = `http://127.0.0.1:${process.env['PORT'] ?? 8080}`;
const CALL_PREFIXES = ['/jtr-jwqs-app', '/uw-auth-center', '/saas-base-app', '/operator', '/dev/', '/docs'];
const here = (file: string) => resolve(import.meta.dirname, file);

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), serviceWorker(here('public')), precompress()],
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
      output: {
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
      },
    },
  },
  server: { proxy: Object.fromEntries(CALL_PREFIXES.map((prefix) => [prefix, SERVER])) },
});
