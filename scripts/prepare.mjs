// What must be there before the server runs: the packages that the lockfile names, and the pages built from their sources.
// Each is done once and again when what it is made of has changed. `node scripts/prepare.mjs` does both.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

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

/** Runs `work` unless the same inputs were worked on before; the mark lies beside the result. */
function once(mark, files, work) {
  const now = digest(files);
  if (existsSync(mark) && readFileSync(mark, 'utf8') === now) return;
  work();
  mkdirSync(path.dirname(mark), { recursive: true });
  writeFileSync(mark, now);
}

/** Installs the packages; throws where that fails. */
export function install() {
  once('node_modules/.kippu-installed', ['package-lock.json'], () => {
    if (!run('npm', ['ci', '--no-audit', '--no-fund']))
      throw new Error('Installing the packages failed; the lines above say why.');
  });
}

/** Builds the pages; throws where that fails. */
export function buildPages() {
  const build = (page, parts) => {
    const files = [...[page, ...parts].flatMap(filesBelow), 'package-lock.json'];
    once(`${page}/dist/.kippu-built`, files, () => {
      console.log(`Building ${page}.`);
      if (!run('npx', ['vite', 'build', page, '--logLevel', 'warn']))
        throw new Error(`Building ${page} failed; the lines above say why.`);
    });
  };
  build('web', ['contract', 'domain', 'ticket-code', 'operator']);
  build('gate', ['contract', 'ticket-code']);
  build('desk', ['contract', 'domain']);
}

if (import.meta.filename === process.argv[1]) {
  install();
  buildPages();
}
