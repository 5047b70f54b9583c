// The server's keys in the database: shared by processes, rotated once, never replaced by new ones while a process knows some. Each `open` is a process with
// a DATA_DIR of its own.
import { createPublicKey, randomBytes, verify } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { encryptedText } from '../../../test/encrypted.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { decryptField } from '../../account/password-crypto/decrypt-field.ts';
import type { OpenDatabase } from '../db/open-database.ts';
import { readConfig } from '../start/config.ts';
import { openServerKeys, replaceKeys, rotateIssuerKey, type ServerKeys } from './server-keys.ts';
import { wrappingKeyOf } from './wrapping-key.ts';

// A pair takes a third of a second to make, so all of a test's have one private part. `password-keys.test.ts` makes real ones.
vi.mock('./server-key.ts', async (original) => {
  const real = await original<typeof import('./server-key.ts')>();
  let made: ReturnType<typeof real.newRsaKey> | undefined;
  return { ...real, newRsaKey: (bits: number) => (made ??= real.newRsaKey(bits)) };
});

const DAY_MS = 86_400_000;
const START = Date.parse('2026-04-01T09:00:00+09:00');
const [ONE, TWO] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];
const fingerprintOf = (text: string) => wrappingKeyOf(Buffer.from(text, 'base64')).fingerprint;

let database: OpenDatabase;
let parent: string;
let now: number;
let reports: string[];
let opened: ServerKeys[];

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  parent = mkdtempSync(join(tmpdir(), 'kippu-keys-'));
  now = START;
  reports = [];
  opened = [];
});
afterEach(async () => {
  await Promise.all(opened.map(({ close }) => close()));
  vi.useRealTimers();
  await sql`delete from server_key`.execute(database.db);
  rmSync(parent, { recursive: true });
});

interface Env {
  readonly [name: string]: string;
}
const deps = (env: Env = { KEY_ENCRYPTION_KEY: ONE }, folder = 'data') => ({
  db: database.db,
  clock: () => now,
  config: readConfig({ DATA_DIR: join(parent, folder), ...env }),
});
async function open(env?: Env, folder?: string): Promise<ServerKeys> {
  const keys = await openServerKeys(deps(env, folder), (error) => reports.push(String(error)));
  opened.push(keys);
  return keys;
}
/** Lets the processes read the database, as they do every ten seconds. */
async function reread(): Promise<void> {
  vi.advanceTimersByTime(10_000);
  // An unknown key waits for a reading that has begun.
  await Promise.all(opened.map(({ keys }) => keys.privateKey('unknown')));
}
const rows = () => database.db.selectFrom('server_key').selectAll().orderBy('generation').execute();
const wrappedBy = async () => [...new Set((await rows()).map((row) => row.wrapped_by))];
const sent = (keys: ServerKeys) => encryptedText(keys.keys, 'Hozugawa-58-boat');
const kidsOf = ({ issuerKeys }: ServerKeys) => issuerKeys.publicKeys.map(({ kid }) => kid);
const MESSAGE = Buffer.from('a certificate');
/** Whether one of the published issuer keys signed the message. */
const isSignedBy = ({ issuerKeys }: ServerKeys, signature: Uint8Array) =>
  issuerKeys.publicKeys.some(({ publicKey: x }) =>
    verify(
      null,
      MESSAGE,
      createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }),
      signature,
    ),
  );

test('two processes with a DATA_DIR each and one wrapping key share all keys, also when they start at once', async () => {
  const [a, b] = await Promise.all([open(undefined, 'a'), open(undefined, 'b')]);
  expect(b.keys.publicKey).toEqual(a.keys.publicKey);
  expect(await decryptField(b.keys, sent(a))).toBe('Hozugawa-58-boat');
  expect(b.keys.mac('a code')).toBe(a.keys.mac('a code'));
  expect(b.issuerKeys.publicKeys).toEqual(a.issuerKeys.publicKeys);
  expect(isSignedBy(b, a.issuerKeys.sign(MESSAGE))).toBe(true);
  expect(await rows()).toHaveLength(5);
  expect(a.problem()).toBeUndefined();
  expect(existsSync(join(parent, 'a'))).toBe(false);
});

