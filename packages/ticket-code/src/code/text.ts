// The text in the QR code: 'KQ1:' and base45 of the certificate, the time, the direction and the phone's signature.
import { decodeBase45, encodeBase45 } from './base45.ts';
import { joinBytes, timeBytes } from './bytes.ts';
import { DIRECTION_BYTES, MOMENT_SIGNATURE_BYTES, type Direction, type Moment } from './moment.ts';

export const CODE_PREFIX = 'KQ1:';
/** What the largest QR code (version 40) holds in alphanumeric mode at error correction M. */
export const CODE_MOST_CHARACTERS = 3391;

/** The code's parts. The certificate is COSE_Sign1 bytes; `at` is in epoch seconds, UTC. */
interface CodeParts extends Moment {
  certificate: Uint8Array;
}

const TAIL_BYTES = 4 + 1 + MOMENT_SIGNATURE_BYTES;
const DIRECTIONS = new Map<number | undefined, Direction>([
  [DIRECTION_BYTES.in, 'in'],
  [DIRECTION_BYTES.out, 'out'],
]);

/**
 * Takes the parts (`at` in epoch seconds, UTC) and gives the text, only in QR alphanumeric characters.
 * Throws RangeError for a bad time, a signature that is not 64 bytes, an empty certificate, or one too large for a QR code.
 */
export function encodeCode(parts: CodeParts): string {
  if (parts.certificate.length === 0) throw new RangeError('A code carries a certificate');
  if (parts.signature.length !== MOMENT_SIGNATURE_BYTES)
    throw new RangeError('A P-256 signature is 64 bytes');
  const direction = Uint8Array.of(DIRECTION_BYTES[parts.direction]);
  const bytes = joinBytes(parts.certificate, timeBytes(parts.at), direction, parts.signature);
  const text = CODE_PREFIX + encodeBase45(bytes);
  if (text.length > CODE_MOST_CHARACTERS) throw new RangeError('The certificate is too large for a QR code');
  return text;
}

/**
 * Takes anything a reader saw and gives the parts, or null when it is not a code of ours, to the letter. The last 69
 * bytes are time, direction and signature, what stands before is the certificate: there is no length field.
 * Nothing is verified here. Never throws.
 */
export function decodeCode(text: unknown): CodeParts | null {
  if (typeof text !== 'string' || text.length > CODE_MOST_CHARACTERS) return null;
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
