// The two signature checks of a decision. The default ones are portable, so that a browser decides like a server. A
// platform may provide faster ones; the same golden vectors must hold for them.
import { ed25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';

/** Each returns whether a signature is valid and never throws. A key that is not a point returns false. */
export interface SignatureChecks {
  /** Ed25519 by the strict rules of RFC 8032 and FIPS 186-5; the key is 32 bytes, the signature 64. */
  readonly ed25519: (signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array) => boolean;
  /**
   * ECDSA P-256 over the SHA-256 of the message (FIPS 186-5). The signature is r then s, the key the compressed
   * point, 33 bytes. High s is accepted, because WebCrypto does not normalise it.
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

/** The checks in JavaScript alone: equal in Node, the browser and the gate. */
export const portableChecks: SignatureChecks = {
  ed25519: (signature, message, publicKey) =>
    orFalse(() => ed25519.verify(signature, message, publicKey, { zip215: false })),
  p256: (signature, message, publicKey) =>
    orFalse(() => p256.verify(signature, message, publicKey, { lowS: false, prehash: true })),
};
