// The certificate: sizes, determinism, refusals when signing, strict reading.
import { decode, encode } from 'cborg';
import * as fc from 'fast-check';
import { ed25519 } from '@noble/curves/ed25519.js';
import { describe, expect, it } from 'vitest';
import { PASSENGER_CATEGORIES } from '@kippu/contract/values';
import { decodePayload, encodePayload, type Certificate } from './payload.ts';
import { isSignedBy, openCertificate, signCertificate } from './certificate.ts';
import { decodeCode, encodeCode } from '../code/text.ts';
import { CERTIFICATE, ISSUER_SECRET, NOON, makeCode } from '../../test/vectors.ts';
import { verifyCode } from '../decide/verify.ts';

const publicKey = ed25519.getPublicKey(ISSUER_SECRET);
const issuerKeys = [{ kid: 'k2', publicKey, notBefore: 0, notAfter: NOON * 2 }];
const sign = (message: Uint8Array): Uint8Array => ed25519.sign(message, ISSUER_SECRET);
const context = {
  now: NOON,
  exitGraceSeconds: 14_400,
  issuerKeys,
  isRevoked: () => false,
  isSeen: () => false,
};

/** Pads the product name so that the payload has exactly `size` bytes. */
function padTo(size: number): Certificate {
  for (let length = 1; length <= size; length += 1) {
    const certificate = { ...CERTIFICATE, productName: 'x'.repeat(length) };
    if (encodePayload(certificate).length === size) return certificate;
  }
  throw new Error(`no payload of ${size} bytes`);
}

const instant = fc.integer({ min: 0, max: 0xffff_ffff - 86_400 });
const word = fc
  .string({ unit: 'binary', minLength: 1, maxLength: 20 })
  .filter((text) => !text.startsWith('\ufeff'));
const certificates: fc.Arbitrary<Certificate> = fc
  .record(
    {
      ticketId: fc.oneof(fc.uuid(), word),
      ticketNo: word,
      productId: fc.oneof(fc.uuid(), word),
      productName: word,
      passengerCategory: fc.constantFrom(...PASSENGER_CATEGORIES),
      validFrom: instant,
      validUntil: fc.constant(0xffff_ffff),
      seat: fc.record({ train: word, car: word, seat: word }),
      places: fc.array(word, { minLength: 1, maxLength: 4 }),
      issuedAt: instant,
      life: fc.integer({ min: 1, max: 86_400 }),
    },
    {
      requiredKeys: [
        'ticketId',
        'ticketNo',
        'productId',
        'productName',
        'passengerCategory',
        'validFrom',
        'validUntil',
        'issuedAt',
        'life',
      ],
    },
  )
  .map(({ life, ...rest }) => ({ ...rest, phoneKey: CERTIFICATE.phoneKey, expiresAt: rest.issuedAt + life }));

