// `npm start`: installs what the lockfile names, builds the pages whose sources changed, and runs the server.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildPages, install } from './prepare.mjs';

process.chdir(path.dirname(path.dirname(fileURLToPath(import.meta.url))));

const stop = (what) => {
  console.error(what);
  process.exit(1);
};
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19))
  stop(`Kippu needs Node 20.19 or later; this is ${process.versions.node}.`);
try {
  install();
  buildPages();
} catch (error) {
  stop(error.message);
}

const server = spawn(process.execPath, ['--import', 'tsx', 'server/src/main.ts'], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
