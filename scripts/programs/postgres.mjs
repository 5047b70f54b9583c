// A temporary PostgreSQL server for tests and benchmarks, with its own folder and port, loopback only.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { aptInstall } from './apt.mjs';

const ROOT = process.getuid?.() === 0;
const LIB = '/usr/lib/postgresql';

function binFolder() {
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

const freePort = () =>
  new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' ? address?.port : undefined));
    });
  });

/** The settings of a server for tests, which need no data after a crash: it never waits for the disk. */
const WITHOUT_DISK = '-c fsync=off -c synchronous_commit=off -c full_page_writes=off';

/**
 * Starts PostgreSQL, calls `use(url)`, stops it and deletes its folder.
 * @param {(url: string) => unknown} use
 * @param {{ durable?: boolean }} [options] `durable: false` for tests: it does not wait for the disk. Benches measure with the disk
 * @returns {Promise<boolean>} false if it could not start, or `use` threw
 */
export async function withPostgres(use, { durable = true } = {}) {
  const bin = binFolder();
  const folder = mkdtempSync(path.join(tmpdir(), 'kippu-pg-'));
  const port = await freePort();
  // PostgreSQL refuses to run as root, so root starts it as the package's user.
  const as = (cmd, args) =>
    ROOT
      ? execFileSync('runuser', ['-u', 'postgres', '--', cmd, ...args], {
          stdio: ['ignore', 'ignore', 'inherit'],
        })
      : execFileSync(cmd, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  if (ROOT) {
    execFileSync('chown', ['postgres', folder]);
    chmodSync(folder, 0o700);
  }
  const data = path.join(folder, 'data');
  try {
    as(`${bin}/initdb`, ['-D', data, '-U', 'kippu', '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8']);
    as(`${bin}/pg_ctl`, [
      '-D',
      data,
      '-w',
      '-l',
      path.join(folder, 'log'),
      '-o',
      `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c max_connections=200 ${durable ? '' : WITHOUT_DISK}`,
      'start',
    ]);
    try {
      await use(`postgres://kippu@127.0.0.1:${port}/postgres`);
      return true;
    } finally {
      as(`${bin}/pg_ctl`, ['-D', data, '-m', 'fast', '-w', 'stop']);
    }
  } catch (error) {
    console.error(`PostgreSQL: ${error instanceof Error ? error.message : error}`);
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
