// A password as a phone sends it.
import { createPublicKey, publicEncrypt, randomUUID } from 'node:crypto';
import type { DataOf } from '@kippu/contract/call';
import type { publicKey } from '@kippu/contract/calls/traveller/account';
import type { Encrypted } from '@kippu/contract/fields';
import { secretText } from '@kippu/contract/secret';

/** Encrypts a password with the server's answer to `publicKey`, for one use by the call named `purpose`. */
export function encryptPassword(
  { kid, jwk, ticket }: DataOf<typeof publicKey>,
  purpose: string,
  password: string,
): Encrypted {
  const plain = secretText({ purpose, nonce: randomUUID(), ticket, password });
  const key = createPublicKey({ key: { ...jwk }, format: 'jwk' });
  return { kid, value: publicEncrypt({ key, oaepHash: 'sha256' }, Buffer.from(plain)).toString('base64') };
}
