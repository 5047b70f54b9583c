// The traveller's app: built into web/dist, which the server serves; in development it forwards calls to the server.
import react from '@vitejs/plugin-react';
import { resolve } from 'node:path';
import { defineConfig } from 'vite';

const SERVER = `http://127.0.0.1:${process.env['PORT'] ?? 8080}`;
const CALL_PREFIXES = ['/jtr-jwqs-app', '/uw-auth-center', '/saas-base-app', '/operator', '/dev', '/docs'];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  // The contract's schemas validate on the server only; without this 18 kB of their builder would reach the phone.
  resolve: { alias: { typebox: resolve(import.meta.dirname, 'src/schema-stand-in.ts') } },
  build: { target: ['es2022', 'safari16'], outDir: 'dist', emptyOutDir: true, assetsInlineLimit: 0 },
  server: { proxy: Object.fromEntries(CALL_PREFIXES.map((prefix) => [prefix, SERVER])) },
});