test('nothing of a private part is readable in the database', async () => {
  const { keys } = await open();
  const stored = await rows();
  for (const { purpose, wrapped_part: wrapped, wrapped_by: by } of stored) {
    expect([purpose, by]).toEqual([purpose, fingerprintOf(ONE)]);
    expect(Buffer.from(wrapped ?? '', 'base64url').includes('PRIVATE')).toBe(false);
  }
  const { kid } = keys.publicKey;
  const der = (await keys.privateKey(kid))?.export({ type: 'pkcs8', format: 'der' });
  expect(Buffer.from(stored.find((row) => row.key_id === kid)?.wrapped_part ?? '', 'base64url').length).toBe(
    (der?.length ?? 0) + 28,
  );
});

test('without a setting the wrapping key is made in DATA_DIR, and the keys are the same after a restart', async () => {
  const first = await open({});
  expect(readdirSync(join(parent, 'data', 'keys'))).toEqual(['wrapping.key']);
  const second = await open({});
  expect(second.keys.mac('a')).toBe(first.keys.mac('a'));
  expect(await rows()).toHaveLength(5);
});

test('a process with another wrapping key, or with none, is refused with one line and makes no key', async () => {
  await open();
  await expect(open({ KEY_ENCRYPTION_KEY: TWO })).rejects.toThrow(
    new RegExp(
      `^KEY_FILE: the \\w+ key \\w+ in the database is wrapped with the wrapping key ${fingerprintOf(ONE)}, and this process has ${fingerprintOf(TWO)}; start it with that wrapping key, or with both$`,
    ),
  );
  await expect(open({}, 'other')).rejects.toThrow(/^KEY_FILE: .* and this process has none; start it/);
  expect(existsSync(join(parent, 'other'))).toBe(false);
  expect(await rows()).toHaveLength(5);
});

test('in production the wrapping key must be given, unless DATA_DIR has one', async () => {
  const production = {
    PUBLIC_ORIGIN: 'https://tickets.example',
    DATABASE_URL: 'postgres://kippu@127.0.0.1/kippu',
    SMTP_URL: 'smtp://127.0.0.1',
  };
  await expect(open(production)).rejects.toThrow(
    'KEY_FILE: must name a file with the wrapping key; make one',
  );
  expect(await rows()).toEqual([]);
  const first = await open({});
  expect((await open(production)).keys.mac('a')).toBe(first.keys.mac('a'));
});

test('a process whose wrapping key is deleted while it runs goes on, and its next start makes no new keys', async () => {
  const running = await open({});
  const { kid } = running.issuerKeys;
  rmSync(join(parent, 'data'), { recursive: true });
  await reread();
  expect(running.issuerKeys.kid).toBe(kid);
  expect(running.problem()).toBeUndefined();
  await expect(open({})).rejects.toThrow('KEY_FILE');
  expect(existsSync(join(parent, 'data'))).toBe(false);
  expect(await rows()).toHaveLength(5);
});

test('keys that the database has lost stay in memory, and none is made in their place', async () => {
  const running = await open();
  const { kid } = running.issuerKeys;
  await sql`delete from server_key`.execute(database.db);
  now += 200 * DAY_MS;
  await reread();
  expect(running.issuerKeys.kid).toBe(kid);
  expect(running.problem()).toBe('DATABASE_URL: the keys in server_key are lost; restore them from a backup');
  expect(reports).toHaveLength(1);
  expect(await rows()).toEqual([]);
});

