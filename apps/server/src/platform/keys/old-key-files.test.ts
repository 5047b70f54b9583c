// An installation of release 0.5.0 keeps its keys in files. The first start of a newer release puts them into the database, once, and
// everything that they protect stays valid.
import {
  createHmac,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { encryptedText } from '../../../test/encrypted.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { decryptField } from '../../account/password-crypto/decrypt-field.ts';
import type { OpenDatabase } from '../db/open-database.ts';
import { readConfig } from '../start/config.ts';
import { leftKeyFiles } from './old-key-files.ts';
import { readServerKeys, replaceKeys } from './server-keys.ts';

// A pair takes a third of a second to make, so all of a test's have one private part. `password-keys.test.ts` makes real ones.
vi.mock('./server-key.ts', async (original) => {
  const real = await original<typeof import('./server-key.ts')>();
  let made: ReturnType<typeof real.newRsaKey> | undefined;
  return { ...real, newRsaKey: (bits: number) => (made ??= real.newRsaKey(bits)) };
});

const DAY_MS = 86_400_000;
const NOW = Date.parse('2026-11-30T09:00:00+09:00');
const KEY = randomBytes(32).toString('base64');
const PRODUCTION = {
  PUBLIC_ORIGIN: 'https://tickets.example',
  DATABASE_URL: 'postgres://kippu@127.0.0.1/kippu',
  SMTP_URL: 'smtp://127.0.0.1',
};

let database: OpenDatabase;
let parent: string;
let now: number;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'kippu-old-keys-'));
  now = NOW;
});
afterEach(async () => {
  await sql`delete from server_key`.execute(database.db);
  rmSync(parent, { recursive: true });
});

const deps = (env: Readonly<Record<string, string>> = { KEY_ENCRYPTION_KEY: KEY }, folder = 'data') => ({
  db: database.db,
  clock: () => now,
  config: readConfig({ DATA_DIR: join(parent, folder), ...env }),
});
const start = (env?: Readonly<Record<string, string>>, folder?: string) => readServerKeys(deps(env, folder));
const ids = async (purpose: string) =>
  (await database.db.selectFrom('server_key').selectAll().orderBy('generation').execute())
    .filter((row) => row.purpose === purpose)
    .map((row) => row.key_id);

const pemOf = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString();
const rsa = (bits: number) => generateKeyPairSync('rsa', { modulusLength: bits }).privateKey;
const [GOOD_PAIR, OTHER_PAIR, SHORT_PAIR] = [rsa(3072), rsa(3072), rsa(2048)];
const newPair = (kid: string, daysAgo: number, privateKey = GOOD_PAIR) => ({
  kid,
  privateKey,
  createdAt: NOW - daysAgo * DAY_MS,
});
const newIssuer = (kid: string, daysAgo: number) => {
  const { privateKey } = generateKeyPairSync('ed25519');
  return { kid, privateKey, createdAt: NOW - daysAgo * DAY_MS };
};
type Made = ReturnType<typeof newPair>;
const stored = ({ kid, privateKey, createdAt }: Made) => ({ kid, pem: pemOf(privateKey), createdAt });

/** Writes a file as release 0.5.0 does. */
function write(name: string, content: unknown, folder = 'data'): string {
  const file = join(parent, folder, 'keys', name);
  mkdirSync(join(parent, folder, 'keys'), { recursive: true, mode: 0o700 });
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content), { mode: 0o600 });
  return file;
}
/** The files of an installation whose key ids begin with `of`, and what it made with them. */
function installation(folder = 'data', of = '') {
  const secret = randomBytes(32).toString('hex');
  const pairs = [newPair(`${of}pair2`, 10), newPair(`${of}pair1`, 40, OTHER_PAIR)] as const;
  const issuers = [newIssuer(`${of}issuer2`, 20), newIssuer(`${of}issuer1`, 203)] as const;
  const files = [
    write('password.json', { secret, pairs: pairs.map(stored) }, folder),
    write('issuer.json', issuers.map(stored), folder),
  ];
  const publicOf = ({ kid, privateKey }: Made) => ({
    publicKey: { kid, jwk: createPublicKey(privateKey).export({ format: 'jwk' }) },
  });
  return {
    secret,
    issuers,
    files,
    contents: files.map((file) => readFileSync(file, 'utf8')),
    fields: pairs.map((pair) => encryptedText(publicOf(pair), 'Hozugawa-58-boat')),
    mac: (text: string) => createHmac('sha256', secret).update(text).digest('hex'),
  };
}

