// Encryption on the phone: what the server can read, when the key is fetched again, and its two failures.
import { constants, generateKeyPairSync, privateDecrypt } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../app/api-error.ts';
import { encryptPassword, withFreshKey } from './encrypt-password.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const { n, e } = publicKey.export({ format: 'jwk' });
const answer = (jwk: object) =>
  Response.json({ state: 'success', code: 'OK', msg: '', values: {}, data: { kid: 'k1', jwk } });
const fetching = vi.fn<(url: string) => Promise<Response>>();
vi.stubGlobal('fetch', fetching);
vi.stubGlobal('navigator', { onLine: true });
const voidKey = () => {
  throw new ApiError('refused', { status: 422, code: 'ACC-0012' });
};

beforeEach(async () => {
  await withFreshKey(async () => voidKey()).catch(() => undefined);
  fetching.mockReset().mockImplementation(async () => answer({ kty: 'RSA', n, e }));
});

test('the server reads what was typed, and the key is fetched once', async () => {
  const sealed = await Promise.all(['Kippu2026', 'Kippu2026'].map(encryptPassword));
  const options = { key: privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' };
  const opened = sealed.map(({ value }) => privateDecrypt(options, Buffer.from(value, 'base64')).toString());
  expect(opened).toEqual(['Kippu2026', 'Kippu2026']);
  expect(sealed[0]?.value).not.toBe(sealed[1]?.value);
  expect(fetching).toHaveBeenCalledTimes(1);
});

test('nothing to encrypt and what is no text are told apart from a failure', async () => {
  for (const nothing of ['', undefined, 7])
    await expect(encryptPassword(nothing)).rejects.toMatchObject({ reason: 'encryptEmpty' });
  expect(fetching).not.toHaveBeenCalled();
});

test('a broken key is fetched three times, then it is told', async () => {
  fetching.mockImplementation(async () => answer({ kty: 'RSA', n: '!', e }));
  await expect(encryptPassword('Kippu2026')).rejects.toMatchObject({ reason: 'encryptFailed' });
  expect(fetching).toHaveBeenCalledTimes(3);
});

test('a server out of reach is no failed encryption, and is asked again next time', async () => {
  fetching.mockRejectedValueOnce(new TypeError('offline'));
  await expect(encryptPassword('Kippu2026')).rejects.toMatchObject({ kind: 'network' });
  await expect(encryptPassword('Kippu2026')).resolves.toMatchObject({ kid: 'k1' });
});

test('a key the server no longer knows is fetched anew, once', async () => {
  const run = vi.fn(async () => {
    await encryptPassword('Kippu2026');
    return voidKey();
  });
  await expect(withFreshKey(run)).rejects.toMatchObject({ code: 'ACC-0012' });
  expect(run).toHaveBeenCalledTimes(2);
  expect(fetching).toHaveBeenCalledTimes(2);
});
