// Issuer keys live in DATA_DIR with no eye but the owner's, and rotate without stranding what they signed.
import { createPublicKey, verify } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { loadIssuerKeys } from './issuer-keys.ts';

const dir = mkdtempSync(join(tmpdir(), 'kippu-keys-'));
afterAll(() => rmSync(dir, { recursive: true }));
const DAY_MS = 86_400_000;
const START = Date.parse('2026-04-01T09:00:00+09:00');

test('a key is made once, kept for its owner only, rotated after 180 days, and told to gates until its end', () => {
  const first = loadIssuerKeys(dir, START);
  expect(statSync(join(dir, 'keys', 'issuer.json')).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(dir, 'keys'))).toEqual(['issuer.json']);
  expect(loadIssuerKeys(dir, START + 179 * DAY_MS).kid).toBe(first.kid);
  const second = loadIssuerKeys(dir, START + 180 * DAY_MS);
  expect(second.kid).not.toBe(first.kid);
  expect(second.publicKeys.map((key) => key.kid)).toEqual([second.kid, first.kid]);
  expect(second.publicKeys[1]).toEqual(first.publicKeys[0]);
  const third = loadIssuerKeys(dir, START + 400 * DAY_MS);
  expect(third.publicKeys.map((key) => key.kid)).toEqual([third.kid, second.kid]);
});

test('it signs with Ed25519 under the key it publishes', () => {
  const keys = loadIssuerKeys(dir, START + 400 * DAY_MS);
  const message = Buffer.from('a certificate');
  const x = keys.publicKeys[0]?.publicKey ?? '';
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  expect(verify(null, message, key, keys.sign(message))).toBe(true);
  expect(keys.notAfter).toBe((START + 800 * DAY_MS) / 1000);
});

test('a broken file stops the start with its name, and is not written over', () => {
  const file = join(dir, 'keys', 'issuer.json');
  writeFileSync(file, '{"half');
  expect(() => loadIssuerKeys(dir, START)).toThrow(/issuer\.json cannot be read/);
  expect(statSync(file).size).toBe(6);
});
