// The keys that decrypt passwords: their size and their times.
import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { encryptedText } from '../../../test/encrypted.ts';
import { decryptField } from '../../account/password-crypto/decrypt-field.ts';
import { isPasswordKeyDue, macKey, newPasswordKey, passwordKey, passwordKeysOf } from './password-keys.ts';

const DAY_MS = 86_400_000;
const START = Date.parse('2026-04-01T09:00:00+09:00');

test('a pair is due after a month and decrypts for another', async () => {
  const [first, second] = [await newPasswordKey(START), await newPasswordKey(START + 30 * DAY_MS)];
  const secret = macKey(START);
  const at = (days: number) => passwordKeysOf([secret, first, second], START + days * DAY_MS);
  expect(isPasswordKeyDue([first], START + 30 * DAY_MS - 1)).toBe(false);
  expect(isPasswordKeyDue([first], START + 30 * DAY_MS)).toBe(true);
  expect(isPasswordKeyDue([second, first], START + 31 * DAY_MS)).toBe(false);
  expect(isPasswordKeyDue([], START)).toBe(true);
  const field = encryptedText(at(29), 'Hozugawa-58-boat');
  expect(field.kid).toBe(first.keyId);
  expect(at(30).publicKey.kid).toBe(second.keyId);
  expect(await decryptField(at(59), field)).toBe('Hozugawa-58-boat');
  await expect(decryptField(at(60), field)).rejects.toThrow('unknown kid');
  expect(at(60).mac('a')).toBe(at(0).mac('a'));
});

test('a new pair has 3,072 bits, and a shorter one of an earlier release is due at once', async () => {
  const made = await newPasswordKey(START);
  expect(made.key.asymmetricKeyDetails?.modulusLength).toBe(3072);
  expect(isPasswordKeyDue([made], START)).toBe(false);
  const short = passwordKey(START, generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey);
  expect(isPasswordKeyDue([short], START)).toBe(true);
});

test('without keys nothing is encrypted and no hash is made', () => {
  const none = passwordKeysOf([], START);
  expect(() => none.publicKey).toThrow('no key decrypts passwords');
  expect(() => none.mac('a')).toThrow('the server secret is missing');
});
