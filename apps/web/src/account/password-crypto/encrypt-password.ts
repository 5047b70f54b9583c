// Encrypts passwords with the server's public key (RSA-OAEP-256). Each ciphertext is valid for one call and a few
// minutes; only the server can decrypt it.
import { publicKey } from '@kippu/contract/routes/traveller/account';
import type { DataOf } from '@kippu/contract/route-types';
import type { Encrypted } from '@kippu/contract/fields';
import { ENCRYPT_TRIES, SECRET_SECONDS } from '@kippu/contract/limits';
import { secretText } from '@kippu/contract/secret';
import { CallError, isRefusal } from '@kippu/client/call-error';
import { send } from '../../app/call/api.ts';

/** `encryptEmpty`: there was nothing to encrypt. `encryptFailed`: every try failed. Both are keys of messages. */
export class EncryptError extends Error {
  readonly reason: 'encryptEmpty' | 'encryptFailed';
  constructor(reason: 'encryptEmpty' | 'encryptFailed') {
    super(reason);
    this.name = 'EncryptError';
    this.reason = reason;
  }
}

let fetched: { readonly key: Promise<DataOf<typeof publicKey>>; readonly at: number } | undefined;

/** Returns the key and its ticket. Fetches them again after half of the ticket's life. */
function fetchKey(): Promise<DataOf<typeof publicKey>> {
  const now = performance.now();
  if (fetched && now - fetched.at < (SECRET_SECONDS * 1000) / 2) return fetched.key;
  const key = send(publicKey).catch((error: unknown) => {
    fetched = undefined;
    throw error;
  });
  fetched = { key, at: now };
  return key;
}

/** The bytes for the password in one RSA block. A valid password has 72 bytes at most. */
const PASSWORD_BYTES = 100;
const bytesOf = (text: string) => new TextEncoder().encode(JSON.stringify(text)).length;

/** Cuts a text that is too long to be a password, so that the server can refuse it as wrong. */
function cut(text: string): string {
  const characters = [...text];
  while (bytesOf(characters.join('')) > PASSWORD_BYTES) characters.pop();
  return characters.join('');
}

async function encryptOnce(purpose: string, text: string): Promise<Encrypted> {
  const { kid, jwk, ticket } = await fetchKey();
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
  const plain = secretText({ purpose, nonce, ticket, password: cut(text) });
  const algorithm = { name: 'RSA-OAEP', hash: 'SHA-256' };
  const { kty, n, e } = jwk;
  const key = await crypto.subtle.importKey('jwk', { kty, n, e, ext: true }, algorithm, false, ['encrypt']);
  const bytes = await crypto.subtle.encrypt(algorithm, key, new TextEncoder().encode(plain));
  return { kid, value: btoa(String.fromCharCode(...new Uint8Array(bytes))) };
}

/**
 * Encrypts a password for one call. Makes up to ENCRYPT_TRIES tries, each with a newly fetched key, then throws
 * EncryptError. If the server cannot be reached, throws that CallError instead.
 */
export async function encryptPassword(purpose: string, text: unknown): Promise<Encrypted> {
  if (typeof text !== 'string' || text === '') throw new EncryptError('encryptEmpty');
  for (let tries = 0; tries < ENCRYPT_TRIES; tries += 1) {
    try {
      return await encryptOnce(purpose, text);
    } catch (error) {
      if (error instanceof CallError) throw error;
      fetched = undefined;
    }
  }
  throw new EncryptError('encryptFailed');
}

/** Runs a call that encrypts. If the server has changed its key, runs it once more with the new key. */
export async function withFreshKey<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!isRefusal(error, 'ACC-0012')) throw error;
    fetched = undefined;
    return run();
  }
}