test('the next issuer key is published three days before it signs, by one of the processes, and all use it', async () => {
  const [a, b] = [await open(undefined, 'a'), await open(undefined, 'b')];
  const [old = ''] = kidsOf(a);
  now += 180 * DAY_MS;
  await reread();
  await reread();
  expect(kidsOf(a)).toHaveLength(2);
  expect(kidsOf(b)).toEqual(kidsOf(a));
  expect([a.issuerKeys.kid, b.issuerKeys.kid]).toEqual([old, old]);
  const byOld = a.issuerKeys.sign(MESSAGE);
  now += 3 * DAY_MS;
  await reread();
  const [next = ''] = kidsOf(a);
  expect([a.issuerKeys.kid, b.issuerKeys.kid]).toEqual([next, next]);
  expect(isSignedBy(b, byOld)).toBe(true);
  expect((await rows()).filter(({ purpose }) => purpose === 'issuer')).toHaveLength(2);
  expect(reports).toEqual([]);
});

test('the command makes one next issuer key at a time, and running processes sign with it from its time on', async () => {
  const running = await open();
  const old = running.issuerKeys.kid;
  const next = await rotateIssuerKey(deps(), 60_000);
  await expect(rotateIssuerKey(deps())).rejects.toThrow(RangeError);
  await reread();
  expect(kidsOf(running)).toEqual([next.keyId, old]);
  expect(running.issuerKeys.kid).toBe(old);
  now += 60_000;
  await reread();
  expect(running.issuerKeys.kid).toBe(next.keyId);
});

test('a password key is rotated monthly by one process; another one reads it when a phone has used it', async () => {
  const [a, b] = [await open(undefined, 'a'), await open(undefined, 'b')];
  const old = sent(a);
  now += 30 * DAY_MS;
  vi.advanceTimersByTime(0);
  const later = await open(undefined, 'c');
  expect(later.keys.publicKey.kid).not.toBe(old.kid);
  expect(b.keys.publicKey.kid).toBe(old.kid);
  expect(await decryptField(b.keys, sent(later))).toBe('Hozugawa-58-boat');
  expect(b.keys.publicKey).toEqual(later.keys.publicKey);
  expect(await decryptField(later.keys, old)).toBe('Hozugawa-58-boat');
  expect((await rows()).filter(({ purpose }) => purpose === 'password')).toHaveLength(2);
});

test('made-up key ids read the database once a second at most', async () => {
  const running = await open();
  const query = vi.spyOn(database.db, 'selectFrom');
  now += 1_000;
  await Promise.all(Array.from({ length: 20 }, (_, n) => running.keys.privateKey(`made-up-${n}`)));
  for (let n = 0; n < 20; n += 1) await running.keys.privateKey(`made-up-${n}`);
  expect(query).toHaveBeenCalledTimes(1);
  query.mockRestore();
});

test('an ended key never signs or decrypts again, and its private part is destroyed a day later', async () => {
  const running = await open();
  const { kid } = running.keys.publicKey;
  now += 30 * DAY_MS;
  await reread();
  now += 30 * DAY_MS;
  await reread();
  expect(await running.keys.privateKey(kid)).toBeUndefined();
  const part = async () => (await rows()).find(({ key_id: id }) => id === kid)?.wrapped_part;
  expect(await part()).not.toBeNull();
  now += DAY_MS + 1;
  await reread();
  expect(await part()).toBeNull();
  // Its row stays, so that no old file brings it back.
  expect(await open()).toBeDefined();
  expect(await part()).toBeNull();
});

test('replaced keys end at once in every process, and the new ones are used', async () => {
  const [a, b] = [await open(undefined, 'a'), await open(undefined, 'b')];
  const stolen = a.issuerKeys.sign(MESSAGE);
  const mac = a.keys.mac('a');
  const waiting = await rotateIssuerKey(deps());
  await reread();
  const { keyId } = await replaceKeys(deps(), 'issuer');
  await replaceKeys(deps(), 'secret');
  await reread();
  for (const each of [a, b]) {
    expect(kidsOf(each)).toEqual([keyId]);
    expect(each.issuerKeys.kid).toBe(keyId);
    expect(isSignedBy(each, stolen)).toBe(false);
    expect(each.keys.mac('a')).not.toBe(mac);
  }
  expect(b.keys.mac('a')).toBe(a.keys.mac('a'));
  const left = (await rows()).filter((row) => row.wrapped_part !== null).map((row) => row.key_id);
  expect(left).not.toContain(waiting.keyId);
  expect(left).toHaveLength(5);
});

