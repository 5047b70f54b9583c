// The gate's page: built into gate/dist, which the server serves under /gate/.
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { offlineWorker } from './vite-offline-worker.ts';

const SERVER = `http://127.0.0.1:${process.env['PORT'] ?? 8080}`;
const CALLS = ['/gate/enrol', '/gate/state', '/gate/events', '/gate/decide'];
const root = import.meta.dirname;

export default defineConfig({
  root,
  base: '/gate/',
  plugins: [react(), offlineWorker(root)],
  // The contract's schemas validate on the server only: their builder does not reach the gate.
  resolve: { alias: { typebox: resolve(root, 'src/schema-stand-in.ts') } },
  build: { target: ['es2022', 'safari16'], outDir: 'dist', emptyOutDir: true, assetsInlineLimit: 0 },
  server: { proxy: Object.fromEntries(CALLS.map((path) => [path, SERVER])) },
});
