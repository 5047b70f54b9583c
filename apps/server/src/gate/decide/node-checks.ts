// The two signature checks by node:crypto, many times faster than in JavaScript: for the decider online, for certificates that
// gates hand in, and for benches.
import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import type { SignatureChecks } from '@kippu/ticket-code/signature-checks';

/** The DER heads of a SubjectPublicKeyInfo (RFC 8410; RFC 5480 with a compressed point) before the raw key. */
const HEADS = {
  ed25519: Buffer.from('302a300506032b6570032100', 'hex'),
  p256: Buffer.from('3039301306072a8648ce3d020106082a8648ce3d030107032200', 'hex'),
} as const;
const KEY_BYTES = { ed25519: 32, p256: 33 } as const;
const MOST_KEPT = 2000;

const kept = new Map<string, KeyObject>();

/** Gives the key of raw bytes, or null when they are no key. Lately used ones are kept: parsing costs as much as a check. */
function keyOf(kind: keyof typeof HEADS, raw: Uint8Array): KeyObject | null {
  if (raw.length !== KEY_BYTES[kind]) return null;
  const name = Buffer.from(raw).toString('base64');
  const known = kept.get(name);
  if (known) return known;
  try {
    const made = createPublicKey({ key: Buffer.concat([HEADS[kind], raw]), format: 'der', type: 'spki' });
    if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value ?? '');
    kept.set(name, made);
    return made;
  } catch {
    // Bytes that are no point of the curve.
    return null;
  }
}

export const nodeChecks: SignatureChecks = {
  ed25519: (signature, message, publicKey) => {
    const key = keyOf('ed25519', publicKey);
    return key !== null && signature.length === 64 && verify(null, message, key, signature);
  },
  p256: (signature, message, publicKey) => {
    const key = keyOf('p256', publicKey);
    return (
      key !== null &&
      signature.length === 64 &&
      verify('sha256', message, { key, dsaEncoding: 'ieee-p1363' }, signature)
    );
  },
};
