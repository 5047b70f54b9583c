// A server in production as its operator starts it: its own process, its own folder, PostgreSQL and a mail relay.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';
import { freePort } from '../../e2e/support/server/run-server.ts';

export const API_KEY = 'the-sales-system-of-this-test';
/** Equal for all processes of this test. */
const WRAPPING_KEY = randomBytes(32).toString('base64');
const START_MS = 60_000;

/** How to end each server and relay that runs. @type {Set<() => Promise<unknown>>} */
const running = new Set();

/**
 * Calls `use`, then ends every server and relay that it has started, also if it fails. One that lived on would keep the process
 * of the test from ending.
 * @template T
 * @param {() => Promise<T>} use
 * @returns {Promise<T>} what `use` resolves with
 */
export async function endingAll(use) {
  try {
    return await use();
  } finally {
    await Promise.all([...running].map((end) => end()));
  }
}

/** Runs a mail relay that keeps the mails of each recipient. @param {number} [wanted] its port, a free one by default */
export async function startRelay(wanted) {
  /** @type {Map<string, string[]>} */
  const mails = new Map();
  const relay = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, done) {
      const chunks = [];
      stream.on('data', (chunk) => chunks.push(chunk));
      stream.on('end', () => {
        for (const { address } of envelope.rcptTo)
          mails.set(address, [...(mails.get(address) ?? []), Buffer.concat(chunks).toString()]);
        done();
      });
    },
  });
  const port = wanted ?? (await freePort());
  relay.listen(port, '127.0.0.1');
  await once(relay.server, 'listening');
  const close = () =>
    new Promise((resolve) => {
      running.delete(close);
      relay.close(() => resolve(undefined));
    });
  running.add(close);
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    /** The mails for an address, oldest first. @param {string} address @returns {readonly string[]} */
    mailsTo: (address) => mails.get(address) ?? [],
    close,
  };
}

/** The settings of a process, and of a command beside it. @param {{ dataDir: string, databaseUrl: string, smtpUrl: string }} where */
export const productionSettings = ({ dataDir, databaseUrl, smtpUrl }) => ({
  PATH: process.env.PATH,
  NODE_ENV: 'production',
  PUBLIC_ORIGIN: 'https://tickets.example',
  DATABASE_URL: databaseUrl,
  SMTP_URL: smtpUrl,
  DATA_DIR: dataDir,
  DESK_API_KEY: API_KEY,
  KEY_ENCRYPTION_KEY: WRAPPING_KEY,
  LOG_LEVEL: 'warn',
});

/**
 * Starts `node apps/server/src/main.ts` in a folder and resolves when it is ready.
 * @param {{ folder: string, dataDir: string, databaseUrl: string, smtpUrl: string, env?: Readonly<Record<string, string>> }} wanted
 * @throws with what it printed if it ends or is not ready within a minute
 */
export async function startProduction({ folder, dataDir, databaseUrl, smtpUrl, env = {} }) {
  const port = await freePort();
  const child = spawn(process.execPath, ['apps/server/src/main.ts'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...productionSettings({ dataDir, databaseUrl, smtpUrl }), PORT: String(port), ...env },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += chunk));
  const ended = once(child, 'exit').then(([code]) => {
    running.delete(kill);
    return /** @type {number | null} */ (code);
  });
  const kill = () => {
    child.kill('SIGKILL');
    return ended;
  };
  running.add(kill);
  const origin = `http://127.0.0.1:${port}`;
  const ready = () =>
    fetch(`${origin}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
  const until = Date.now() + START_MS;
  while (!(await ready())) {
    if (child.exitCode !== null || child.signalCode !== null || Date.now() > until) {
      await kill();
      throw new Error(`the server did not start: ${printed}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    origin,
    printed: () => printed,
    /** Sends a signal and resolves with the exit code. @param {NodeJS.Signals} [signal] */
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal);
      return ended;
    },
  };
}
