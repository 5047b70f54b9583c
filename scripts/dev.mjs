// `npm run dev`: the server, which restarts when one of its files changes, and the four pages, which reload at each
// save.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { DEMO_FEED_URL } from './demo-day/address.mjs';
import { needsNode } from './node.mjs';
import { buildPages, install } from './prepare.mjs';

process.chdir(path.join(import.meta.dirname, '..'));
await needsNode();
await install();
// The server also serves the built pages, for example to a phone in the same network.
await buildPages();

const vite = 'node_modules/vite/bin/vite.js';
const children = [
  ['--watch', '--watch-preserve-output', 'apps/server/src/main.ts'],
  [vite, 'apps/web', '--port', '5173', '--strictPort'],
  [vite, 'apps/gate', '--port', '5174', '--strictPort'],
  [vite, 'apps/desk', '--port', '5175', '--strictPort'],
  [vite, 'apps/board', '--port', '5176', '--strictPort'],
].map((args) =>
  // The feed of `npm run demo:day`.
  spawn(process.execPath, args, {
    stdio: 'inherit',
    env: { DEMO_REALTIME_URL: DEMO_FEED_URL, ...process.env },
  }),
);
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
  process.on(signal, () => children.forEach((child) => child.kill(signal)));
// When one ends, the others end too: a half-running development server is confusing.
for (const child of children)
  child.on('exit', (code) => {
    for (const other of children) other.kill();
    process.exitCode ||= code ?? 1;
  });
