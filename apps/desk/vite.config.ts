// Builds the desk's page into apps/desk/dist, which the server serves under /desk/.
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { pageScripts } from '../../packages/page-build/page-scripts.ts';
import { buildTargets } from '../../packages/page-build/promised-browsers.ts';

const SERVER = `http://127.0.0.1:${process.env['PORT'] ?? 8080}`;
const root = import.meta.dirname;

export default defineConfig({
  root,
  base: '/desk/',
  plugins: [react(), pageScripts(['ja', 'en'])],
  // The contract's schemas validate only on the server, so the build excludes their builder.
  resolve: { alias: { typebox: resolve(root, '../../packages/page-build/schema-stand-in.ts') } },
  build: {
    target: buildTargets(),
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    license: { fileName: 'licenses.md' },
  },
  // Calls share the page's prefix. Paths with a file extension, the page itself and Vite's own paths do not go to the
  // server.
  server: { proxy: { '^/desk/[a-z-]+(/[a-z-]+)*(\\?.*)?$': SERVER } },
});
