// Checks the security claims in docs/asvs/: each OWASP ASVS 5.0 level 1 and 2 requirement has one line. A line 'met'
// names code and a test; a line 'documented' links to a heading.
// With `--break` it breaks the named code and expects the named test to fail.
// Ids or chapters (`V1`, `V1.2`, `V1.2.3`) limit both to these.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

const HERE = import.meta.dirname;
const ROOT = path.join(HERE, '../..');
const STATES = ['met', 'documented', 'exception', 'not applicable'];
const LINE = /^\|\s*(V\d+\.\d+\.\d+)\s*\|([^|]*)\|([^|]*)\|\s*$/;

/**
 * One requirement's line.
 * @typedef {{ id: string, state: string, how: string, file: string }} Claim
 * One way to break a requirement's code: in `file`, the text `find` (which occurs once) becomes `replace`; then the test
 * called `name` in `test` must fail.
 * @typedef {{ file: string, find: string, replace: string, test: string, name: string }} Break
 */

/** Reads the lines of one chapter. @returns {Claim[]} */
const claimsOf = (text, file) =>
  text.split('\n').flatMap((line) => {
    const [, id, state, how] = LINE.exec(line) ?? [];
    return id ? [{ id, state: state.trim(), how: how.trim(), file }] : [];
  });

/** Returns the anchor of a Markdown heading, as GitHub makes it. @returns {string} */
const anchorOf = (heading) =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

