// What the builds of the three pages have in common.
import type { UserConfig } from 'vite';
import { className } from './class-names.ts';
import { buildTargets } from './promised-browsers.ts';

/** The server in development, which gets the calls of a page. */
export const SERVER = `http://127.0.0.1:${process.env['PORT'] ?? 8080}`;

/** The settings that every page shares: where its files go and for which browsers they are built. */
export const pageConfig = {
  css: { modules: { generateScopedName: className } },
  build: {
    target: buildTargets(),
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    license: { fileName: 'licenses.md' },
  },
} satisfies UserConfig;
