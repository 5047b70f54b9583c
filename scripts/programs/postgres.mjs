// A temporary PostgreSQL server for tests and benchmarks, with its own folder and port, loopback only.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { aptInstall } from './apt.mjs';

const ROOT = process.getuid?.() === 0;
const LIB = '/usr/lib/postgresql';

/** The folder of the programs: `POSTGRES_BIN`, or that of the newest version that is installed, which may be Debian's now. */
function binFolder() {
  if (process.env.POSTGRES_BIN) return process.env.POSTGRES_BIN;
  const newest = () =>
    (existsSync(LIB) ? readdirSync(LIB).sort((a, b) => Number(b) - Number(a)) : []).find((v) =>
      existsSync(`${LIB}/${v}/bin/initdb`),
    );
  if (!newest()) aptInstall('postgresql');
  const version = newest();
  if (!version)
    throw new Error('PostgreSQL is missing and could not be installed: apt-get install postgresql');
  return `${LIB}/${version}/bin`;
}

/** The path of a program of PostgreSQL's newest version. @param {string} name */
export const programOf = (name) => `${binFolder()}/${name}`;

/** Returns a free port of the loopback address. @returns {Promise<number | undefined>} */
export const freePort = () =>
  new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' ? address?.port : undefined));
    });
  });

/** The settings of a server for tests, which need no data after a crash: it never waits for the disk. */
const WITHOUT_DISK = '-c fsync=off -c synchronous_commit=off -c full_page_writes=off';

/** Runs a command as a user who may run PostgreSQL, which refuses to run as root. @param {string[]} args */
const asUser = (cmd, args) =>
  execFileSync(ROOT ? 'runuser' : cmd, ROOT ? ['-u', 'postgres', '--', cmd, ...args] : args, {
    stdio: ['ignore', 'ignore', 'inherit'],
  });

/** The state and the parent of a process; undefined once it is gone. @param {number | string} pid */
function statOf(pid) {
  try {
    const [, state, parent] = /^.*\) (\S) (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return { state, parent: Number(parent) };
  } catch {
    return undefined;
  }
}

/** Returns the processes of the server whose main process is `pid`. @param {number} pid @returns {number[]} */
function processesOf(pid) {
  const isChild = (name) => /^\d+$/.test(name) && statOf(name)?.parent === pid;
  return [pid, ...readdirSync('/proc').filter(isChild).map(Number)];
}

/**
 * Starts PostgreSQL on a new, empty database.
 * @param {{ durable?: boolean }} [options] `durable: false` for tests: it does not wait for the disk. Benches measure with the disk
 */
export async function startPostgres({ durable = true } = {}) {
  const bin = binFolder();
  const folder = mkdtempSync(path.join(tmpdir(), 'kippu-pg-'));
  const port = await freePort();
  if (ROOT) {
    execFileSync('chown', ['postgres', folder]);
    chmodSync(folder, 0o700);
  }
  const data = path.join(folder, 'data');
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const start = () =>
    asUser(`${bin}/pg_ctl`, [
      '-D',
      data,
      '-w',
      '-l',
      path.join(folder, 'log'),
      '-o',
      `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c max_connections=200 ${durable ? '' : WITHOUT_DISK}`,
      'start',
    ]);
  const stop = () => asUser(`${bin}/pg_ctl`, ['-D', data, '-m', 'fast', '-w', 'stop']);
  const lockFile = path.join(data, 'postmaster.pid');
  /** @param {NodeJS.Signals} signal @returns {number[]} the processes that got it */
  const signalAll = (signal) => {
    const all = processesOf(Number(readFileSync(lockFile, 'utf8').split('\n')[0]));
    for (const pid of all) process.kill(pid, signal);
    return all;
  };
  try {
    asUser(`${bin}/initdb`, ['-D', data, '-U', 'kippu', '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8']);
    start();
  } catch (error) {
    remove();
    throw error;
  }
  return {
    url: `postgres://kippu@127.0.0.1:${port}/postgres`,
    /** Freezes all processes of the server. */
    freeze: () => void signalAll('SIGSTOP'),
    thaw: () => void signalAll('SIGCONT'),
    /** Ends all processes at once, as a crash does. `start` starts the server again. */
    kill: async () => {
      const killed = signalAll('SIGKILL');
      const isAlive = (pid) => ![undefined, 'Z'].includes(statOf(pid)?.state);
      while (killed.some(isAlive)) await setImmediate();
      // Where nothing collects ended processes, their numbers seem to be in use.
      for (const file of [lockFile, path.join(folder, `.s.PGSQL.${port}.lock`)]) rmSync(file);
    },
    start,
    /** Restarts it as a standby, which accepts no writes for ever. */
    becomeStandby: () => {
      stop();
      asUser('touch', [path.join(data, 'standby.signal')]);
      start();
    },
    /** Stops the server and deletes its folder. */
    close: () => {
      try {
        stop();
      } finally {
        remove();
      }
    },
  };
}

/**
 * Starts PostgreSQL, calls `use(url)`, stops it and deletes its folder.
 * @param {(url: string) => unknown} use
 * @param {{ durable?: boolean }} [options] as for `startPostgres`
 * @returns {Promise<boolean>} false if it could not start, or `use` threw
 */
export async function withPostgres(use, options = {}) {
  try {
    const server = await startPostgres(options);
    try {
      await use(server.url);
      return true;
    } finally {
      server.close();
    }
  } catch (error) {
    console.error(`PostgreSQL: ${error instanceof Error ? error.message : error}`);
    return false;
  }
}
