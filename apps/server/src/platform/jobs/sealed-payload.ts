// Payloads of jobs are encrypted in the database: they contain addresses, mailed codes and travel.
import { wrappingKeyOf } from '../keys/wrapping-key.ts';

/** Encrypts and decrypts payloads with a key of the server. */
export interface PayloadSeal {
  /** Encrypts JSON. The result belongs to the job and cannot be opened as another job's. */
  readonly seal: (jobId: string, payload: unknown) => string;
  /** Returns the payload. Throws an Error if the key has been replaced since or the text was changed. */
  readonly open: (jobId: string, sealed: string) => unknown;
}

/** @param keys whose `mac` returns a keyed SHA-256 in hex; the key of the payloads is derived from it */
export function payloadSeal(keys: { readonly mac: (text: string) => string }): PayloadSeal {
  const key = () => wrappingKeyOf(Buffer.from(keys.mac('job payload'), 'hex'));
  return {
    seal: (jobId, payload) => key().wrap(Buffer.from(JSON.stringify(payload)), jobId),
    open: (jobId, sealed) => {
      const text = key().unwrap(sealed, jobId);
      if (!text) throw new Error('the payload of a job cannot be opened');
      return JSON.parse(text.toString('utf8'));
    },
  };
}
