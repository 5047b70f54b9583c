// The moment: the phone's signature over its certificate, the time and the direction, renewed every 15 seconds.
import { sha256 } from '@noble/hashes/sha2.js';
import { joinBytes, timeBytes } from '../crypto/bytes.ts';
import { portableChecks, type SignatureChecks } from '../crypto/signature-checks.ts';

export type Direction = 'in' | 'out';

/** What the phone states and signs. */
export interface Moment {
  /** Epoch seconds, UTC, by the phone's corrected clock. */
  at: number;
  direction: Direction;
  /** ECDSA P-256 with SHA-256: r then s, 32 bytes each. */
  signature: Uint8Array;
}

/** Signs the SHA-256 of a message with ECDSA P-256. Returns r then s, 64 bytes, as WebCrypto does. */
export type PhoneSigner = (message: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>;

export const DIRECTION_BYTES = { in: 1, out: 2 } as const satisfies Record<Direction, number>;
export const MOMENT_SIGNATURE_BYTES = 64;

const CONTEXT = new TextEncoder().encode('KQ1 moment');

/**
 * Builds the message that the phone signs: 'KQ1 moment', the certificate's SHA-256, the time in 4 bytes, the
 * direction in 1.
 * @param certificate its COSE_Sign1 bytes
 * @param at epoch seconds, UTC
 * @throws RangeError for a time that is not whole seconds in 32 bits
 */
export function momentMessage(
  certificate: Uint8Array,
  at: number,
  direction: Direction,
): Uint8Array<ArrayBuffer> {
  const directionByte = Uint8Array.of(DIRECTION_BYTES[direction]);
  return joinBytes(CONTEXT, sha256(certificate), timeBytes(at), directionByte);
}

/**
 * Signs a moment. Throws RangeError for an invalid time or a signature that is not 64 bytes, and what the signer
 * throws.
 * @param certificate its COSE_Sign1 bytes
 * @param at epoch seconds, UTC
 */
export async function signMoment(
  certificate: Uint8Array,
  at: number,
  direction: Direction,
  sign: PhoneSigner,
): Promise<Moment> {
  const signature = await sign(momentMessage(certificate, at, direction));
  if (signature.length !== MOMENT_SIGNATURE_BYTES) throw new RangeError('A P-256 signature is 64 bytes');
  return { at, direction, signature };
}

/** Whether a moment is signed by the phone's key (compressed P-256 point, 33 bytes). Never throws. */
export function isMomentSignedBy(
  certificate: Uint8Array,
  moment: Moment,
  phoneKey: Uint8Array,
  checks: SignatureChecks = portableChecks,
): boolean {
  try {
    return checks.p256(moment.signature, momentMessage(certificate, moment.at, moment.direction), phoneKey);
  } catch (error) {
    // No moment can have such a time.
    if (error instanceof RangeError) return false;
    throw error;
  }
}
