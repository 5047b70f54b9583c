// Passwords leave the phone encrypted with the server's public key (RSA-OAEP-256); only the server can read them.
import { publicKey } from '@kippu/contract/account';
import type { DataOf } from '@kippu/contract/call';
import type { Encrypted } from '@kippu/contract/fields';
import { ENCRYPT_TRIES } from '@kippu/contract/limits';
import { ApiError, isRefusal } from '../app/api-error.ts';
import { send } from '../app/api.ts';

/** `encryptEmpty`: there was nothing to encrypt; `encryptFailed`: it did not work, every try. Both name their words. */
export class EncryptError extends Error {
  readonly reason: 'encryptEmpty' | 'encryptFailed';
  constructor(reason: 'encryptEmpty' | 'encryptFailed') {
    super(reason);
    this.name = 'EncryptError';
    this.reason = reason;
  }
}

let fetched: Promise<DataOf<typeof publicKey>> | undefined;

function fetchKey(): Promise<DataOf<typeof publicKey>> {
  fetched ??= send(publicKey).catch((error: unknown) => {
    fetched = undefined;
    throw error;
  });
  return fetched;
}

async function encryptOnce(text: string): Promise<Encrypted> {
  const { kid, jwk } = await fetchKey();
  const algorithm = { name: 'RSA-OAEP', hash: 'SHA-256' };
  const { kty, n, e } = jwk;
  const key = await crypto.subtle.importKey('jwk', { kty, n, e, ext: true }, algorithm, false, ['encrypt']);
  const bytes = await crypto.subtle.encrypt(algorithm, key, new TextEncoder().encode(text));
  return { kid, value: btoa(String.fromCharCode(...new Uint8Array(bytes))) };
}

/**
 * Takes a password; gives it encrypted, or throws EncryptError. Tried ENCRYPT_TRIES times, each with a freshly
 * fetched key; that the server cannot be reached is told as such, not as a failed encryption.
 */
export async function encryptPassword(text: unknown): Promise<Encrypted> {
  if (typeof text !== 'string' || text === '') throw new EncryptError('encryptEmpty');
  for (let tries = 0; tries < ENCRYPT_TRIES; tries += 1) {
    try {
      return await encryptOnce(text);
    } catch (error) {
      if (error instanceof ApiError) throw error;
      fetched = undefined;
    }
  }
  throw new EncryptError('encryptFailed');
}

/** Runs a call that encrypts; when the server has changed its key meanwhile, once more with the new one. */
export async function withFreshKey<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!isRefusal(error, 'ACC-0012')) throw error;
    fetched = undefined;
    return run();
  }
}
