// The desk's page: built into desk/dist, which the server serves under /desk/.
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const SERVER = `http://127.0.0.1:${process.env['PORT'] ?? 8080}`;
const root = import.meta.dirname;

export default defineConfig({
  root,
  base: '/desk/',
  plugins: [react()],
  // The contract's schemas validate on the server only: their builder does not reach the browser.
  resolve: { alias: { typebox: resolve(root, 'src/schema-stand-in.ts') } },
  build: { target: ['es2022', 'safari16'], outDir: 'dist', emptyOutDir: true, assetsInlineLimit: 0 },
  // Calls share the page's prefix: those with a file extension, the page itself and Vite's own are not the server's.
  server: { proxy: { '^/desk/[a-z-]+(/[a-z-]+)*(\\?.*)?$': SERVER } },
});
