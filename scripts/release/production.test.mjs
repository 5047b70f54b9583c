// A test of a release that fails in between ends every server and relay that it started, so that its process ends with the reason.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { endingAll, startProduction, startRelay } from './production.mjs';

/** @type {string} */
let folder;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kippu-ending-'));
  mkdirSync(path.join(folder, 'apps/server/src'), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

const program = (/** @type {string} */ text) =>
  writeFileSync(path.join(folder, 'apps/server/src/main.ts'), text);
const start = () =>
  startProduction({
    folder,
    dataDir: folder,
    databaseUrl: 'postgres://nobody@127.0.0.1:1/x',
    smtpUrl: 'smtp://127.0.0.1:1',
  });
const isThere = (/** @type {string} */ origin) =>
  fetch(origin).then(
    () => true,
    () => false,
  );

test('work that fails leaves no server and no relay', async () => {
  // It ignores SIGTERM, as a server that hangs.
  program(`import { createServer } from 'node:http';
    process.on('SIGTERM', () => undefined);
    createServer((_, answer) => answer.end()).listen(Number(process.env.PORT), '127.0.0.1');`);
  /** @type {string[]} */
  const origins = [];
  const work = endingAll(async () => {
    const relay = await startRelay();
    const server = await start();
    origins.push(server.origin, `http://127.0.0.1:${relay.port}`);
    expect(await isThere(server.origin)).toBe(true);
    throw new Error('the journey failed');
  });
  await expect(work).rejects.toThrow('the journey failed');
  expect(origins).toHaveLength(2);
  for (const origin of origins) expect(await isThere(origin)).toBe(false);
});

test('a server that ends at its start is reported with what it printed', async () => {
  program(`console.error('DATABASE_URL: no'); process.exit(1);`);
  await expect(endingAll(start)).rejects.toThrow('the server did not start: DATABASE_URL: no');
});
