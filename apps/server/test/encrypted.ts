// Encrypts secrets as a phone does.
import { constants, createPublicKey, publicEncrypt, randomUUID } from 'node:crypto';
import type { Encrypted } from '@kippu/contract/fields';
import { secretText } from '@kippu/contract/secret';
import type { Keys } from '../src/platform/keys/password-keys.ts';
import { secretTicket } from '../src/account/password-crypto/secret-field.ts';

/** Encrypts any text with the server's public key. */
export function encryptedText({ publicKey: { kid, jwk } }: Pick<Keys, 'publicKey'>, text: string): Encrypted {
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  const options = { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' };
  return { kid, value: publicEncrypt(options, Buffer.from(text)).toString('base64') };
}

/** Encrypts a password for a call. `purpose` is the call's name; `now` is when the phone fetched the key, epoch milliseconds. */
export const encryptedFor = (keys: Keys, password: string, purpose: string, now: number): Encrypted =>
  encryptedText(
    keys,
    secretText({ purpose, nonce: randomUUID(), ticket: secretTicket(keys, now), password }),
  );
