// `npm run feed:check <zip or folder>`: reads a GTFS feed and prints all that is found in it (apps/server/src/commands/check-feed.ts).
import { spawnSync } from 'node:child_process';
import { needsNode } from './node.mjs';
import { install } from './prepare.mjs';

await needsNode();
await install();
const command = ['apps/server/src/commands/check-feed.ts', ...process.argv.slice(2)];
process.exitCode = spawnSync('node', command, { stdio: 'inherit' }).status ?? 1;
