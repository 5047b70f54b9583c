// A secret as a phone sends it.
import { constants, createPublicKey, publicEncrypt } from 'node:crypto';
import type { Encrypted } from '@kippu/contract/fields';
import type { Keys } from './password-crypto.ts';

/** Takes the server's keys as the phone has fetched them, and the secret. */
export function encryptedFor({ publicKey: { kid, jwk } }: Pick<Keys, 'publicKey'>, text: string): Encrypted {
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  const options = { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' };
  return { kid, value: publicEncrypt(options, Buffer.from(text)).toString('base64') };
}
