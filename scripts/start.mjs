// `npm start`: installs what the lockfile names, builds the pages whose sources changed, and runs the server.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
process.chdir(root);

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Kippu needs Node 20.19 or later; this is ${process.versions.node}.`);
  process.exit(1);
}

const stop = (what) => {
  console.error(what);
  process.exit(1);
};
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

once('node_modules/.kippu-installed', ['package-lock.json'], () => {
  if (!run('npm', ['ci', '--no-audit', '--no-fund']))
    stop('Installing the packages failed; the lines above say why.');
});
/** Builds a page where it or what it is made of has changed. */
function build(page, parts) {
  if (!existsSync(`${page}/index.html`)) return;
  once(`${page}/dist/.kippu-built`, [...[page, ...parts].flatMap(filesBelow), 'package-lock.json'], () => {
    if (!run('npx', ['vite', 'build', page])) stop(`Building ${page} failed; the lines above say why.`);
  });
}
build('web', ['contract', 'domain', 'ticket-code', 'operator']);
build('gate', ['contract', 'ticket-code']);

const server = spawn(process.execPath, ['--import', 'tsx', 'server/src/main.ts'], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