test('passwords, hashes and certificates of before stay valid, and the same keys go on', async () => {
  const before = installation();
  const { keys, issuerKeys } = await start();
  for (const field of before.fields) expect(await decryptField(keys, field)).toBe('Hozugawa-58-boat');
  expect(keys.publicKey.kid).toBe('pair2');
  expect(keys.mac('a mailed code')).toBe(before.mac('a mailed code'));
  expect(issuerKeys.kid).toBe('issuer2');
  expect(issuerKeys.publicKeys.map(({ kid, notBefore, notAfter }) => [kid, notBefore, notAfter])).toEqual(
    [20, 203].map((daysAgo, n) => [
      `issuer${2 - n}`,
      (NOW - daysAgo * DAY_MS) / 1000,
      (NOW + (400 - daysAgo) * DAY_MS) / 1000,
    ]),
  );
  for (const { kid, privateKey } of before.issuers) {
    const x = issuerKeys.publicKeys.find((key) => key.kid === kid)?.publicKey ?? '';
    const known = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    const certificate = Buffer.from('a certificate');
    expect(verify(null, certificate, known, sign(null, certificate, privateKey))).toBe(true);
  }
  expect(await ids('issuer')).toEqual(['issuer1', 'issuer2']);
  expect(await ids('password')).toEqual(['pair1', 'pair2']);
});

test('the files stay as they are for a process of the earlier release, and are not read into the database twice', async () => {
  const before = installation();
  await start();
  await start();
  expect(before.files.map((file) => readFileSync(file, 'utf8'))).toEqual(before.contents);
  expect(await ids('issuer')).toHaveLength(2);
  expect(await ids('secret')).toHaveLength(1);
  const [passwords, issuers] = before.files;
  expect(leftKeyFiles(join(parent, 'data'))).toEqual([
    `DATA_DIR: the keys of ${issuers} and ${passwords} are in the database; delete these files when no process of an earlier release runs any more`,
  ]);
  for (const file of before.files) rmSync(file);
  expect(leftKeyFiles(join(parent, 'data'))).toEqual([]);
  expect((await start()).keys.mac('a')).toBe(before.mac('a'));
});

test('of processes that start at once, one puts the keys into the database', async () => {
  const before = installation();
  const all = await Promise.all(Array.from({ length: 4 }, () => start()));
  for (const { keys, issuerKeys } of all)
    expect([keys.mac('a'), keys.publicKey.kid, issuerKeys.kid]).toEqual([
      before.mac('a'),
      'pair2',
      'issuer2',
    ]);
  expect(await ids('issuer')).toEqual(['issuer1', 'issuer2']);
  expect(await ids('password')).toEqual(['pair1', 'pair2']);
});

test('in production such an installation starts without a setting, with a wrapping key in DATA_DIR', async () => {
  const before = installation();
  expect((await start(PRODUCTION)).keys.mac('a')).toBe(before.mac('a'));
  expect(existsSync(join(parent, 'data', 'keys', 'wrapping.key'))).toBe(true);
});

test('a second process that had other files is refused, and puts nothing into the database', async () => {
  const first = installation('a');
  installation('b', 'other-');
  await start(undefined, 'a');
  await expect(start(undefined, 'b')).rejects.toThrow(
    /^DATA_DIR: .*b\/keys\/issuer\.json holds other keys than the database; another process put its own there\. Move the file away/,
  );
  expect(await ids('issuer')).toEqual(['issuer1', 'issuer2']);
  expect((await start(undefined, 'a')).keys.mac('a')).toBe(first.mac('a'));
});

test('what an earlier release made when it ran again is added, and what was replaced meanwhile stays void', async () => {
  const before = installation();
  await start();
  const { keyId } = await replaceKeys(deps(), 'issuer');
  const next = newIssuer('issuer3', -1);
  write('issuer.json', [next, ...before.issuers].map(stored));
  const { issuerKeys } = await start();
  expect(issuerKeys.kid).toBe(keyId);
  expect(issuerKeys.publicKeys.map(({ kid }) => kid)).toEqual(['issuer3', keyId]);
});

test('a short pair of an earlier release is replaced at once and still decrypts', async () => {
  const short = newPair('short', 1, SHORT_PAIR);
  write('password.json', { secret: 'a secret', pairs: [stored(short)] });
  const { keys } = await start();
  expect(keys.publicKey.kid).not.toBe('short');
  expect(Buffer.from(String(keys.publicKey.jwk.n), 'base64url')).toHaveLength(3072 / 8);
  const jwk = createPublicKey(short.privateKey).export({ format: 'jwk' });
  const field = encryptedText({ publicKey: { kid: 'short', jwk } }, 'Hozugawa-58-boat');
  expect(await decryptField(keys, field)).toBe('Hozugawa-58-boat');
});

test('keys that have ended are not taken over, and new ones are made', async () => {
  write('issuer.json', [stored(newIssuer('old', 400))]);
  const { issuerKeys } = await start();
  expect(issuerKeys.publicKeys).toHaveLength(1);
  expect(issuerKeys.kid).not.toBe('old');
});

test('a broken file stops the start, is named, and neither changed nor half taken over', async () => {
  installation();
  for (const content of ['{"half', '[{"kid":"a","pem":"b"}]', '{}']) {
    const file = write('issuer.json', content);
    await expect(start()).rejects.toThrow(`DATA_DIR: ${file} cannot be read; put back its copy`);
    expect(readFileSync(file, 'utf8')).toBe(content);
  }
  expect(await ids('secret')).toEqual([]);
});