describe('certificate', () => {
  it('reads as it was signed, with any content', async () => {
    await fc.assert(
      fc.asyncProperty(certificates, async (certificate) => {
        const opened = openCertificate(await signCertificate(certificate, 'k2', sign));
        expect(opened?.certificate).toEqual(certificate);
        expect(opened && isSignedBy(opened, publicKey)).toBe(true);
      }),
      { seed: 9052, numRuns: 60 },
    );
  });

  it.each([255, 256, 257, 1000])('passes a gate with a payload of %d bytes', async (size) => {
    const certificate = padTo(size);
    expect(decodePayload(encodePayload(certificate))).toEqual(certificate);
    expect(verifyCode(await makeCode(certificate), context)).toMatchObject({ ok: true, certificate });
  });

  it.each([255, 256, 257, 1000])('survives the text of a code at %d bytes', (size) => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: size, maxLength: size }),
        fc.uint8Array({ minLength: 64, maxLength: 64 }),
        instant,
        fc.constantFrom('in' as const, 'out' as const),
        (bytes, mark, at, direction) => {
          const parts = {
            certificate: Uint8Array.from(bytes),
            at,
            direction,
            signature: Uint8Array.from(mark),
          };
          expect(decodeCode(encodeCode(parts))).toEqual(parts);
        },
      ),
      { seed: 255, numRuns: 30 },
    );
  });

  it('has the same bytes every time', async () => {
    const once = await signCertificate(CERTIFICATE, 'k2', sign);
    expect(await signCertificate({ ...CERTIFICATE }, 'k2', sign)).toEqual(once);
  });

  it('fits a code with a seat into QR version 13 at level M: 483 characters', async () => {
    const seat = { train: 'はるか11号', car: '4', seat: '12A' };
    expect((await makeCode()).length).toBeLessThanOrEqual(425);
    expect((await makeCode({ seat })).length).toBeLessThanOrEqual(483);
  });

  it.each<[string, Partial<Certificate>]>([
    ['a life above 24 hours', { expiresAt: CERTIFICATE.issuedAt + 86_401 }],
    ['no life', { expiresAt: CERTIFICATE.issuedAt }],
    ['milliseconds', { validUntil: NOON * 1000 }],
    ['half seconds', { validFrom: NOON - 0.5 }],
    ['a turned validity', { validUntil: NOON - 86_400 }],
    ['an uncompressed key', { phoneKey: new Uint8Array(65).fill(4) }],
    ['a compressed key of 32 bytes', { phoneKey: new Uint8Array(32).fill(2) }],
    ['a compressed key of 34 bytes', { phoneKey: new Uint8Array(34).fill(2) }],
    ['a key without its sign', { phoneKey: new Uint8Array(33) }],
    ['no ticket', { ticketId: '' }],
    ['a broken text', { productName: '\ud800' }],
    ['a text that begins with a byte order mark', { productName: '\ufeffx' }],
    ['a number for a text', { ticketNo: 5 as unknown as string }],
    ['an empty list of places', { places: [] }],
    ['one empty place', { places: ['kyoto', ''] }],
    ['a seat without a car', { seat: { train: 'はるか11号', car: '', seat: '12A' } }],
    ['a list of numbers as its key', { phoneKey: [...CERTIFICATE.phoneKey] as unknown as Uint8Array }],
    ['an unknown category', { passengerCategory: 'toString' as Certificate['passengerCategory'] }],
  ])('is not signed with %s', async (_what, changes) => {
    await expect(signCertificate({ ...CERTIFICATE, ...changes }, 'k2', sign)).rejects.toThrow(RangeError);
  });

  it.each(['validFrom', 'validUntil', 'issuedAt', 'expiresAt'] as const)(
    'is not signed with half a second in %s, which the error names',
    async (name) => {
      const changes = { [name]: CERTIFICATE[name] + 0.5 };
      await expect(signCertificate({ ...CERTIFICATE, ...changes }, 'k2', sign)).rejects.toThrow(name);
    },
  );

  it.each<[string, Partial<Certificate>]>([
    ['a life of 24 hours', { expiresAt: CERTIFICATE.issuedAt + 86_400 }],
    ['a validity of one second', { validUntil: CERTIFICATE.validFrom }],
    ['an even key', { phoneKey: new Uint8Array(33).fill(2) }],
    ['an odd key', { phoneKey: new Uint8Array(33).fill(3) }],
  ])('is signed with %s', async (_what, changes) => {
    const opened = openCertificate(await signCertificate({ ...CERTIFICATE, ...changes }, 'k2', sign));
    expect(opened?.certificate).toEqual({ ...CERTIFICATE, ...changes });
  });

  it('is not signed with a bad key id or a short signature', async () => {
    for (const kid of ['', ' k2', 'k2 ', 'k2\n', '鍵'])
      await expect(signCertificate(CERTIFICATE, kid, sign), kid).rejects.toThrow(RangeError);
    await expect(signCertificate(CERTIFICATE, 'k2', () => new Uint8Array(63))).rejects.toThrow(RangeError);
  });

  it('is refused in any other form', () => {
    const payload = encodePayload(CERTIFICATE);
    const map: unknown = decode(payload, { useMaps: true });
    if (!(map instanceof Map)) throw new Error('not a map');
    expect(decodePayload(Uint8Array.of(...payload, 0))).toBeNull();
    expect(decodePayload(encode(new Map([...map, [99, 1]])))).toBeNull();
    expect(decodePayload(encode(new Map([...map, [8, ['a', 'b']]])))).toBeNull();
    expect(decodePayload(encode(new Map([...map, [8, ['a', 'b', 3]]])))).toBeNull();
    expect(decodePayload(encode(new Map([...map, [5, 99]])))).toBeNull();
    expect(decodePayload(encode([...map]))).toBeNull();
    expect(decodePayload(encode(new Map([...map, [8, ['a', 'b', 'c', 'd']]])))).toBeNull();
    expect(decodePayload(encode(new Map([...map, [8, 'abc']])))).toBeNull();
    for (const places of ['kyoto', new Map([['kyoto', 1]]), Uint8Array.of(1)])
      expect(decodePayload(encode(new Map([...map, [9, places]])))).toBeNull();
    expect(decodePayload(encode(new Map([...map, [7, [...CERTIFICATE.phoneKey]]])))).toBeNull();
    for (const length of [15, 17])
      expect(decodePayload(encode(new Map([...map, [6, new Uint8Array(length)]])))).toBeNull();
    expect(openCertificate(new Uint8Array(100_000).fill(0x81))).toBeNull();
  });

  it('is refused with a signature that is not 64 bytes, or more than its four parts', async () => {
    const whole = await signCertificate(CERTIFICATE, 'k2', sign);
    const parts: unknown = decode(whole, { useMaps: true });
    if (!Array.isArray(parts)) throw new Error('not a list');
    const [header, unprotected, payload] = parts;
    const reopened = (...changed: unknown[]) => openCertificate(encode(changed));
    expect(reopened(...parts)).toEqual(openCertificate(whole));
    for (const signature of ['x'.repeat(64), new Array(64).fill(1), new Uint8Array(63), new Uint8Array(65)])
      expect(reopened(header, unprotected, payload, signature)).toBeNull();
    expect(reopened(...parts, 1)).toBeNull();
    expect(reopened(header, new Map([[1, 1]]), payload, new Uint8Array(64))).toBeNull();
  });
});
