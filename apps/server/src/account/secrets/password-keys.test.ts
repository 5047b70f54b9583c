// The keys passwords travel under, in a folder that several processes share: whichever is asked, the others open it.
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { encryptedFor } from './encrypted.test-helper.ts';
import { decryptField, loadKeys, openKeys, type Keys } from './password-crypto.ts';

const DAY_MS = 86_400_000;
const START = Date.parse('2026-04-01T09:00:00+09:00');
let dir: string;
let now: number;
let reports: unknown[];
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'kippu-passwords-'));
  now = START;
  reports = [];
});
afterEach(() => rmSync(dir, { recursive: true }));

const open = () =>
  openKeys(
    dir,
    () => now,
    (error) => reports.push(error),
  );
/** What a phone sends that fetched its key from `keys`. */
const sent = (keys: Keys, text = 'Hozugawa-58-boat') => encryptedFor(keys, text);

test('a key is made once, for its owner only, and rotated monthly; the one before still opens', () => {
  const first = loadKeys(dir, START);
  expect(statSync(join(dir, 'keys', 'password.json')).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(dir, 'keys'))).toEqual(['password.json']);
  expect(loadKeys(dir, START + 29 * DAY_MS).publicKey).toEqual(first.publicKey);
  const second = loadKeys(dir, START + 30 * DAY_MS);
  expect(second.publicKey.kid).not.toBe(first.publicKey.kid);
  expect(decryptField(second, sent(first))).toBe('Hozugawa-58-boat');
  expect(second.mac('a')).toBe(first.mac('a'));
  expect(() => decryptField(loadKeys(dir, START + 60 * DAY_MS), sent(first))).toThrow('unknown kid');
});

test('processes that start at once for the first time have one key and one secret', async () => {
  const load = `import('${new URL('password-crypto.ts', import.meta.url).pathname}').then(({ loadKeys }) => {
    const keys = loadKeys(${JSON.stringify(dir)}, ${START});
    console.log(keys.publicKey.kid, keys.mac('a'));
  })`;
  const start = () => promisify(execFile)(process.execPath, ['--import', 'tsx', '-e', load]);
  const told = (await Promise.all(Array.from({ length: 4 }, start))).map(({ stdout }) => stdout.trim());
  expect(new Set(told).size).toBe(1);
});

test('a running process opens at once what another one’s newer key closed, and offers that key itself soon', () => {
  const running = open();
  now += 30 * DAY_MS - 1000;
  const old = running.publicKey.kid;
  now += 1000;
  const other = open();
  expect(decryptField(running, sent(other))).toBe('Hozugawa-58-boat');
  now += 10_000;
  expect(running.publicKey.kid).toBe(other.publicKey.kid);
  expect(other.publicKey.kid).not.toBe(old);
});

test('a process that nobody restarts rotates, too', () => {
  const running = open();
  const old = running.publicKey.kid;
  now += 30 * DAY_MS;
  expect(running.publicKey.kid).not.toBe(old);
});

test('a file that cannot be read stops a start with its name, and a running process goes on with what it has', () => {
  const running = open();
  const { kid } = running.publicKey;
  writeFileSync(join(dir, 'keys', 'password.json'), '');
  now += 10_000;
  expect(running.publicKey.kid).toBe(kid);
  expect(reports).toHaveLength(1);
  expect(open).toThrow('keys/password.json cannot be read; put back its copy');
});
