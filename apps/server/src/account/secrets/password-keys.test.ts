// The keys that encrypt passwords, in a folder shared by several processes: every process can decrypt.
import { execFile } from 'node:child_process';
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { encryptedText } from '../../../test/encrypted.ts';
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
/** Encrypts as a phone that fetched its key from `keys`. */
const sent = (keys: Keys, text = 'Hozugawa-58-boat') => encryptedText(keys, text);

test('a key is made once, readable by its owner only, and rotated monthly; the previous one still decrypts', () => {
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

test('processes that start together for the first time share one key and one secret', async () => {
  const load = `import('${new URL('password-crypto.ts', import.meta.url).pathname}').then(({ loadKeys }) => {
    const keys = loadKeys(${JSON.stringify(dir)}, ${START});
    console.log(keys.publicKey.kid, keys.mac('a'));
  })`;
  const start = () => promisify(execFile)(process.execPath, ['-e', load]);
  const printed = (await Promise.all(Array.from({ length: 4 }, start))).map(({ stdout }) => stdout.trim());
  expect(new Set(printed).size).toBe(1);
});

test('a running process decrypts what another one’s newer key encrypted, and soon issues that key itself', () => {
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

test('a process that is never restarted rotates its key', () => {
  const running = open();
  const old = running.publicKey.kid;
  now += 30 * DAY_MS;
  expect(running.publicKey.kid).not.toBe(old);
});

test('an unreadable file stops a start and is named, and a running process keeps its keys', () => {
  const running = open();
  const { kid } = running.publicKey;
  writeFileSync(join(dir, 'keys', 'password.json'), '');
  now += 10_000;
  expect(running.publicKey.kid).toBe(kid);
  expect(reports).toHaveLength(1);
  expect(open).toThrow('keys/password.json cannot be read; put back its copy');
});

test('the key has 3,072 bits; a shorter one of an earlier version is replaced at once and still decrypts', () => {
  const { jwk } = loadKeys(dir, START).publicKey;
  expect(Buffer.from(String(jwk.n), 'base64url')).toHaveLength(3072 / 8);
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const short = { secret: 'a secret', pairs: [{ kid: 'short', pem, createdAt: START }] };
  writeFileSync(join(dir, 'keys', 'password.json'), JSON.stringify(short));
  const keys = loadKeys(dir, START);
  expect(keys.publicKey.kid).not.toBe('short');
  const jwkOfShort = createPublicKey(privateKey).export({ format: 'jwk' });
  const field = encryptedText({ publicKey: { kid: 'short', jwk: jwkOfShort } }, 'Hozugawa-58-boat');
  expect(decryptField(keys, field)).toBe('Hozugawa-58-boat');
  expect(keys.mac('a')).toBe(loadKeys(dir, START).mac('a'));
});
