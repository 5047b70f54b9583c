// Encrypted passwords: valid once, for minutes, for one call; the older form once, for a week after the update.
import { constants, createPublicKey, publicEncrypt } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { SECRET_SECONDS } from '@kippu/contract/limits';
import { secretText } from '@kippu/contract/secret';
import type { Encrypted } from '@kippu/contract/fields';
import { AppError } from '../../platform/wire/app-error.ts';
import { openTestDeps, type TestDeps } from '../../../test/app-context.ts';
import { encryptedFor, encryptedText } from '../../../test/encrypted.ts';
import { openSecrets, secretTicket } from './secret-field.ts';

let deps: TestDeps;
beforeAll(async () => {
  deps = await openTestDeps();
});
afterAll(() => deps.close());
beforeEach(() => sql`delete from used_once`.execute(deps.db));

const open = (fields: Encrypted[], purpose = 'login') =>
  openSecrets(deps.db, deps.keys, { purpose, fields }, deps.clock());
/** Returns the passwords, or the code of the refusal. */
const passwordsOrCode = (fields: Encrypted[], purpose?: string) =>
  open(fields, purpose).catch((error: unknown) => (error instanceof AppError ? error.code : error));
const sealed = (purpose = 'login', at = deps.clock()) =>
  encryptedFor(deps.keys, 'Hozugawa-58-boat', purpose, at);

test('a field is valid once, for its own call, also when sent twice at once', async () => {
  expect(await passwordsOrCode([sealed('changePassword')], 'logOff')).toBe('ACC-0012');
  const field = sealed();
  const both = await Promise.all([passwordsOrCode([field]), passwordsOrCode([field])]);
  expect(both.map(String).toSorted()).toEqual(['ACC-0012', 'Hozugawa-58-boat']);
  expect(await passwordsOrCode([field])).toBe('ACC-0012');
});

test('one call may send a field twice, and a refused call uses up none of its fields', async () => {
  const field = sealed();
  expect(await passwordsOrCode([field, field])).toEqual(['Hozugawa-58-boat', 'Hozugawa-58-boat']);
  const other = sealed();
  expect(await passwordsOrCode([other, field])).toBe('ACC-0012');
  expect(await passwordsOrCode([other])).toEqual(['Hozugawa-58-boat']);
});

test('a field is valid for ten minutes after its key was fetched, by the server’s clock', async () => {
  const now = deps.clock();
  expect(await passwordsOrCode([sealed('login', now - SECRET_SECONDS * 1000 + 1)])).toEqual([
    'Hozugawa-58-boat',
  ]);
  expect(await passwordsOrCode([sealed('login', now - SECRET_SECONDS * 1000)])).toBe('ACC-0012');
});

test('a forged ticket and a malformed secret are refused', async () => {
  const [time = '', mac = ''] = secretTicket(deps.keys, deps.clock()).split('.');
  const later = (deps.clock() + 60_000).toString(36);
  for (const ticket of [
    '',
    time,
    `${time}.`,
    `${later}.${mac}`,
    `${time}.${'0'.repeat(32)}`,
    `${time}.${mac.slice(0, 24)}`,
  ]) {
    const text = secretText({ purpose: 'login', nonce: 'n', ticket, password: 'x' });
    expect(await passwordsOrCode([encryptedText(deps.keys, text)]), ticket).toBe('ACC-0012');
  }
  for (const text of ['\u0001', '\u0001{}', '\u0001[]', '\u0001["login","n"]', '\u0001["login",1,2,3]'])
    expect(await passwordsOrCode([encryptedText(deps.keys, text)]), text).toBe('ACC-0012');
});

test('a field changed in any part is refused', async () => {
  const field = sealed();
  const bytes = Buffer.from(field.value, 'base64');
  for (const at of [0, 1, 100, 200, bytes.length - 1]) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(await passwordsOrCode([{ ...field, value: changed.toString('base64') }]), String(at)).toBe(
      'ACC-0012',
    );
  }
  expect(await passwordsOrCode([field])).toEqual(['Hozugawa-58-boat']);
});

test('a field in the weak padding PKCS#1 v1.5 is refused, one in OAEP is taken', async () => {
  const { kid, jwk } = deps.keys.publicKey;
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  const text = secretText({
    purpose: 'login',
    nonce: 'n',
    ticket: secretTicket(deps.keys, deps.clock()),
    password: 'x',
  });
  const value = publicEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(text));
  expect(await passwordsOrCode([{ kid, value: value.toString('base64') }])).toBe('ACC-0012');
  expect(await passwordsOrCode([sealed()])).toEqual(['Hozugawa-58-boat']);
});

test('the ticket of a field is authenticated by 128 bits', () => {
  const [, mac = ''] = secretTicket(deps.keys, deps.clock()).split('.');
  expect(mac).toMatch(/^[0-9a-f]{32}$/);
});

test('the older form is valid once, for a week after the update; then the page must be reloaded', async () => {
  const old = encryptedText(deps.keys, 'Hozugawa-58-boat');
  const updated = (at: number) =>
    sql`update migration set applied_at = ${new Date(at)}::timestamptz where name = '0043-used-once'`.execute(
      deps.db,
    );
  const week = 7 * 24 * 3_600_000;
  await updated(deps.clock() - week + 1);
  expect(await passwordsOrCode([old])).toEqual(['Hozugawa-58-boat']);
  // Base64 can be written in several ways.
  expect(await passwordsOrCode([old])).toBe('ACC-0012');
  expect(await passwordsOrCode([{ ...old, value: old.value.replace(/=+$/, '') }])).toBe('ACC-0012');
  await updated(deps.clock() - week);
  expect(await passwordsOrCode([encryptedText(deps.keys, 'Hozugawa-58-boat')])).toBe('REQ-0009');
  expect(await passwordsOrCode([sealed()])).toEqual(['Hozugawa-58-boat']);
});

test('the hash of a used field is stored until the field expires', async () => {
  await open([sealed()]);
  const kept = async () =>
    (await deps.db.selectFrom('used_once').selectAll().execute()).map(({ hash }) => hash);
  const [first] = await kept();
  expect(first).toMatch(/^[0-9a-f]{64}$/);
  deps.advance(SECRET_SECONDS * 1000);
  await open([sealed()]);
  expect(await kept()).not.toContain(first);
  expect(await kept()).toHaveLength(1);
});
