// Builds the departure board into apps/board/dist, which the server serves under /board/.
import { defineConfig } from 'vite';
import { developmentSettings } from '../../packages/page-build/development-settings.ts';
import { pageConfig, SERVER } from '../../packages/page-build/page-config.ts';
import { pageScripts } from '../../packages/page-build/page-scripts.ts';

export default defineConfig({
  ...pageConfig,
  // Below /board/ are the stations' boards; files of the build are below /board/assets/.
  build: { ...pageConfig.build, license: { fileName: 'assets/licenses.md' } },
  root: import.meta.dirname,
  base: '/board/',
  plugins: [developmentSettings(), pageScripts()],
  server: { proxy: { '/departures': SERVER } },
});
