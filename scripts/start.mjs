// `npm start`: installs the packages of the lockfile, builds the pages whose sources changed, and runs the server.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { needsNode } from './node.mjs';
import { buildPages, install } from './prepare.mjs';

process.chdir(path.dirname(path.dirname(fileURLToPath(import.meta.url))));

await needsNode();
const stop = (what) => {
  console.error(what);
  process.exit(1);
};
try {
  install();
  buildPages();
} catch (error) {
  stop(error instanceof Error ? error.message : error);
}

const server = spawn(process.execPath, ['apps/server/src/main.ts'], { stdio: 'inherit' });
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
  process.on(signal, () => server.kill(signal));
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
