// The cryptographic algorithms of the whole system, read from its source. Add a new one to these lists and to docs/keys.md.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');

/** The production source, by file. */
const sources = execFileSync('git', ['ls-files', 'packages/*/src/*', 'apps/*/src/*'], { cwd: ROOT })
  .toString()
  .split('\n')
  .filter((file) => /\.(ts|tsx|js)$/.test(file) && !/\.test(-helper)?\.tsx?$|-fixture\.ts$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }));

/** Returns what the group of the pattern matches, in all files. */
const uses = (pattern: RegExp): string[] =>
  [
    ...new Set(sources.flatMap(({ text }) => [...text.matchAll(pattern)].map(([, found = '']) => found))),
  ].sort();

test('SHA-256 is the only hash, also for HMAC, key derivation and signatures', () => {
  expect(sources.length).toBeGreaterThan(400);
  expect(uses(/\b(?:createHash|createHmac|hkdfSync)\(\s*([^,)]+)/g)).toEqual(["'sha256'"]);
  expect(uses(/\b(?:hash|oaepHash): '([^']+)'/g)).toEqual(['SHA-256', 'sha256']);
  expect(uses(/subtle\.digest\(\s*([^,)]+)/g)).toEqual(["'SHA-256'"]);
  // Ed25519 names its own hash.
  expect(uses(/[^.\w](?:verify|sign)\(\s*(null|'[^']+')/g)).toEqual(["'sha256'", 'null']);
});

// AES-128-GCM is the coding of pushed messages (RFC 8291), which knows no other.
test('RSA-OAEP and AES-GCM are the only encryption', () => {
  expect(uses(/\b((?:AES|DES|RC4)\b-[\w-]*)/gi)).toEqual(['AES-256-GCM', 'aes-128-gcm', 'aes-256-gcm']);
  expect(uses(/\bcreate(?:Cipher|Decipher)iv\(\s*([^,)]+)/g)).toEqual(['ALGORITHM']);
  expect(uses(/\bconst ALGORITHM = '([^']+)'/g)).toEqual(['aes-128-gcm', 'aes-256-gcm']);
  expect(uses(/constants\.(RSA_\w+)/g)).toEqual(['RSA_PKCS1_OAEP_PADDING']);
  expect(uses(/name: '((?:RSA|AES)[^']*)'/g)).toEqual(['RSA-OAEP']);
});

test('only Ed25519, ECDSA P-256 and RSA keys are made', () => {
  expect(uses(/generateKeyPair(?:Sync)?\(\s*([^,)]+)/g)).toEqual(["'ec'", "'ed25519'", "'rsa'"]);
  expect(uses(/\bnamedCurve: '([^']+)'/g)).toEqual(['P-256']);
});

test('cryptography comes from Node, the browser and three libraries; none is implemented here', () => {
  const imports = uses(
    /from '(?!@kippu)([^'.][^']*(?:crypto|noble|argon|altcha|nacl|bcrypt|jose|forge|sodium)[^']*)'/g,
  );
  const known = /^(node:crypto|@noble\/(curves|hashes)\/.*|@node-rs\/argon2|altcha-lib.*)$/;
  expect(imports).toContain('node:crypto');
  expect(imports.filter((name) => !known.test(name))).toEqual([]);
  // A round constant of SHA-256, SHA-1 or MD5 would show a home-made hash.
  expect(uses(/(0x(?:428a2f98|67452301|5a827999|d76aa478))/gi)).toEqual([]);
});

test('no secret comes from Math.random', () => {
  const files = sources.filter(({ text }) => text.includes('Math.random')).map(({ file }) => file);
  // The delays before a board or a gate asks again, and before a job or a webhook is tried again.
  expect(files).toEqual([
    'apps/board/src/main.ts',
    'apps/gate/src/sync/gate-sync.ts',
    'apps/server/src/partner/webhooks/deliver-webhooks.ts',
    'apps/server/src/platform/jobs/job-runner.ts',
  ]);
});
