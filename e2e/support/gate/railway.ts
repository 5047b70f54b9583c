// A railway of a test: a server with its own copy of the operator's folder, which may change between two starts.
import { readdirSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { DESK_API_KEY } from '../../playwright.config.ts';
import { freePort, runServer, type RunningServer } from '../server/run-server.ts';

const ROOT = join(import.meta.dirname, '../../..');

export class Railway {
  readonly origin: string;
  private readonly folder = mkdtempSync(join(tmpdir(), 'kippu-railway-'));
  private server: RunningServer | undefined;

  static async open(): Promise<Railway> {
    return new Railway(await freePort());
  }

  private readonly port: number;

  private constructor(port: number) {
    this.port = port;
    this.origin = `http://127.0.0.1:${port}`;
    cpSync(join(ROOT, 'operators/kansai'), join(this.folder, 'operator'), { recursive: true });
    // Only the timetable's notice may cover a screen here.
    const notices = join(this.folder, 'operator/notices');
    for (const file of readdirSync(notices).filter((name) => name.endsWith('.json'))) {
      const text = readFileSync(join(notices, file), 'utf8');
      writeFileSync(join(notices, file), text.replace('"once": true', '"once": false'));
    }
  }

  async start(): Promise<void> {
    this.server = await runServer({
      port: this.port,
      dataDir: join(this.folder, 'data'),
      env: { OPERATOR_DIR: join(this.folder, 'operator'), DESK_API_KEY, DEMO: '0' },
    });
  }

  async stop(): Promise<void> {
    await this.server?.stop();
    this.server = undefined;
  }

  /** Rewrites a file of the operator's folder. Fails if `change` has no effect. */
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
