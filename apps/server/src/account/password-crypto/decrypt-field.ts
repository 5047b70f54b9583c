// Decrypts what a phone encrypted with the server's public key (RSA-OAEP-256).
import { constants, privateDecrypt } from 'node:crypto';
import type { Keys } from '../../platform/keys/password-keys.ts';
import { AppError } from '../../platform/wire/app-error.ts';

/** Decrypts a field. Call it outside transactions. Rejects with AppError ACC-0012, upon which the phone fetches the key again. */
export async function decryptField(keys: Keys, field: { kid: string; value: string }): Promise<string> {
  const key = await keys.privateKey(field.kid);
  if (!key) throw new AppError('ACC-0012', { detail: 'unknown kid' });
  try {
    const options = { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' };
    return privateDecrypt(options, Buffer.from(field.value, 'base64')).toString('utf8');
  } catch {
    throw new AppError('ACC-0012', { detail: 'decryption failed' });
  }
}
