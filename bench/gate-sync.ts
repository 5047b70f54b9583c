// Do 50 offline gates with 1,000 events each end in the same history, in any order and number of their batches? Runs
// all of apps/server/src/gate/sync/gate-order.test.ts, of which `npm test` runs a part.
// node bench/gate-sync.ts [events a gate]
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const [eventsEach = 1000] = process.argv.slice(2).map(Number);
const folder = mkdtempSync(join(tmpdir(), 'kippu-gate-sync-'));
const result = join(folder, 'result.json');
const began = performance.now();
const { status } = spawnSync('npx', ['vitest', 'run', 'apps/server/src/gate/sync/gate-order.test.ts'], {
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  env: { ...process.env, KIPPU_GATE_EVENTS: String(eventsEach), KIPPU_GATE_RESULT: result },
  stdio: ['ignore', 'ignore', 'inherit'],
});
const seconds = ((performance.now() - began) / 1000).toFixed(0);
const found = existsSync(result) ? readFileSync(result, 'utf8') : 'no result';
rmSync(folder, { recursive: true });
process.stdout
  .write(`50 gates, ${eventsEach.toLocaleString('en')} events each, in order and then shuffled with repeats, ${seconds} s
${found}
${status === 0 ? 'the same history' : 'NOT the same history'}
`);
process.exitCode = status === 0 ? 0 : 1;
