// The wrapping key: where it comes from, which files are refused, and what it protects.
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../start/config.ts';
import { makeWrappingKey, readWrappingKeys, wrappingKeyOf } from './wrapping-key.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'kippu-wrapping-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

const PRODUCTION = {
  PUBLIC_ORIGIN: 'https://tickets.example',
  DATABASE_URL: 'postgres://kippu@127.0.0.1/kippu',
  SMTP_URL: 'smtp://127.0.0.1',
};
const read = (env: Readonly<Record<string, string>>) =>
  readWrappingKeys(readConfig({ DATA_DIR: dir, ...env })).map(({ fingerprint }) => fingerprint);
function fileOf(name: string, content: string | Uint8Array, mode = 0o600): string {
  const file = join(dir, name);
  writeFileSync(file, content);
  chmodSync(file, mode);
  return file;
}

test('a value is unwrapped only with its key and its label, and every change is found', () => {
  const key = wrappingKeyOf(randomBytes(32));
  const wrapped = key.wrap(Buffer.from('a private key'), 'issuer 1');
  expect(key.unwrap(wrapped, 'issuer 1')?.toString()).toBe('a private key');
  expect(key.wrap(Buffer.from('a private key'), 'issuer 1')).not.toBe(wrapped);
  expect(key.unwrap(wrapped, 'issuer 2')).toBeUndefined();
  expect(wrappingKeyOf(randomBytes(32)).unwrap(wrapped, 'issuer 1')).toBeUndefined();
  const bytes = Buffer.from(wrapped, 'base64url');
  for (const at of bytes.keys()) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(key.unwrap(changed.toString('base64url'), 'issuer 1')).toBeUndefined();
  }
  expect(key.unwrap('', 'issuer 1')).toBeUndefined();
});

test('the same key in a raw file, in a base64 file and in the environment has one fingerprint, which is no part of it', () => {
  const bytes = randomBytes(32);
  const text = bytes.toString('base64');
  const { fingerprint } = wrappingKeyOf(bytes);
  expect(read({ KEY_FILE: fileOf('raw', bytes) })).toEqual([fingerprint]);
  expect(read({ KEY_FILE: fileOf('text', `${text}\n`) })).toEqual([fingerprint]);
  expect(read({ KEY_ENCRYPTION_KEY: text })).toEqual([fingerprint]);
  expect(bytes.toString('hex')).not.toContain(fingerprint);
});

test('several keys are listed, the newest first; one in DATA_DIR comes last', () => {
  const [one, two] = [randomBytes(32), randomBytes(32)];
  const own = makeWrappingKey(dir).fingerprint;
  const files = [fileOf('one', one), fileOf('two', two)];
  const expected = [wrappingKeyOf(one).fingerprint, wrappingKeyOf(two).fingerprint, own];
  expect(read({ KEY_FILE: files.join(', ') })).toEqual(expected);
  const texts = [one, two].map((bytes) => bytes.toString('base64'));
  expect(read({ KEY_ENCRYPTION_KEY: texts.join(',') })).toEqual(expected);
});

test('a key in DATA_DIR is made once, readable by its owner only', () => {
  expect(read({})).toEqual([]);
  const first = makeWrappingKey(dir);
  expect(makeWrappingKey(dir).fingerprint).toBe(first.fingerprint);
  expect(readdirSync(join(dir, 'keys'))).toEqual(['wrapping.key']);
  expect(statSync(join(dir, 'keys', 'wrapping.key')).mode & 0o777).toBe(0o600);
  expect(read({})).toEqual([first.fingerprint]);
});

test('in production a file that others can read is refused; its group may read a file of root', () => {
  const isRoot = process.getuid?.() === 0;
  for (const mode of [0o644, 0o604, 0o660, ...(isRoot ? [] : [0o640])]) {
    const file = fileOf(`open-${mode.toString(8)}`, randomBytes(32), mode);
    expect(() => read({ ...PRODUCTION, KEY_FILE: file })).toThrow(
      `KEY_FILE: ${file} is open to other users of this machine (mode 0${mode.toString(8)}); close it with chmod 600`,
    );
    expect(read({ KEY_FILE: file })).toHaveLength(1);
  }
  for (const mode of [0o600, 0o400, ...(isRoot ? [0o440] : [])])
    expect(read({ ...PRODUCTION, KEY_FILE: fileOf(`closed-${mode}`, randomBytes(32), mode) })).toHaveLength(
      1,
    );
});

test('a wrong key stops the start with one line that does not repeat it', () => {
  const secret = randomBytes(31).toString('base64');
  const file = fileOf('short', secret);
  expect(() => read({ KEY_FILE: file })).toThrow(`KEY_FILE: ${file} holds no key of 32 bytes`);
  expect(() => read({ KEY_FILE: join(dir, 'none') })).toThrow(
    `KEY_FILE: ${join(dir, 'none')} cannot be read (ENOENT)`,
  );
  expect(() => read({ KEY_ENCRYPTION_KEY: secret })).toThrow(
    'KEY_ENCRYPTION_KEY: must be 32 bytes in base64',
  );
  for (const env of [{ KEY_FILE: file }, { KEY_ENCRYPTION_KEY: secret }])
    expect(() => read(env)).not.toThrow(secret);
  const good = randomBytes(32).toString('base64');
  expect(() => read({ KEY_FILE: file, KEY_ENCRYPTION_KEY: good })).toThrow(
    'KEY_FILE: must not be set beside',
  );
  expect(readFileSync(file, 'utf8')).toBe(secret);
});
