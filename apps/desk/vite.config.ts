// Builds the desk's page into apps/desk/dist, which the server serves under /desk/.
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { developmentSettings } from '../../packages/page-build/development-settings.ts';
import { pageConfig, SERVER } from '../../packages/page-build/page-config.ts';
import { pageScripts } from '../../packages/page-build/page-scripts.ts';

export default defineConfig({
  ...pageConfig,
  root: import.meta.dirname,
  base: '/desk/',
  plugins: [react(), developmentSettings(), pageScripts()],
  // Calls share the page's prefix. Paths with a file extension, the page itself and Vite's own paths do not go to the
  // server.
  // The desk links to the boards, which the server has built.
  server: {
    proxy: { '^/desk/[a-z-]+(/[a-z-]+)*(\\?.*)?$': SERVER, '/board': SERVER, '/departures': SERVER },
  },
});
