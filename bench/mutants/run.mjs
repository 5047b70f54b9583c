// Mutation testing: plants small faults in the code of one area, one at a time, and runs the tests that reach each.
//   npm run mutants -- [areas] [--file <path>]...   all areas when none is named; only these files of them
// Exit code 1 when a mutant survives that survivors.json does not name with a reason, and when survivors.json names a
// mutant of the files that ran which does not survive.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { needsNode } from '../../scripts/node.mjs';
import { withPostgres } from '../../scripts/programs/postgres.mjs';
import { install } from '../../scripts/prepare.mjs';
import { sqlFaults } from './sql-mutants.mjs';

const HERE = import.meta.dirname;
const ROOT = path.join(HERE, '../..');
const VITEST = path.join(ROOT, 'node_modules/vitest/vitest.mjs');
/** What is mutated, and the tests that must notice. Paths from the root. */
const AREAS = JSON.parse(readFileSync(path.join(HERE, 'areas.json'), 'utf8'));
const SURVIVORS = JSON.parse(readFileSync(path.join(HERE, 'survivors.json'), 'utf8'));

/** Whether two descriptions mean the same mutant. Its line number is not compared, so that code above it may change. */
const isSame = (one, other) => ['file', 'code', 'was', 'becomes'].every((key) => one[key] === other[key]);

/** Runs an area's tests once for each fault in its SQL. Returns its mutants as `mutate` does. */
function mutateSql(area, part) {
  const { sql: files = [], config } = AREAS[area];
  return files
    .filter((file) => part.length === 0 || part.includes(file))
    .flatMap((file) => {
      const source = readFileSync(path.join(ROOT, file), 'utf8');
      return sqlFaults(source).map((fault) => {
        const { from, to, becomes } = fault;
        const lineStart = source.lastIndexOf('\n', from) + 1;
        const line = source.slice(0, from).split('\n').length;
        const { status } = spawnSync(
          process.execPath,
          [VITEST, 'run', '--config', config, '--reporter', 'dot'],
          {
            cwd: ROOT,
            env: { ...process.env, SQL_FAULT: JSON.stringify({ file, ...fault }) },
            timeout: 300_000,
          },
        );
        const state = status === 0 ? 'Survived' : 'Killed';
        const was = source.slice(from, to).replace(/\s+/g, ' ');
        console.log(`${file}:${line} ${was} -> ${becomes}: ${state}`);
        const code = source.slice(lineStart, source.indexOf('\n', from)).trim();
        return { file, line, code, was, becomes, state };
      });
    });
}

/** Runs Stryker over one area, or some of its files. Returns its mutants: file, line, what it became and its state. */
function mutate(area, part) {
  const { mutate: all, config } = AREAS[area];
  const files = part.length > 0 && AREAS[area].sql ? all.filter((file) => part.includes(file)) : part;
  if (AREAS[area].sql && part.length > 0 && files.length === 0) return [];
  const report = path.join(ROOT, 'var/mutants', `${area}.json`);
  const stryker = path.join(HERE, 'node_modules/.bin/stryker');
  const { status } = spawnSync(stryker, ['run', path.join(HERE, 'stryker.config.mjs')], {
    cwd: ROOT,
    stdio: 'inherit',
    env: {
      ...process.env,
      MUTANTS_FILES: JSON.stringify(files.length > 0 ? files : all),
      MUTANTS_TESTS: config,
      MUTANTS_REPORT: report,
    },
  });
  if (status !== 0 || !existsSync(report)) throw new Error(`Stryker did not end well in ${area}`);
  const { files: found } = JSON.parse(readFileSync(report, 'utf8'));
  return Object.entries(found).flatMap(([file, { source, mutants }]) => {
    const lines = source.split('\n');
    return mutants.map(({ location, replacement, mutatorName, status: state }) => ({
      file,
      line: location.start.line,
      code: lines[location.start.line - 1].trim(),
      column: location.start.column,
      was:
        location.start.line === location.end.line
          ? lines[location.start.line - 1].slice(location.start.column - 1, location.end.column - 1)
          : '(several lines)',
      becomes: replacement,
      mutator: mutatorName,
      state,
    }));
  });
}

/** The mutants of an area, or of some of its files; on PostgreSQL where its tests need that. */
async function mutantsOf(area, part) {
  const both = () => [...mutate(area, part), ...mutateSql(area, part)];
  if (!AREAS[area].postgres) return both();
  let found;
  await withPostgres(
    (url) => {
      process.env.TEST_DATABASE_URL = url;
      found = both();
    },
    { durable: false },
  );
  delete process.env.TEST_DATABASE_URL;
  if (!found) throw new Error(`${area} could not be run on PostgreSQL`);
  return found;
}

await needsNode();
await install();
if (!existsSync(path.join(HERE, 'node_modules'))) {
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--legacy-peer-deps'], {
    cwd: HERE,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('the tools of mutation testing could not be installed');
}
const { values, positionals } = parseArgs({
  options: { file: { type: 'string', multiple: true } },
  allowPositionals: true,
});
let wrong = 0;
for (const area of positionals.length > 0 ? positionals : Object.keys(AREAS)) {
  const began = Date.now();
  const mutants = await mutantsOf(area, values.file ?? []);
  const alive = mutants.filter(({ state }) => state === 'Survived' || state === 'NoCoverage');
  const judged = mutants.filter(({ state }) => state !== 'Ignored' && state !== 'CompileError');
  const unexplained = alive.filter(
    (mutant) => !SURVIVORS.some((each) => isSame(each, mutant) && each.reason),
  );
  const ran = new Set(mutants.map(({ file }) => file));
  // A survivor may time out on a slow machine. Then its reason stays.
  const kept = [...alive, ...mutants.filter(({ state }) => state === 'Timeout')];
  const outdated = SURVIVORS.filter(
    (each) => ran.has(each.file) && !kept.some((mutant) => isSame(each, mutant)),
  );
  for (const { file, line, code, was, becomes } of unexplained)
    console.log(`ALIVE ${JSON.stringify({ file, line, code, was, becomes })}`);
  for (const each of outdated) console.log(`NOT ALIVE ${JSON.stringify(each)}`);
  wrong += unexplained.length + outdated.length;
  console.log(
    `${area}: ${judged.length} mutants, ${judged.length - alive.length} killed, ${alive.length} alive, ${unexplained.length} without a reason, ${outdated.length} reasons without a survivor; ${Math.round((Date.now() - began) / 1000)} s`,
  );
}
process.exit(wrong > 0 ? 1 : 0);
