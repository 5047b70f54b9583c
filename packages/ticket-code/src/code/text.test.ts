// The text of a code: its limits, its exact form, and its length without encoding it.
import { describe, expect, it } from 'vitest';
import { joinBytes, timeBytes } from '../crypto/bytes.ts';
import { encodeBase45 } from './base45.ts';
import { CODE_PREFIX, codeLength, decodeCode, encodeCode, MAX_CODE_CHARACTERS } from './text.ts';

const AT = 1_795_834_800;
const parts = (certificateBytes: number, signatureBytes = 64) => ({
  certificate: new Uint8Array(certificateBytes).fill(7),
  at: AT,
  direction: 'in' as const,
  signature: new Uint8Array(signatureBytes).fill(9),
});
/** The text of a code as no phone writes it. */
const textOf = (certificate: Uint8Array, direction: number) =>
  CODE_PREFIX +
  encodeBase45(joinBytes(certificate, timeBytes(AT), Uint8Array.of(direction), new Uint8Array(64)));
/** The largest certificate that fits. */
const LARGEST = 2189;

describe('the text of a code', () => {
  it('is read as it was written, up to the largest QR code', () => {
    for (const size of [1, 2, LARGEST]) expect(decodeCode(encodeCode(parts(size)))).toEqual(parts(size));
    expect(encodeCode(parts(LARGEST)).length).toBeLessThanOrEqual(MAX_CODE_CHARACTERS);
  });

  it('is not written without a certificate, with a short signature, or beyond the largest QR code', () => {
    for (const wrong of [parts(0), parts(1, 63), parts(1, 65), parts(LARGEST + 1)])
      expect(() => encodeCode(wrong)).toThrow(RangeError);
  });

  it('is as long as it is said to be', () => {
    for (const size of [1, 2, 255, 256]) expect(codeLength(size)).toBe(encodeCode(parts(size)).length);
  });

  it('is refused without a certificate, in another direction, with another prefix, or too long', () => {
    expect(decodeCode(textOf(Uint8Array.of(7), 2))).toMatchObject({ direction: 'out', at: AT });
    expect(decodeCode(textOf(Uint8Array.of(7), 3))).toBeNull();
    expect(decodeCode(textOf(new Uint8Array(0), 1))).toBeNull();
    expect(decodeCode(encodeCode(parts(1)).replace('KQ1', 'KQ2'))).toBeNull();
    expect(decodeCode(textOf(new Uint8Array(LARGEST + 1), 1))).toBeNull();
    for (const nothing of [undefined, null, 1, ['KQ1:'], '', CODE_PREFIX])
      expect(decodeCode(nothing)).toBeNull();
  });
});
