// Passwords are hashed by argon2id itself; the other tests of the server use a stand-in.
import { hash, verify } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { hashPassword, isPassword, withPasswords } from './hash-password.ts';

const PASSWORD = 'Hozugawa-58-boat';

test('a hash is argon2id at the advised cost, with a salt, and only its password matches', async () => {
  const hashed = await hashPassword(PASSWORD);
  expect(hashed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(await hashPassword(PASSWORD)).not.toBe(hashed);
  expect(await verify(hashed, PASSWORD)).toBe(true);
  expect([await isPassword(hashed, PASSWORD), await isPassword(hashed, `${PASSWORD} `)]).toEqual([
    true,
    false,
  ]);
});

test('a hash of another cost still matches, and is renewed at the current cost', async () => {
  const cheap = await hash(PASSWORD, { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
  expect(await isPassword(cheap, PASSWORD)).toBe(true);
  const renewed = (hashed: string) =>
    withPasswords('a test', (passwords) => passwords.renewed(hashed, PASSWORD));
  const current = (await renewed(cheap)) ?? '';
  expect(current).toContain('$m=19456,t=2,p=1$');
  expect(await verify(current, PASSWORD)).toBe(true);
  expect(await renewed(current)).toBeUndefined();
});
