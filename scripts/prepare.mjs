// Prepares what the server needs: the packages of the lockfile, and the pages built from their sources. Each is
// repeated only if its inputs have changed. `node scripts/prepare.mjs` does both.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { needsNode } from './node.mjs';

const run = (cmd, args) => spawnSync(cmd, args, { stdio: 'inherit' }).status === 0;
const filesBelow = (folder) =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !/(^|\/)(dist|node_modules)\//.test(file))
    .sort();
const digest = (files) => {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
};

/**
 * Runs `work` unless it has run for the same inputs.
 * @param {string} mark the file that remembers them
 * @param {readonly string[]} files the inputs
 * @param {() => void} work
 */
export function once(mark, files, work) {
  const now = digest(files);
  if (existsSync(mark) && readFileSync(mark, 'utf8') === now) return;
  work();
  mkdirSync(path.dirname(mark), { recursive: true });
  writeFileSync(mark, now);
}

/** Installs the packages. Throws if that fails. */
export function install() {
  once('node_modules/.kippu-installed', ['package-lock.json'], () => {
    if (!run('npm', ['ci', '--no-audit', '--no-fund']))
      throw new Error('Installing the packages failed; the lines above say why.');
  });
}

/** The shared sources of every page. */
const SHARED = ['page-build', 'client', 'contract', 'ui', 'words'].map((name) => `packages/${name}`);

/** Builds the pages. Throws if that fails. */
export function buildPages() {
  const build = (name, parts) => {
    const page = `apps/${name}`;
    const files = [
      ...[page, ...SHARED, ...parts].flatMap(filesBelow),
      'package-lock.json',
      '.browserslistrc',
    ];
    once(`${page}/dist/.kippu-built`, files, () => {
      console.log(`Building ${page}.`);
      if (!run('npx', ['vite', 'build', page, '--logLevel', 'warn']))
        throw new Error(`Building ${page} failed; the lines above say why.`);
    });
  };
  build('web', ['packages/domain', 'packages/help-search', 'packages/ticket-code', 'operator']);
  build('gate', ['packages/ticket-code']);
  build('desk', ['packages/domain']);
}

if (import.meta.filename === process.argv[1]) {
  await needsNode();
  install();
  buildPages();
}
