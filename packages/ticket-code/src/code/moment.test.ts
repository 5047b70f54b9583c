// The signed moment: what no phone can sign, and what a check that fails for another reason does.
import { describe, expect, it } from 'vitest';
import { isMomentSignedBy, signMoment, type Moment } from './moment.ts';
import type { SignatureChecks } from '../crypto/signature-checks.ts';

const CERTIFICATE = Uint8Array.of(1, 2, 3);
const MOMENT: Moment = { at: 0, direction: 'in', signature: new Uint8Array(64) };
const checks = (p256: SignatureChecks['p256']): SignatureChecks => ({ p256, ed25519: () => false });

describe('a moment', () => {
  it('is not signed with a signature of another length', async () => {
    for (const length of [63, 65])
      await expect(signMoment(CERTIFICATE, 0, 'in', async () => new Uint8Array(length))).rejects.toThrow(
        RangeError,
      );
    expect(await signMoment(CERTIFICATE, 0, 'in', async () => new Uint8Array(64))).toEqual(MOMENT);
  });

  it('with an impossible time is signed by nobody', () => {
    const key = new Uint8Array(33);
    expect(
      isMomentSignedBy(
        CERTIFICATE,
        MOMENT,
        key,
        checks(() => true),
      ),
    ).toBe(true);
    for (const at of [-1, 0.5, 0x1_0000_0000])
      expect(
        isMomentSignedBy(
          CERTIFICATE,
          { ...MOMENT, at },
          key,
          checks(() => true),
        ),
      ).toBe(false);
  });

  it('a check that breaks is not taken for a refusal', () => {
    const broken = checks(() => {
      throw new TypeError('no such curve');
    });
    expect(() => isMomentSignedBy(CERTIFICATE, MOMENT, new Uint8Array(33), broken)).toThrow(TypeError);
  });
});
