// Payloads of jobs are encrypted in the database: they contain addresses, mailed codes and travel.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts and decrypts payloads with a key of the server. */
export interface PayloadSeal {
  /** Encrypts JSON. The result belongs to the job and cannot be opened as another job's. */
  readonly seal: (jobId: string, payload: unknown) => string;
  /** Returns the payload. Throws an Error if the key has been replaced since or the text was changed. */
  readonly open: (jobId: string, sealed: string) => unknown;
}

/** @param keys whose `mac` returns a keyed SHA-256 in hex; the key of the payloads is derived from it */
export function payloadSeal(keys: { readonly mac: (text: string) => string }): PayloadSeal {
  const key = () => Buffer.from(keys.mac('job payload'), 'hex');
  return {
    seal: (jobId, payload) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key(), nonce).setAAD(Buffer.from(jobId));
      const text = Buffer.concat([cipher.update(JSON.stringify(payload), 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64');
    },
    open: (jobId, sealed) => {
      const bytes = Buffer.from(sealed, 'base64');
      const [nonce, tag] = [
        bytes.subarray(0, NONCE_BYTES),
        bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES),
      ];
      const decipher = createDecipheriv(ALGORITHM, key(), nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(jobId)).setAuthTag(tag);
      const text = Buffer.concat([
        decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)),
        decipher.final(),
      ]);
      return JSON.parse(text.toString('utf8'));
    },
  };
}