test('two wrapping keys: the first one wraps all at the next start, and then it is enough', async () => {
  const old = await open();
  const both = await open({ KEY_ENCRYPTION_KEY: `${TWO},${ONE}` });
  expect(await wrappedBy()).toEqual([fingerprintOf(TWO)]);
  expect(both.keys.mac('a')).toBe(old.keys.mac('a'));
  // A process that still has the old one alone goes on with the keys that it knows.
  await reread();
  expect(old.problem()).toBeUndefined();
  expect(isSignedBy(both, old.issuerKeys.sign(MESSAGE))).toBe(true);
  // It makes none: a process with only the new wrapping key could not use them.
  now += 180 * DAY_MS;
  const kids = kidsOf(old);
  await old.keys.privateKey('unknown');
  expect(kidsOf(old)).toEqual(kids);
  expect(await wrappedBy()).toEqual([fingerprintOf(TWO)]);
  now -= 180 * DAY_MS;
  const alone = await open({ KEY_ENCRYPTION_KEY: TWO });
  expect(alone.keys.mac('a')).toBe(old.keys.mac('a'));
  await expect(open()).rejects.toThrow(fingerprintOf(TWO));
});

test('a wrapping key of DATA_DIR is replaced by a setting at the next start', async () => {
  const before = await open({});
  const after = await open({ KEY_ENCRYPTION_KEY: ONE });
  expect(after.keys.mac('a')).toBe(before.keys.mac('a'));
  expect(await wrappedBy()).toEqual([fingerprintOf(ONE)]);
});

test('a process that cannot unwrap the next key is not ready, says so once, and signs until its own key ends', async () => {
  const old = await open();
  const { kid } = old.issuerKeys;
  await open({ KEY_ENCRYPTION_KEY: `${TWO},${ONE}` });
  const next = await rotateIssuerKey(deps({ KEY_ENCRYPTION_KEY: TWO }), 60_000);
  await reread();
  await reread();
  expect(old.problem()).toMatch(
    new RegExp(
      `^KEY_FILE: the issuer key ${next.keyId} in the database is wrapped with .*${fingerprintOf(TWO)}`,
    ),
  );
  expect(reports).toHaveLength(1);
  expect(reports.join()).toContain(next.keyId);
  // What nobody has authenticated is not published.
  expect(kidsOf(old)).toEqual([kid]);
  now += 399 * DAY_MS;
  await reread();
  expect(old.issuerKeys.kid).toBe(kid);
  now += DAY_MS;
  await reread();
  expect(() => old.issuerKeys.sign(MESSAGE)).toThrow('no issuer key may sign');
  expect(reports).toHaveLength(1);
});

test('a row that somebody changed is not used', async () => {
  await open();
  await sql`update server_key set ends_at = ends_at + interval '1 day' where purpose = 'issuer'`.execute(
    database.db,
  );
  await expect(open()).rejects.toThrow(
    /^DATABASE_URL: the row of the issuer key \w+ in server_key was changed/,
  );
});

test('a database that fails is reported once, and after a minute the process is not ready', async () => {
  const running = await open();
  const broken = vi.spyOn(database.db, 'selectFrom').mockImplementation(() => {
    throw new Error('no connection');
  });
  for (let n = 0; n < 5; n += 1) await reread();
  expect(running.problem()).toBeUndefined();
  await reread();
  expect(running.problem()).toBe('DATABASE_URL: the keys cannot be read');
  expect(reports).toEqual(['Error: no connection']);
  expect(running.keys.publicKey.kid).not.toBe('');
  broken.mockRestore();
  await reread();
  expect(running.problem()).toBeUndefined();
});
