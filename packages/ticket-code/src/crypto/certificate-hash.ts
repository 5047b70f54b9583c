// The hash of a certificate that the phone signs. In a file of its own, so that phones do not load the CBOR library.
import { sha256 } from '@noble/hashes/sha2.js';

/** Returns the SHA-256 (FIPS 180-4) of COSE_Sign1 bytes, 32 bytes. */
export function hashCertificate(bytes: Uint8Array): Uint8Array {
  return sha256(bytes);
}
