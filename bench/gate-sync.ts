// Do 50 gates that were without a network, 1,000 events each, end in one history whatever order their batches arrive in and
// however often? Runs server/src/gate/gate-order.test.ts, which `npm test` runs in a slice, with the whole number.
// npx tsx bench/gate-sync.ts [events a gate]
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const [eventsEach = 1000] = process.argv.slice(2).map(Number);
const folder = mkdtempSync(join(tmpdir(), 'kippu-gate-sync-'));
const result = join(folder, 'result.json');
const began = performance.now();
const { status } = spawnSync('npx', ['vitest', 'run', 'server/src/gate/gate-order.test.ts'], {
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
