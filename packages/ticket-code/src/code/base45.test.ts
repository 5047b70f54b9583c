// Base45 against the examples of RFC 9285 and round trips.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBase45, encodeBase45 } from './base45.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('base45', () => {
  it.each([
    ['AB', 'BB8'],
    ['Hello!!', '%69 VD92EX0'],
    ['base-45', 'UJCLQE7W581'],
    ['ietf!', 'QED8WEX0'],
    ['', ''],
  ])('writes and reads the RFC 9285 example %j', (plain, text) => {
    expect(encodeBase45(utf8(plain))).toBe(text);
    expect(decodeBase45(text)).toEqual(utf8(plain));
  });

  it.each(['GGW', ':::', '::', 'A', 'BB8A', 'bb8', 'bB8', 'b0', 'BB\u00e9', 'B\n8', 'U6', '\u{1f600}A'])(
    'refuses %j',
    (text) => {
      expect(decodeBase45(text)).toBeNull();
    },
  );

  it('reads the largest groups', () => {
    expect(decodeBase45('FGW')).toEqual(Uint8Array.of(255, 255));
    expect(decodeBase45('U5')).toEqual(Uint8Array.of(255));
  });

  it.each([255, 256, 257, 1000])('survives a round trip of %d bytes', (length) => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: length, maxLength: length }), (bytes) => {
        expect(decodeBase45(encodeBase45(bytes))).toEqual(Uint8Array.from(bytes));
      }),
      { seed: 45 },
    );
  });

  it('has one text for each byte string', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789ABCFGUW $%*+-./:') }), (text) => {
        const bytes = decodeBase45(text);
        if (bytes) expect(encodeBase45(bytes)).toBe(text);
      }),
      { seed: 45 },
    );
  });
});
