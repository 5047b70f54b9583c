// Starts the real server process for tests and captures its output.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Every process is behind the pooler of the tests, if there is one. */
const { TEST_DATABASE_POOLER: pooler } = process.env;
const POOLER = pooler ? { DATABASE_POOLER: pooler } : undefined;
const ROOT = join(import.meta.dirname, '../../..');

export interface Process {
  /** Returns what it has written to stderr so far. */
  readonly stderr: () => string;
  readonly stdout: () => string;
  /** Resolves with its exit code when it ends. */
  readonly ended: Promise<number | null>;
  readonly stop: () => Promise<number | null>;
}

/** Runs a file of the server with these settings and arguments only; of the caller's environment it gets PATH. */
export function startProcess(
  file: string,
  env: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Process {
  const child = spawn(process.execPath, [join(ROOT, file), ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'] ?? '', LOG_LEVEL: 'warn', ...POOLER, ...env },
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return {
    stderr: () => stderr,
    stdout: () => stdout,
    ended,
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}
