// Keeps a second process out of the embedded database's folder, by Unix sockets: docs/decisions/025-data-dir-lock.md.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  unlinkSync,
} from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Longer socket paths are refused or truncated: macOS allows 104 bytes with the final zero, Linux 108. */
const PATH_BYTES = 100;
const SOCKET_NAME = /^[1-9]\d*$/;
const NEW_PREFIX = 'new-';

/** Another running process uses the folder. */
export class DataDirInUseError extends Error {
  constructor(dataDir: string) {
    super(
      `DATA_DIR: another Kippu that is running uses ${dataDir}; stop it first, or give this one a DATA_DIR of its own`,
    );
    this.name = 'DataDirInUseError';
  }
}

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** Ignores a missing file. */
function unlinkIfThere(path: string): void {
  rmSync(path, { force: true });
}

/**
 * Calls `use` with a path to the folder that is short enough for socket names: its own, or that of a symlink in the temporary folder.
 * Throws where both are too long.
 */
async function withShortPath<T>(folder: string, use: (short: string) => Promise<T>): Promise<T> {
  const isShort = (path: string) => Buffer.byteLength(join(path, `${NEW_PREFIX}00000000`)) <= PATH_BYTES;
  if (isShort(folder)) return use(folder);
  const parent = mkdtempSync(join(tmpdir(), 'kippu-'));
  const link = join(parent, 'l');
  try {
    if (!isShort(link))
      throw new Error(
        `DATA_DIR: ${folder} is too long a path for a lock, and so is the temporary folder's ${tmpdir()}; choose a shorter one`,
      );
    symlinkSync(folder, link);
    return await use(link);
  } finally {
    unlinkIfThere(link);
    rmdirSync(parent);
  }
}

/** Whether a process listens on the socket. A process that has ended, in any way, does not. */
async function isAlive(path: string): Promise<boolean> {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    return true;
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ECONNREFUSED' || code === 'ENOENT') return false;
    // The queue of connections is full, so a process is listening.
    if (code === 'EAGAIN') return true;
    throw error;
  } finally {
    socket.destroy();
  }
}

/** Lists the numbers of the sockets in the folder, highest first. */
const numbersIn = (folder: string): number[] =>
  readdirSync(folder)
    .filter((name) => SOCKET_NAME.test(name))
    .map(Number)
    .sort((a, b) => b - a);

/** Whether a live process listens on one of these sockets. */
async function isAnyAlive(folder: string, numbers: readonly number[]): Promise<boolean> {
  for (const number of numbers) if (await isAlive(join(folder, String(number)))) return true;
  return false;
}

/** Starts a server that closes each connection: being reachable is enough. It does not keep the process alive. */
async function listenAt(path: string): Promise<Server> {
  const server = createServer((socket) => socket.destroy());
  server.listen(path);
  await once(server, 'listening');
  server.unref();
  return server;
}

interface Claim {
  /** The number taken; undefined where another process was quicker and the claim must be repeated. */
  readonly number: number | undefined;
}

/**
 * Tries once to take the lock: the socket `own`, which listens already, gets the next number in `folder` as a second name. Throws
 * DataDirInUseError.
 */
async function claim(folder: string, own: string, dataDir: string): Promise<Claim> {
  const before = numbersIn(folder);
  if (await isAnyAlive(folder, before)) throw new DataDirInUseError(dataDir);
  const number = (before[0] ?? 0) + 1;
  const path = join(folder, String(number));
  try {
    // Only one process gets this number: a link never replaces a file.
    linkSync(own, path);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return { number: undefined };
    throw error;
  }
  // A process that read the folder earlier may have taken another number since.
  const others = numbersIn(folder).filter((other) => other !== number);
  const isTaken = await isAnyAlive(folder, others);
  const isHighest = others.every((other) => other < number);
  // A process that removes dead sockets may have removed this one, mistaking it for an older one with this number.
  const isThere = lstatSync(path, { throwIfNoEntry: false })?.ino === lstatSync(own).ino;
  if (isTaken || !isHighest) {
    if (isThere) unlinkSync(path);
    if (isTaken) throw new DataDirInUseError(dataDir);
    return { number: undefined };
  }
  return { number: isThere ? number : undefined };
}

/** Removes all sockets except the own `number`: their processes have ended. Removes the lock file of older versions too. */
function clear(dataDir: string, folder: string, number: number): void {
  for (const name of readdirSync(folder)) if (name !== String(number)) unlinkIfThere(join(folder, name));
  unlinkIfThere(join(dataDir, 'kippu.lock'));
}

async function takeLock(dataDir: string): Promise<() => Promise<void>> {
  const folder = join(dataDir, 'lock');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return withShortPath(folder, async (short) => {
    for (;;) {
      const own = join(short, `${NEW_PREFIX}${randomBytes(4).toString('hex')}`);
      const server = await listenAt(own);
      let number: number | undefined;
      try {
        ({ number } = await claim(short, own, dataDir));
      } catch (error) {
        // The present holder of the lock removed the socket; the next try finds the holder.
        if (codeOf(error) !== 'ENOENT') throw error;
      } finally {
        if (number === undefined) server.close();
      }
      if (number === undefined) continue;
      clear(dataDir, folder, number);
      const path = join(folder, String(number));
      return async () => {
        unlinkIfThere(path);
        server.close();
        await once(server, 'close');
      };
    }
  });
}

/**
 * Locks the folder for this process, or throws DataDirInUseError where another process uses it. The returned function releases it; it is
 * also released as soon as the process ends. Throws an Error of one line where the folder cannot be locked.
 */
export async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  try {
    return await takeLock(dataDir);
  } catch (error) {
    if (codeOf(error) === '') throw error;
    const { message } = error as Error;
    throw new Error(
      `DATA_DIR: ${dataDir} cannot be locked (${message}); it must lie on a local disk and belong to the server's user`,
      { cause: error },
    );
  }
}
