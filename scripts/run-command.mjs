// `npm run feed:check`, `npm run operator:check`: runs a command of apps/server/src/commands/ that needs no server: node scripts/run-command.mjs <its name> [arguments].
import { spawnSync } from 'node:child_process';
import { needsNode } from './node.mjs';
import { install } from './prepare.mjs';

await needsNode();
await install();
const [name, ...rest] = process.argv.slice(2);
const command = [`apps/server/src/commands/${name}.ts`, ...rest];
process.exitCode = spawnSync('node', command, { stdio: 'inherit' }).status ?? 1;
