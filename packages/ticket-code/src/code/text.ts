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

const TAIL_BYTES = 4 + 1 + MOMENT_SIGNATURE_BYTES;
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
  const bytes = certificateBytes + TAIL_BYTES;
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
  if (bytes === null || bytes.length <= TAIL_BYTES) return null;
  const tail = bytes.length - TAIL_BYTES;
  const direction = DIRECTIONS.get(bytes[tail + 4]);
  if (direction === undefined) return null;
  return {
    certificate: bytes.slice(0, tail),
    at: new DataView(bytes.buffer, bytes.byteOffset).getUint32(tail),
    direction,
    signature: bytes.slice(tail + 5),
  };
}
