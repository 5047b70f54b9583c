// Issuer keys are stored in DATA_DIR, readable by their owner only, and rotate without invalidating signed certificates.
import { execFile } from 'node:child_process';
import { createPublicKey, verify } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test, vi } from 'vitest';
import { loadIssuerKeys, openIssuerKeys, rotateIssuerKey } from './issuer-keys.ts';

const dir = mkdtempSync(join(tmpdir(), 'kippu-keys-'));
afterAll(() => rmSync(dir, { recursive: true }));
const DAY_MS = 86_400_000;
const START = Date.parse('2026-04-01T09:00:00+09:00');

test('a key is made once, readable by its owner only, and sent to gates until it ends', () => {
  const first = loadIssuerKeys(dir, START);
  expect(statSync(join(dir, 'keys', 'issuer.json')).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(dir, 'keys'))).toEqual(['issuer.json']);
  expect(loadIssuerKeys(dir, START + 179 * DAY_MS).publicKeys).toEqual(first.publicKeys);
});

test('after 180 days the next key is published three days before it signs', () => {
  const first = loadIssuerKeys(dir, START);
  const published = loadIssuerKeys(dir, START + 180 * DAY_MS);
  expect(published.kid).toBe(first.kid);
  expect(published.publicKeys).toHaveLength(2);
  expect(published.publicKeys[0]?.notBefore).toBe((START + 183 * DAY_MS) / 1000);
  expect(loadIssuerKeys(dir, START + 183 * DAY_MS - 1).kid).toBe(first.kid);
  const second = loadIssuerKeys(dir, START + 183 * DAY_MS);
  expect(second.kid).toBe(published.publicKeys[0]?.kid);
  expect(second.publicKeys[1]).toEqual(first.publicKeys[0]);
});

test('a server that was off for more than a year still publishes the next key before the old one ends', () => {
  const late = mkdtempSync(join(tmpdir(), 'kippu-late-'));
  const first = loadIssuerKeys(late, START);
  const now = START + 398 * DAY_MS;
  const keys = loadIssuerKeys(late, now);
  expect(keys.kid).toBe(first.kid);
  expect(keys.publicKeys[0]?.notBefore).toBe((now + DAY_MS) / 1000);
  rmSync(late, { recursive: true });
});

test('the command writes one next key at a time, and a running process signs with it from its time on', () => {
  const own = mkdtempSync(join(tmpdir(), 'kippu-rotate-'));
  vi.useFakeTimers();
  let now = START;
  const reports: unknown[] = [];
  const running = openIssuerKeys(
    own,
    () => now,
    (error) => reports.push(error),
  );
  const old = running.kid;
  const next = rotateIssuerKey(own, now, 60_000);
  expect(() => rotateIssuerKey(own, now)).toThrow(RangeError);
  vi.advanceTimersByTime(10_000);
  expect(running.kid).toBe(old);
  expect(running.publicKeys.map(({ kid }) => kid)).toEqual([next.kid, old]);
  now += 60_000;
  vi.advanceTimersByTime(10_000);
  expect(running.kid).toBe(next.kid);
  expect(reports).toEqual([]);
  writeFileSync(join(own, 'keys', 'issuer.json'), '{"half');
  vi.advanceTimersByTime(10_000);
  expect(running.kid).toBe(next.kid);
  expect(reports).toHaveLength(1);
  running.close();
  vi.useRealTimers();
  rmSync(own, { recursive: true });
});

test('processes that start at once in an empty DATA_DIR share one key', async () => {
  const shared = mkdtempSync(join(tmpdir(), 'kippu-shared-'));
  const load = `import('${new URL('issuer-keys.ts', import.meta.url).pathname}')
    .then(({ loadIssuerKeys }) => console.log(loadIssuerKeys(${JSON.stringify(shared)}, ${START}).kid))`;
  const start = () => promisify(execFile)(process.execPath, ['-e', load]);
  const kids = (await Promise.all(Array.from({ length: 6 }, start))).map(({ stdout }) => stdout.trim());
  expect(new Set(kids).size).toBe(1);
  expect(kids[0]).toBe(loadIssuerKeys(shared, START).kid);
  rmSync(shared, { recursive: true });
});

test('it signs with Ed25519 and publishes the matching key', () => {
  const keys = loadIssuerKeys(dir, START + 200 * DAY_MS);
  const message = Buffer.from('a certificate');
  const x = keys.publicKeys.find(({ kid }) => kid === keys.kid)?.publicKey ?? '';
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  expect(verify(null, message, key, keys.sign(message))).toBe(true);
  expect(keys.notAfter).toBe((START + 583 * DAY_MS) / 1000);
});

test('a broken file stops the start, is named, and is not overwritten', () => {
  const file = join(dir, 'keys', 'issuer.json');
  writeFileSync(file, '{"half');
  expect(() => loadIssuerKeys(dir, START)).toThrow(/issuer\.json cannot be read/);
  expect(statSync(file).size).toBe(6);
});
