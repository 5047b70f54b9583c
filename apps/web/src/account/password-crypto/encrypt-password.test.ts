// Encryption on the phone: what the server can decrypt, when the key is fetched again, and the two failures.
import { constants, generateKeyPairSync, privateDecrypt } from 'node:crypto';
import { SECRET_SECONDS } from '@kippu/contract/limits';
import { SECRET_MARK } from '@kippu/contract/secret';
import { beforeEach, expect, test, vi } from 'vitest';
import { CallError } from '@kippu/client/call-error';
import { encryptPassword, withFreshKey } from './encrypt-password.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const { n, e } = publicKey.export({ format: 'jwk' });
const answer = (jwk: object) =>
  Response.json({
    state: 'success',
    code: 'OK',
    msg: '',
    values: {},
    data: { kid: 'k1', ticket: 't1', jwk },
  });
const fetching = vi.fn<(url: string) => Promise<Response>>();
vi.stubGlobal('fetch', fetching);
vi.stubGlobal('navigator', { onLine: true });
const voidKey = () => {
  throw new CallError('refused', { status: 422, code: 'ACC-0012' });
};

beforeEach(async () => {
  await withFreshKey(async () => voidKey()).catch(() => undefined);
  fetching.mockReset().mockImplementation(async () => answer({ kty: 'RSA', n, e }));
});

/** Decrypts as the server does: the call, a random part, the ticket and the password. */
function read({ value }: { readonly value: string }): string[] {
  const options = { key: privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' };
  const plain = privateDecrypt(options, Buffer.from(value, 'base64')).toString();
  expect(plain.startsWith(SECRET_MARK)).toBe(true);
  return JSON.parse(plain.slice(SECRET_MARK.length)) as string[];
}

test('the server decrypts the call, the ticket and the password; the key is fetched once; no two ciphertexts are equal', async () => {
  const sealed = await Promise.all([1, 2].map(() => encryptPassword('login', 'Kippu2026')));
  const [one = [], other = []] = sealed.map(read);
  expect([one[0], one[2], one[3]]).toEqual(['login', 't1', 'Kippu2026']);
  expect([other[0], other[2], other[3]]).toEqual(['login', 't1', 'Kippu2026']);
  expect(one[1]).not.toBe(other[1]);
  expect(fetching).toHaveBeenCalledTimes(1);
});

test('the key is fetched again after half of its ticket’s life', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  await encryptPassword('login', 'Kippu2026');
  now.mockReturnValue(SECRET_SECONDS * 500 - 1);
  await encryptPassword('login', 'Kippu2026');
  expect(fetching).toHaveBeenCalledTimes(1);
  now.mockReturnValue(SECRET_SECONDS * 500);
  await encryptPassword('login', 'Kippu2026');
  expect(fetching).toHaveBeenCalledTimes(2);
  now.mockRestore();
});

test('any text can be encrypted, and a valid password stays whole', async () => {
  const longest = '\\"'.repeat(18);
  expect(read(await encryptPassword('transferTicket', longest))[3]).toBe(longest);
  for (const typed of ['a'.repeat(100), '切'.repeat(100), '\u0000'.repeat(100)]) {
    const cut = read(await encryptPassword('transferTicket', typed))[3] ?? '';
    expect(typed.startsWith(cut)).toBe(true);
    expect(new TextEncoder().encode(cut).length).toBeGreaterThan(15);
  }
});

test('an empty value and a non-text value have their own error', async () => {
  for (const nothing of ['', undefined, 7])
    await expect(encryptPassword('login', nothing)).rejects.toMatchObject({ reason: 'encryptEmpty' });
  expect(fetching).not.toHaveBeenCalled();
});

test('a broken key is fetched three times before the failure', async () => {
  fetching.mockImplementation(async () => answer({ kty: 'RSA', n: '!', e }));
  await expect(encryptPassword('login', 'Kippu2026')).rejects.toMatchObject({ reason: 'encryptFailed' });
  expect(fetching).toHaveBeenCalledTimes(3);
});

test('an unreachable server is not an encryption failure, and is asked again next time', async () => {
  fetching.mockRejectedValueOnce(new TypeError('offline'));
  await expect(encryptPassword('login', 'Kippu2026')).rejects.toMatchObject({ kind: 'network' });
  await expect(encryptPassword('login', 'Kippu2026')).resolves.toMatchObject({ kid: 'k1' });
});

test('a key the server no longer knows is fetched again, once', async () => {
  const run = vi.fn(async () => {
    await encryptPassword('login', 'Kippu2026');
    return voidKey();
  });
  await expect(withFreshKey(run)).rejects.toMatchObject({ code: 'ACC-0012' });
  expect(run).toHaveBeenCalledTimes(2);
  expect(fetching).toHaveBeenCalledTimes(2);
});
