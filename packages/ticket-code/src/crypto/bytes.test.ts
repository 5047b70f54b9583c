import { describe, expect, it } from 'vitest';
import { isEpochSeconds, joinBytes, sameBytes, timeBytes } from './bytes.ts';

describe('bytes', () => {
  it('are joined in order', () => {
    expect(joinBytes(Uint8Array.of(1, 2), new Uint8Array(0), Uint8Array.of(3))).toEqual(
      Uint8Array.of(1, 2, 3),
    );
  });

  it('are the same only with the same length and every byte alike', () => {
    const one = Uint8Array.of(1, 2);
    expect(sameBytes(one, Uint8Array.of(1, 2))).toBe(true);
    for (const other of [[1], [1, 2, 3], [1, 3], [3, 2]])
      expect(sameBytes(one, Uint8Array.from(other))).toBe(false);
  });
});

describe('a time', () => {
  it('is a whole second of the years that 32 bits hold', () => {
    for (const at of [0, 1, 0xffff_ffff]) expect(isEpochSeconds(at)).toBe(true);
    for (const at of [-1, 0.5, 0x1_0000_0000, Number.NaN]) expect(isEpochSeconds(at)).toBe(false);
  });

  it('is written in four bytes, the highest first', () => {
    expect(timeBytes(0x0102_0304)).toEqual(Uint8Array.of(1, 2, 3, 4));
    expect(() => timeBytes(-1)).toThrow(RangeError);
  });
});
