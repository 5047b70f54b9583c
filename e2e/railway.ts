// A railway of the test's own: a server with its own copy of the operator's folder, which may change between two starts.
import { spawn, type ChildProcess } from 'node:child_process';
import { readdirSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type APIRequestContext } from '@playwright/test';
import { DESK_API_KEY } from './playwright.config.ts';

const ROOT = join(import.meta.dirname, '..');

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

export class Railway {
  readonly origin: string;
  private readonly folder = mkdtempSync(join(tmpdir(), 'kippu-railway-'));
  private server: ChildProcess | undefined;

  static async open(): Promise<Railway> {
    return new Railway(await freePort());
  }

  private constructor(private readonly port: number) {
    this.origin = `http://127.0.0.1:${port}`;
    cpSync(join(ROOT, 'operator'), join(this.folder, 'operator'), { recursive: true });
    // The only notice that comes over a screen here is to be the timetable's.
    const notices = join(this.folder, 'operator/notices');
    for (const file of readdirSync(notices).filter((name) => name.endsWith('.json'))) {
      const text = readFileSync(join(notices, file), 'utf8');
      writeFileSync(join(notices, file), text.replace('"once": true', '"once": false'));
    }
  }

  async start(request: APIRequestContext): Promise<void> {
    this.server = spawn(process.execPath, ['--import', 'tsx', 'server/src/main.ts'], {
      cwd: ROOT,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        PORT: String(this.port),
        DATA_DIR: join(this.folder, 'data'),
        OPERATOR_DIR: join(this.folder, 'operator'),
        PUBLIC_ORIGIN: this.origin,
        DESK_API_KEY,
        DEMO: '0',
        LOG_LEVEL: 'warn',
      },
    });
    const ready = () =>
      request.get(`${this.origin}/readyz`).then(
        (answer) => answer.status(),
        () => 0,
      );
    await expect.poll(ready, { timeout: 180_000 }).toBe(200);
  }

  async stop(): Promise<void> {
    const { server } = this;
    if (!server || server.exitCode !== null) return;
    const gone = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGTERM');
    await gone;
  }

  /** Rewrites a file of the operator's folder; it must fit. */
  edit(file: string, change: (text: string) => string): void {
    const path = join(this.folder, 'operator', file);
    const text = readFileSync(path, 'utf8');
    const changed = change(text);
    expect(changed !== text, `${file} was changed`).toBe(true);
    writeFileSync(path, changed);
  }

  async close(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true });
  }
}
