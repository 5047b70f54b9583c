// A temporary PgBouncer in transaction mode before a PostgreSQL server, for tests and benches, loopback only.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { aptInstall } from './apt.mjs';
import { freePort } from './postgres.mjs';

const ROOT = process.getuid?.() === 0;
const PROGRAM = '/usr/sbin/pgbouncer';
const START_MS = 10_000;
/** The documented settings. */
const SETTINGS = path.join(import.meta.dirname, '../../deploy/pgbouncer/pgbouncer.ini');

/**
 * Returns the documented settings with others in place of some.
 * @param {string} database the line of the databases
 * @param {Readonly<Record<string, string | number | undefined>>} others
 */
function settingsWith(database, others) {
  const lines = readFileSync(SETTINGS, 'utf8')
    .replace(/^kippu = .*$/m, () => database)
    .split('\n')
    .map((line) => {
      const name = line.split(' = ')[0] ?? '';
      return name in others ? `${name} = ${others[name]}` : line;
    });
  return lines.join('\n');
}

/** Whether something listens on the port. @param {number | undefined} port @returns {Promise<boolean>} */
const isOpen = (port) =>
  new Promise((resolve) => {
    const socket = connect(Number(port), '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

/**
 * Starts PgBouncer before the server at `url`. Any number of clients share `connections` connections of each database.
 * @param {string} url
 * @param {{ connections?: number }} [options]
 */
export async function startPgBouncer(url, { connections = 20 } = {}) {
  if (!existsSync(PROGRAM)) aptInstall('pgbouncer');
  if (!existsSync(PROGRAM))
    throw new Error('PgBouncer is missing and could not be installed: apt-get install pgbouncer');
  const folder = mkdtempSync(path.join(tmpdir(), 'kippu-pgbouncer-'));
  // It refuses to run as root and becomes this user.
  if (ROOT) chmodSync(folder, 0o755);
  const port = await freePort();
  const { hostname, port: serverPort, username } = new URL(url);
  writeFileSync(path.join(folder, 'users'), `"${username}" ""\n`);
  writeFileSync(
    path.join(folder, 'pgbouncer.ini'),
    settingsWith(`* = host=${hostname} port=${serverPort}`, {
      listen_addr: '127.0.0.1',
      listen_port: port,
      auth_type: 'trust',
      auth_file: path.join(folder, 'users'),
      default_pool_size: connections,
    }),
  );
  const child = spawn(PROGRAM, [...(ROOT ? ['-u', 'postgres'] : []), path.join(folder, 'pgbouncer.ini')], {
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  const ended = once(child, 'exit');
  const close = async () => {
    // Ends at once, without waiting for its clients.
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const until = performance.now() + START_MS;
  while (!(await isOpen(port))) {
    if (child.exitCode !== null || performance.now() > until) {
      await close();
      throw new Error('PgBouncer did not start');
    }
    await setTimeout(50);
  }
  const through = new URL(url);
  through.port = String(port);
  return { url: through.href, close };
}
