// Does any of 1,000,000 mutated codes pass the gate, or throw? Runs all of
// packages/ticket-code/src/decide-fuzz.test.ts, of which `npm test` runs a part.
// node bench/fuzz.ts [mutants]
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const [mutants = 1_000_000] = process.argv.slice(2).map(Number);
const began = performance.now();
const { status } = spawnSync('npx', ['vitest', 'run', 'packages/ticket-code/src/decide-fuzz.test.ts'], {
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  env: { ...process.env, KIPPU_FUZZ: String(mutants) },
  stdio: ['ignore', 'ignore', 'inherit'],
});
const seconds = (performance.now() - began) / 1000;
process.stdout.write(
  `${mutants.toLocaleString('en')} mutated codes in ${seconds.toFixed(0)} s: ${status === 0 ? 'no throw, no accept' : 'FAILED'}\n`,
);
process.exitCode = status === 0 ? 0 : 1;
