// Does a release run in production, without the packages that build it? Makes one of this tree, starts it on PostgreSQL
// and makes a traveller's journey. Then SIGTERM to `npm start` must end the server too.
//   node scripts/release/try-release.mjs            a release folder of this tree
//   node scripts/release/try-release.mjs --clean    the steps of docs/operating.md, in a clone of the newest commit
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../../e2e/support/server/run-server.ts';
import { runChild } from '../programs/child.mjs';
import { withPostgres } from '../programs/postgres.mjs';
import { makeRelease } from './make-release.mjs';
import { endingAll, startProduction, startRelay } from './production.mjs';
import { caller, journey } from './traveller.mjs';

const ROOT = path.join(import.meta.dirname, '../..');
const START_MS = 60_000;
/** The server ends within ten seconds. */
const STOP_MS = 12_000;

/** Runs a command. @throws if it fails */
async function run(folder, cmd, ...args) {
  console.log(`$ ${cmd} ${args.join(' ')}`);
  if ((await runChild(cmd, args, { cwd: folder })) !== 0) throw new Error(`${cmd} ${args[0]} failed`);
}

/** Fetches a page and every file that it names. @returns {Promise<number>} how many files */
async function loadPage(origin, address) {
  const page = await fetch(origin + address);
  const text = await page.text();
  if (!page.ok || !/^text\/html/.test(page.headers.get('content-type') ?? ''))
    throw new Error(`${address} answers ${page.status}`);
  const files = [...text.matchAll(/ (?:src|href)="(\/[^"]+|\.?[^":]+)"/g)].map(([, file = '']) => file);
  if (!files.some((file) => file.endsWith('.js'))) throw new Error(`${address} names no script`);
  for (const file of files) {
    const answer = await fetch(new URL(file, origin + address));
    if (!answer.ok) throw new Error(`${file} of ${address} answers ${answer.status}`);
    await answer.arrayBuffer();
  }
  return files.length;
}

/** Whether something listens on a port of this machine. @returns {Promise<boolean>} */
const listens = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
    socket.on('close', () => socket.destroy());
    socket.on('connect', () => socket.destroy());
  });

/** Starts the server of a folder in production, uses all of it, and stops it. */
async function useRelease(folder, work) {
  if (existsSync(path.join(folder, 'node_modules/vite'))) throw new Error('the release holds what builds it');
  const use = async (databaseUrl) => {
    const relay = await startRelay();
    const dataDir = path.join(work, 'data');
    const server = await startProduction({ folder, dataDir, databaseUrl, smtpUrl: relay.url });
    const pages = await Promise.all(
      ['/', '/gate/', '/desk/'].map((address) => loadPage(server.origin, address)),
    );
    const { call, made } = caller([server.origin]);
    await call('GET', '/jtr-jwqs-app/open/account/info/getAllCountry');
    await journey({ call, made }, relay);
    const code = await server.stop();
    if (code !== 0) throw new Error(`it ended with ${code}: ${server.printed()}`);
    console.log(`production: 3 pages with ${pages.join(', ')} files, ${made()} calls`);
  };
  const ran = await withPostgres((databaseUrl) => endingAll(() => use(databaseUrl)), { durable: false });
  if (!ran) throw new Error('the release does not run');
}

/** Starts `npm start` and sends SIGTERM to npm alone. The server must end too. */
async function stopNpmStart(work) {
  const port = await freePort();
  const npm = spawn('npm', ['start'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: path.join(work, 'demo'),
      LOG_LEVEL: 'warn',
      npm_config_update_notifier: 'false',
    },
  });
  const ended = once(npm, 'exit');
  const until = Date.now() + START_MS;
  const ready = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await ready())) {
    if (npm.exitCode !== null || Date.now() > until) {
      npm.kill('SIGTERM');
      throw new Error('npm start did not start');
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  npm.kill('SIGTERM');
  const [code, signal] = await ended;
  const stopped = Date.now() + STOP_MS;
  while (await listens(port)) {
    if (Date.now() > stopped) throw new Error('npm has ended and the server lives on');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  console.log(`npm start: ended by SIGTERM (${signal ?? code}), its port is free`);
}

const work = mkdtempSync(path.join(tmpdir(), 'kippu-release-'));
try {
  const release = path.join(work, 'release');
  if (process.argv[2] === '--clean') {
    const clone = path.join(work, 'clone');
    await run(work, 'git', 'clone', '--quiet', ROOT, clone);
    await run(clone, 'npm', 'ci', '--no-audit', '--no-fund');
    await run(clone, 'npm', 'run', 'build');
    await run(clone, 'node', 'scripts/release/make-release.mjs', release);
    await useRelease(release, work);
    await run(clone, 'npm', 'prune', '--omit=dev', '--no-audit', '--no-fund');
    await useRelease(clone, work);
  } else {
    process.chdir(ROOT);
    await makeRelease(release);
    await useRelease(release, work);
    await stopNpmStart(work);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(work, { recursive: true, force: true });
}
