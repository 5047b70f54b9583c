// `npm start`: installs the packages of the lockfile, builds the pages whose sources changed, and runs the server. For a
// demonstration and for development; a service runs `node apps/server/src/main.ts` of a release folder itself.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { needsNode } from './node.mjs';
import { buildPages, install } from './prepare.mjs';
import { runChild } from './programs/child.mjs';

process.chdir(path.dirname(path.dirname(fileURLToPath(import.meta.url))));

await needsNode();
try {
  await install();
  await buildPages();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
process.exit(await runChild(process.execPath, ['apps/server/src/main.ts']));
