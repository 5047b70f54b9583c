// The text in the QR code: 'KQ1:' and base45 of the certificate, the time, the direction and the phone's signature.
import { decodeBase45, encodeBase45 } from './base45.ts';
import { joinBytes, timeBytes } from '../crypto/bytes.ts';
import { DIRECTION_BYTES, MOMENT_SIGNATURE_BYTES, type Direction, type Moment } from './moment.ts';

export const CODE_PREFIX = 'KQ1:';
/** The capacity of the largest QR code (version 40) in alphanumeric mode at error correction level M. */
export const MAX_CODE_CHARACTERS = 3391;

/** The parts of a code. The certificate is COSE_Sign1 bytes; `at` is in epoch seconds, UTC. */
interface CodeParts extends Moment {
  certificate: Uint8Array;
}

/** The time, the direction and the signature at the end of a code. */
const MOMENT_BYTES = 4 + 1 + MOMENT_SIGNATURE_BYTES;
const DIRECTIONS = new Map<number | undefined, Direction>([
  [DIRECTION_BYTES.in, 'in'],
  [DIRECTION_BYTES.out, 'out'],
]);

/**
 * Encodes the parts of a code (`at` in epoch seconds, UTC) as text of QR alphanumeric characters. Throws RangeError
 * for an invalid time, a signature that is not 64 bytes, an empty certificate, or one that is too large for a QR
 * code.
 */
export function encodeCode(parts: CodeParts): string {
  if (parts.certificate.length === 0) throw new RangeError('A code carries a certificate');
  if (parts.signature.length !== MOMENT_SIGNATURE_BYTES)
    throw new RangeError('A P-256 signature is 64 bytes');
  const direction = Uint8Array.of(DIRECTION_BYTES[parts.direction]);
  const bytes = joinBytes(parts.certificate, timeBytes(parts.at), direction, parts.signature);
  const text = CODE_PREFIX + encodeBase45(bytes);
  if (text.length > MAX_CODE_CHARACTERS) throw new RangeError('The certificate is too large for a QR code');
  return text;
}

/** Returns how many characters the code of a certificate of this size has. */
export function codeLength(certificateBytes: number): number {
  const bytes = certificateBytes + MOMENT_BYTES;
  return CODE_PREFIX.length + Math.floor(bytes / 2) * 3 + (bytes % 2) * 2;
}

/**
 * Decodes a text that a reader saw. Returns null unless it is exactly in our format. The last 69 bytes are time,
 * direction and signature; the rest is the certificate, without a length field. Verifies nothing. Never throws.
 */
export function decodeCode(text: unknown): CodeParts | null {
  if (typeof text !== 'string' || text.length > MAX_CODE_CHARACTERS) return null;
  if (!text.startsWith(CODE_PREFIX)) return null;
  const bytes = decodeBase45(text.slice(CODE_PREFIX.length));
  if (bytes === null || bytes.length <= MOMENT_BYTES) return null;
  const moment = readMoment(bytes.slice(-MOMENT_BYTES));
  return moment && { certificate: bytes.slice(0, -MOMENT_BYTES), ...moment };
}

/** Returns the last 69 bytes of a code: time, direction and signature. Null for what is no code. Verifies nothing. Never throws. */
export function momentBytesOf(text: string): Uint8Array | null {
  const parts = decodeCode(text);
  return (
    parts && joinBytes(timeBytes(parts.at), Uint8Array.of(DIRECTION_BYTES[parts.direction]), parts.signature)
  );
}

/** Reads the 69 bytes of a moment. Null for another length or direction. Verifies nothing. Never throws. */
export function readMoment(bytes: Uint8Array): Moment | null {
  const direction = DIRECTIONS.get(bytes[4]);
  if (bytes.length !== MOMENT_BYTES || direction === undefined) return null;
  return {
    at: new DataView(bytes.buffer, bytes.byteOffset).getUint32(0),
    direction,
    signature: bytes.slice(5),
  };
}
