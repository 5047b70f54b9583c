// Prepares what the server needs: the packages of the lockfile, and the pages built from their sources. Each is
// repeated only if its inputs have changed. `node scripts/prepare.mjs` does both.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { needsNode } from './node.mjs';
import { runChild } from './programs/child.mjs';

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
 * @param {() => unknown} work
 */
export async function once(mark, files, work) {
  const now = digest(files);
  if (existsSync(mark) && readFileSync(mark, 'utf8') === now) return;
  await work();
  mkdirSync(path.dirname(mark), { recursive: true });
  writeFileSync(mark, now);
}

/** npm's own list of what it has installed, written when it is done. */
const INSTALLED = 'node_modules/.package-lock.json';

/**
 * Whether the installed packages are those of the lockfile, with the development packages and whichever of the
 * optional ones this platform needs. Also true after `npm ci`, false after `npm prune --omit=dev`.
 */
function isInstalled() {
  if (!existsSync(INSTALLED)) return false;
  const read = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;
  const found = read(INSTALLED);
  return Object.entries(read('package-lock.json')).every(
    ([name, { optional, devOptional, integrity }]) =>
      !name.includes('node_modules/') || optional || devOptional || found[name]?.integrity === integrity,
  );
}

/** Installs the packages of the lockfile unless they are there. Throws if that fails. */
export async function install() {
  if (isInstalled()) return;
  // Also under NODE_ENV=production, where npm leaves out the packages that build the pages.
  if ((await runChild('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'])) !== 0)
    throw new Error('Installing the packages failed; the lines above say why.');
}

/** The shared sources of every page. */
const SHARED = ['page-build', 'client', 'contract', 'ui', 'words'].map((name) => `packages/${name}`);

/** Builds the pages. Throws if that fails. */
export async function buildPages() {
  const build = async (name, parts) => {
    const page = `apps/${name}`;
    const files = [
      ...[page, ...SHARED, ...parts].flatMap(filesBelow),
      'package-lock.json',
      '.browserslistrc',
    ];
    await once(`${page}/dist/.kippu-built`, files, async () => {
      console.log(`Building ${page}.`);
      if ((await runChild('npx', ['vite', 'build', page, '--logLevel', 'warn'])) !== 0)
        throw new Error(`Building ${page} failed; the lines above say why.`);
    });
  };
  await build('web', ['packages/domain', 'packages/help-search', 'packages/ticket-code', 'operators']);
  await build('gate', ['packages/ticket-code']);
  await build('desk', ['packages/domain']);
  await build('board', ['packages/domain']);
}

if (import.meta.filename === process.argv[1]) {
  await needsNode();
  await install();
  await buildPages();
}
