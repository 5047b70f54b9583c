// Starts a server process for tests, pictures and benchmarks. It listens on loopback only and ends with its parent.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');
const LOOK_AGAIN_MS = 100;
const START_MS = 180_000;

export interface RunningServer {
  readonly origin: string;
  readonly port: number;
  readonly pid: number | undefined;
  /**
   * Moves the clock forward by milliseconds. Resolves to its offset from the machine's clock. Only for a server with
   * its own clock.
   */
  readonly moveOn: (milliseconds: number) => Promise<number>;
  /** Stops the server, if it still runs. */
  readonly stop: (signal?: 'SIGTERM' | 'SIGKILL') => Promise<void>;
}

interface Wanted {
  /** The folder for its keys and the embedded database. */
  readonly dataDir: string;
  /** A free port by default. */
  readonly port?: number;
  /** Gives the server its own clock with this offset in milliseconds. By default it uses the machine's. */
  readonly clockAhead?: number;
  /** Further settings, as in docs/operating.md. */
  readonly env?: Readonly<Record<string, string>>;
  /** Options for Node, such as `--cpu-prof`. */
  readonly nodeOptions?: readonly string[];
}

/** Returns a free port. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port is free');
  return address.port;
}

/** Starts a server and resolves when it is ready. Rejects when it exits before, or is not ready within minutes. */
export async function runServer(wanted: Wanted): Promise<RunningServer> {
  const port = wanted.port ?? (await freePort());
  const origin = `http://127.0.0.1:${port}`;
  const child = spawn(
    process.execPath,
    [
      ...(wanted.nodeOptions ?? []),
      '--import',
      join(import.meta.dirname, 'end-with-parent.mjs'),
      ...(wanted.clockAhead === undefined ? [] : ['--import', join(import.meta.dirname, 'move-clock.mjs')]),
      'apps/server/src/main.ts',
    ],
    {
      cwd: ROOT,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: {
        ...process.env,
        PORT: String(port),
        HOST: '127.0.0.1',
        PUBLIC_ORIGIN: origin,
        DATA_DIR: wanted.dataDir,
        CLOCK_AHEAD_MS: String(wanted.clockAhead ?? 0),
        LOG_LEVEL: 'warn',
        ...wanted.env,
      },
    },
  );
  const exited = once(child, 'exit');
  const stop = async (signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') => {
    child.kill(signal);
    await exited;
  };
  const ready = () =>
    fetch(`${origin}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
  const until = Date.now() + START_MS;
  while (!(await ready())) {
    if (child.exitCode !== null || Date.now() > until) {
      await stop('SIGKILL');
      throw new Error('the server did not start; the lines above say why');
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
  return {
    origin,
    port,
    pid: child.pid,
    moveOn: async (milliseconds) => {
      const moved = once(child, 'message');
      child.send(milliseconds);
      const [ahead] = (await moved) as [number];
      return ahead;
    },
    stop,
  };
}
