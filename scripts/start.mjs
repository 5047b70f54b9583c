// `npm start`: installs the packages of the lockfile, builds the pages whose sources changed, and runs the server. For a
// demonstration and for development; a service runs `node apps/server/src/main.ts` of a release folder itself.
//   npm start -- --operator alpine   serves that folder of operators/, with its own data in var/alpine
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { DEMO_FEED_URL } from './demo-day/address.mjs';
import { needsNode } from './node.mjs';
import { buildPages, install } from './prepare.mjs';
import { runChild } from './programs/child.mjs';

process.chdir(path.dirname(path.dirname(fileURLToPath(import.meta.url))));

/**
 * Returns the settings of the server for an operator of this repository. Those that are set already stay.
 * @param {string} name
 * @returns {{ readonly OPERATOR_DIR: string, readonly DATA_DIR: string }}
 * @throws if no folder of operators/ has this name
 */
function settingsFor(name) {
  const folders = readdirSync('operators', { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
  if (!folders.includes(name))
    throw new Error(
      `There is no operator '${name}'. Choose one of ${folders.join(', ')}, or set OPERATOR_DIR to a folder elsewhere.`,
    );
  return { OPERATOR_DIR: `operators/${name}`, DATA_DIR: process.env.DATA_DIR ?? `var/${name}` };
}

await needsNode();
let settings = {};
try {
  const { operator } = parseArgs({ options: { operator: { type: 'string' } } }).values;
  if (operator !== undefined) settings = settingsFor(operator);
  await install();
  await buildPages();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
process.exit(
  await runChild(process.execPath, ['apps/server/src/main.ts'], {
    // The feed of `npm run demo:day`. A server in production reads none.
    env: { DEMO_REALTIME_URL: DEMO_FEED_URL, ...process.env, ...settings },
  }),
);
