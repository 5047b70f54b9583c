// Builds the gate's page into apps/gate/dist, which the server serves under /gate/.
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { developmentSettings } from '../../packages/page-build/development-settings.ts';
import { pageConfig, SERVER } from '../../packages/page-build/page-config.ts';
import { pageScripts } from '../../packages/page-build/page-scripts.ts';
import { offlineWorker } from './vite-offline-worker.ts';

const CALLS = ['/gate/enrol', '/gate/state', '/gate/events', '/gate/decide', '/gate/trains', '/gate/seats'];
const root = import.meta.dirname;

export default defineConfig({
  ...pageConfig,
  root,
  base: '/gate/',
  plugins: [react(), developmentSettings(), pageScripts(), offlineWorker(root)],
  server: { proxy: Object.fromEntries(CALLS.map((path) => [path, SERVER])) },
});
