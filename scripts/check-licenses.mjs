// Each built page carries the notices of the packages that are bundled in it. The notices also show that no schemas
// reach a phone.
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Packages that are in a page for certain. */
const BUNDLED = {
  web: ['react-dom', '@tanstack/react-query', 'idb'],
  gate: ['react-dom'],
  desk: ['react-dom'],
};

/** The library of the schemas. Only the server validates. */
const NOT_BUNDLED = 'typebox';

let missing = 0;
for (const [page, packages] of Object.entries(BUNDLED)) {
  const dist = path.join(import.meta.dirname, '../apps', page, 'dist');
  const notices = readFileSync(path.join(dist, 'licenses.md'), 'utf8');
  const entries = notices.split(/^## /m).slice(1);
  const named = (/** @type {string} */ name) => entries.find((entry) => entry.startsWith(`${name} `));
  for (const name of packages)
    if (!named(name)?.includes('Permission')) {
      console.error(`apps/${page}/dist/licenses.md has no licence text of ${name}`);
      missing += 1;
    }
  if (named(NOT_BUNDLED)) {
    console.error(
      `apps/${page}/dist holds ${NOT_BUNDLED}: a page must import routes, and types by import type`,
    );
    missing += 1;
  }
  for (const entry of entries)
    if (!/copyright|licen[cs]e/i.test(entry)) {
      console.error(`apps/${page}/dist/licenses.md says nothing of ${entry.split('\n')[0]}`);
      missing += 1;
    }
  if (!readFileSync(path.join(dist, 'index.html'), 'utf8').includes('rel="license"')) {
    console.error(`apps/${page}/dist/index.html does not link its notices`);
    missing += 1;
  }
  console.log(`apps/${page}: notices of ${entries.length} packages`);
}
process.exit(missing ? 1 : 0);
