// The data folder's lock between processes: one holder at a time, released however the holder ends, whatever its process id was.
import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DataDirInUseError, lockDataDir } from './data-dir-lock.ts';

const HELPER = join(import.meta.dirname, '../../../../test/hold-lock.ts');
const NODE = [process.execPath, HELPER] as const;

class Holder {
  readonly child: ChildProcessWithoutNullStreams;
  readonly #lines: Interface;
  readonly #printed: string[] = [];

  constructor(dataDir: string, wrapper: readonly string[] = []) {
    const [command = '', ...args] = [...wrapper, ...NODE, dataDir];
    this.child = spawn(command, args, { stdio: 'pipe' });
    this.#lines = createInterface({ input: this.child.stdout });
    this.#lines.on('line', (line) => this.#printed.push(line));
    this.child.stderr.pipe(process.stderr);
  }

  /** Returns the next line it prints. */
  async line(): Promise<string> {
    if (this.#printed.length === 0) await Promise.race([once(this.#lines, 'line'), once(this.child, 'exit')]);
    return this.#printed.shift() ?? `ended with ${this.child.exitCode}`;
  }

  go(): void {
    this.child.stdin.write('\n');
  }

  /** Starts it and makes it try to take the lock. */
  async take(): Promise<string> {
    expect(await this.line()).toBe('ready');
    this.go();
    return this.line();
  }

  async kill(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    this.child.kill('SIGKILL');
    // Its output closes with the last process that holds it, including one in its own namespace.
    await once(this.child, 'close');
  }
}

let dir: string;
let holders: Holder[];
const holder = (wrapper?: readonly string[], where = dir) => {
  const made = new Holder(where, wrapper);
  holders.push(made);
  return made;
};

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'kippu-lock-'));
  holders = [];
});
afterEach(async () => {
  await Promise.all(holders.map((made) => made.kill()));
  rmSync(dir, { recursive: true });
});

test('a second process is refused with advice, and gets the folder once the first releases it', async () => {
  const [first, second, third] = [holder(), holder(), holder()];
  expect(await first.take()).toBe('held');
  const refusal = await second.take();
  expect(refusal).toContain(
    `DataDirInUseError: DATA_DIR: another Kippu that is running uses ${dir}; stop it`,
  );
  first.go();
  expect(await first.line()).toBe('given back');
  expect(readdirSync(join(dir, 'lock'))).toEqual([]);
  expect(await third.take()).toBe('held');
  await expect(lockDataDir(dir)).rejects.toThrow(DataDirInUseError);
});

test('a killed process does not block the next one, which takes the folder and removes the leftovers', async () => {
  for (let round = 0; round < 3; round++) {
    const next = holder();
    expect(await next.take()).toBe('held');
    expect(readdirSync(join(dir, 'lock'))).toHaveLength(1);
    await next.kill();
  }
  const unlock = await lockDataDir(dir);
  await unlock();
});

test('a suspended process keeps the folder', async () => {
  const first = holder();
  expect(await first.take()).toBe('held');
  first.child.kill('SIGSTOP');
  await expect(lockDataDir(dir)).rejects.toThrow(DataDirInUseError);
});

test('a process id in the lock file of an older version blocks nobody', async () => {
  // Our parent process is alive: this is like a new process with the id of a dead Kippu.
  writeFileSync(join(dir, 'kippu.lock'), String(process.ppid));
  const unlock = await lockDataDir(dir);
  expect(readdirSync(dir)).toEqual(['lock']);
  await unlock();
});

test('of many processes that find a dead lock at once exactly one gets the folder', async () => {
  const dead = holder();
  expect(await dead.take()).toBe('held');
  await dead.kill();
  const starters = Array.from({ length: 6 }, () => holder());
  for (const starter of starters) expect(await starter.line()).toBe('ready');
  for (const starter of starters) starter.go();
  const printed = await Promise.all(starters.map((starter) => starter.line()));
  expect(printed.filter((line) => line === 'held')).toHaveLength(1);
  expect(printed.filter((line) => line.startsWith('DataDirInUseError'))).toHaveLength(5);
});

test('within one process too, exactly one of many takes a dead lock, each time', async () => {
  for (let round = 0; round < 40; round++) {
    // A socket left by a dead process: nothing listens on it.
    mkdirSync(join(dir, 'lock'), { recursive: true });
    writeFileSync(join(dir, 'lock', '3'), '');
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => lockDataDir(dir)));
    const held = tries.filter((result) => result.status === 'fulfilled');
    expect(held).toHaveLength(1);
    for (const result of tries)
      if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(DataDirInUseError);
    await held[0]?.value();
    expect(readdirSync(join(dir, 'lock'))).toEqual([]);
  }
});

test('a path too long for a socket is locked too', async () => {
  const long = join(dir, 'a'.repeat(120), 'b'.repeat(120));
  mkdirSync(long, { recursive: true });
  const before = readdirSync(tmpdir()).filter((name) => /^kippu-\w{6}$/.test(name));
  const first = holder([], long);
  expect(await first.take()).toBe('held');
  await expect(lockDataDir(long)).rejects.toThrow(DataDirInUseError);
  await first.kill();
  const unlock = await lockDataDir(long);
  expect(readdirSync(join(long, 'lock'))).toHaveLength(1);
  await unlock();
  expect(readdirSync(join(long, 'lock'))).toEqual([]);
  // The link that shortens the path is removed again.
  const left = readdirSync(tmpdir()).filter((name) => /^kippu-\w{6}$/.test(name));
  expect(left.filter((name) => !before.includes(name))).toEqual([]);
});

test('only the server’s user may reach the lock', async () => {
  const unlock = await lockDataDir(dir);
  expect(statSync(join(dir, 'lock')).mode & 0o777).toBe(0o700);
  await unlock();
});

const NAMESPACES = ['unshare', '--pid', '--net', '--ipc', '--uts', '--mount', '--fork', '--kill-child'];
/** Needs root, or user namespaces. */
const canUnshare = spawnSync(NAMESPACES[0] ?? '', [...NAMESPACES.slice(1), 'true']).status === 0;

test.skipIf(!canUnshare)('containers that share the folder see each other’s lock', async () => {
  const [first, second, third] = [holder(NAMESPACES), holder(NAMESPACES), holder(NAMESPACES)];
  expect(await first.take()).toBe('held');
  expect(await second.take()).toContain('DataDirInUseError');
  await expect(lockDataDir(dir)).rejects.toThrow(DataDirInUseError);
  // Each has the same process id in its own namespace.
  await first.kill();
  expect(await third.take()).toBe('held');
});