/** Checks the links of one line. @returns {string[]} the links that lead nowhere, and `none` where there is no link to a heading */
function lostLinks(how, read) {
  const links = [...how.matchAll(/\]\(([^)#\s]*)#([^)\s]+)\)/g)];
  if (links.length === 0) return ['none'];
  return links.flatMap(([, file, anchor]) => {
    const text = read(path.posix.join('docs/asvs', file)) ?? '';
    const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading));
    return headings.includes(anchor) ? [] : [`${file}#${anchor}`];
  });
}

/**
 * Compares the claims with the list of requirements and with the breaks.
 * @param {string[]} required the ids that must be claimed @param {Claim[]} claims @param {Record<string, Break>} breaks
 * @param {(file: string) => string | undefined} read gives a file's text, undefined where there is none
 * @returns {string[]} what is wrong, a sentence each
 */
function faultsOf(required, claims, breaks, read) {
  const faults = [];
  const seen = new Set();
  for (const { id, state, how, file } of claims) {
    if (seen.has(id)) faults.push(`${file}: ${id} has two lines`);
    seen.add(id);
    if (!required.includes(id)) faults.push(`${file}: ${id} is no requirement of level 1 or 2`);
    if (!STATES.includes(state)) faults.push(`${file}: ${id} is '${state}'; a state is ${STATES.join(', ')}`);
    if (how.length < 10) faults.push(`${file}: ${id} gives no reason`);
    if (state === 'met' && !breaks[id])
      faults.push(`${file}: ${id} is met, but no test is named that holds it`);
    const lost = lostLinks(how, read).filter((link) => state === 'documented' || link !== 'none');
    for (const link of lost)
      faults.push(
        link === 'none'
          ? `${file}: ${id} is documented, but links to no heading`
          : `${file}: ${id} links to ${link}, which does not exist`,
      );
    if (state !== 'met' && breaks[id]) faults.push(`${file}: ${id} has a test but is not met`);
    for (const [, named] of how.matchAll(/`([\w./-]+\/[\w./-]+\.(?:tsx?|mjs|md|json))`/g))
      if (read(named) === undefined) faults.push(`${file}: ${id} names ${named}, which does not exist`);
  }
  for (const id of required) if (!seen.has(id)) faults.push(`${id} has no line`);
  for (const [id, { file, find, replace, test, name }] of Object.entries(breaks)) {
    if (!seen.has(id)) faults.push(`breaks: ${id} has no line`);
    const code = read(file);
    const times = code === undefined ? 0 : code.split(find).length - 1;
    if (times !== 1) faults.push(`breaks: ${id}: the text to break occurs ${times} times in ${file}`);
    if (find === replace) faults.push(`breaks: ${id} changes nothing`);
    if (!read(test)?.includes(name)) faults.push(`breaks: ${id}: ${test} has no test '${name}'`);
  }
  return faults;
}

/** Runs one named test. @returns {{ passed: number, failed: number }} */
function runTest({ test, name }, report) {
  rmSync(report, { force: true });
  const pattern = name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const args = ['vitest', 'run', '--maxWorkers=1', test, '-t', pattern, '--reporter=json'];
  spawnSync('npx', [...args, `--outputFile=${report}`], { cwd: ROOT, stdio: 'ignore' });
  // A file that cannot be loaded has no test report and proves nothing.
  if (!existsSync(report)) return { passed: 0, failed: 0 };
  const { numPassedTests: passed, numFailedTests: failed } = JSON.parse(readFileSync(report, 'utf8'));
  return { passed, failed };
}

/** Breaks each requirement's code in turn and restores it. @returns {string[]} breaks that no test noticed */
function breakAll(breaks, ids) {
  const folder = mkdtempSync(path.join(tmpdir(), 'kippu-claims-'));
  const report = path.join(folder, 'report.json');
  const faults = [];
  const whole = new Map();
  try {
    for (const id of ids) {
      const each = breaks[id];
      const key = `${each.test}\n${each.name}`;
      if (!whole.has(key)) whole.set(key, runTest(each, report));
      const before = whole.get(key);
      if (before.passed === 0 || before.failed > 0) {
        faults.push(`${id}: '${each.name}' does not pass on the code as it is`);
        console.log(`${id} not green before`);
        continue;
      }
      const file = path.join(ROOT, each.file);
      const code = readFileSync(file, 'utf8');
      try {
        writeFileSync(
          file,
          code.replace(each.find, () => each.replace),
        );
        const { failed } = runTest(each, report);
        if (failed === 0) faults.push(`${id}: '${each.name}' passes though ${each.file} is broken`);
        console.log(`${id} ${failed > 0 ? 'held' : 'NOT HELD'}`);
      } finally {
        writeFileSync(file, code);
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return faults;
}

/** Tests that the check finds each kind of fault. */
function proveItself() {
  const broken = { file: 'a.ts', find: 'x', replace: 'y', test: 'a.test.ts', name: 'holds' };
  const files = { 'a.ts': 'x', 'a.test.ts': "test('holds')", 'docs/a.md': '## What is `limited`?' };
  const claim = { id: 'V1.1.1', state: 'met', how: 'The code does it.', file: 'v01.md' };
  const judge = (claims, breaks, required = ['V1.1.1']) =>
    faultsOf(required, claims, breaks, (f) => files[f]);
  const good = [
    ...judge([claim], { 'V1.1.1': broken }),
    ...judge([{ ...claim, state: 'documented', how: '[Limits](../a.md#what-is-limited)' }], {}),
  ];
  const bad = [
    judge([claim], {}),
    judge([], {}),
    judge([claim, claim], { 'V1.1.1': broken }),
    judge([{ ...claim, state: 'nearly' }], {}),
    judge([{ ...claim, how: '' }], { 'V1.1.1': broken }),
    judge([claim], { 'V1.1.1': { ...broken, find: 'z' } }),
    judge([claim], { 'V1.1.1': { ...broken, name: 'other' } }),
    judge([{ ...claim, how: 'See `server/none.ts`.' }], { 'V1.1.1': broken }),
    judge([{ ...claim, state: 'documented' }], {}),
    judge([{ ...claim, state: 'documented', how: '[Limits](../a.md#no-such)' }], {}),
    judge([{ ...claim, how: 'See [limits](../a.md#no-such).' }], { 'V1.1.1': broken }),
  ];
  if (good.length > 0 || bad.some((faults) => faults.length === 0))
    throw new Error('check-claims is blind: it missed a planted fault');
}

const { values, positionals } = parseArgs({
  options: { break: { type: 'boolean' } },
  allowPositionals: true,
});
proveItself();
const inRoot = (file) => path.join(ROOT, file);
const read = (file) => (existsSync(inRoot(file)) ? readFileSync(inRoot(file), 'utf8') : undefined);
const json = (file) => JSON.parse(readFileSync(file, 'utf8'));
const required = json(path.join(HERE, 'requirements.json'));
const chapters = readdirSync(inRoot('docs/asvs')).filter((file) => file.endsWith('.md'));
const claims = chapters.flatMap((file) => claimsOf(read(`docs/asvs/${file}`), file));
const breakFiles = readdirSync(path.join(HERE, 'breaks')).map((file) => path.join(HERE, 'breaks', file));
const breaks = Object.assign({}, ...breakFiles.map(json));
const belongs = (id, wanted) => id === wanted || id.startsWith(`${wanted}.`);
const isWanted = (id) => positionals.length === 0 || positionals.some((wanted) => belongs(id, wanted));
const isOfWanted = (fault) => (fault.match(/V\d+\.\d+\.\d+/g) ?? []).some(isWanted);
const unknown = positionals.filter((wanted) => !required.some((id) => belongs(id, wanted)));
if (unknown.length > 0) throw new Error(`no requirement is called ${unknown.join(', ')}`);
const all = faultsOf(required, claims, breaks, read);
const faults = positionals.length === 0 ? all : all.filter(isOfWanted);
if (values.break && faults.length === 0)
  faults.push(...breakAll(breaks, Object.keys(breaks).filter(isWanted)));
for (const fault of faults) console.error(fault);
const count = (state) => claims.filter((claim) => claim.state === state).length;
console.log(
  `claims: ${required.length} requirements; ${STATES.map((state) => `${count(state)} ${state}`).join(', ')}; ${faults.length} faults`,
);
process.exit(faults.length > 0 ? 1 : 0);
