// The two signature checks a verdict stands on: portable by default, so that a browser decides like a server; where the
// platform has faster ones, they may be given, and the same golden vectors must hold for them.
import { ed25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';

/** Each says whether a signature holds, and never throws: a key that is no point is false. */
export interface SignatureChecks {
  /** Ed25519 by the strict rules of RFC 8032 and FIPS 186-5; the key is 32 bytes, the signature 64. */
  readonly ed25519: (signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array) => boolean;
  /**
   * ECDSA P-256 over the message's SHA-256 (FIPS 186-5); the signature is r then s, the key the compressed point, 33
   * bytes. High s is accepted, since WebCrypto does not normalise it.
   */
  readonly p256: (signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array) => boolean;
}

const orFalse = (check: () => boolean): boolean => {
  try {
    return check();
  } catch {
    return false;
  }
};

/** The checks in JavaScript alone: the same in Node, the browser and the gate. */
export const portableChecks: SignatureChecks = {
  ed25519: (signature, message, publicKey) =>
    orFalse(() => ed25519.verify(signature, message, publicKey, { zip215: false })),
  p256: (signature, message, publicKey) =>
    orFalse(() => p256.verify(signature, message, publicKey, { lowS: false, prehash: true })),
};
