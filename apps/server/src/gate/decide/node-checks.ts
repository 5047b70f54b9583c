// Verifies signatures with node:crypto, much faster than in JavaScript: for online decisions, reported certificates and
// benchmarks.
import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import type { SignatureChecks } from '@kippu/ticket-code/crypto/signature-checks';

/** The DER prefixes of a SubjectPublicKeyInfo before the raw key (RFC 8410; RFC 5480 with a compressed point). */
const HEADS = {
  ed25519: Buffer.from('302a300506032b6570032100', 'hex'),
  p256: Buffer.from('3039301306072a8648ce3d020106082a8648ce3d030107032200', 'hex'),
} as const;
const KEY_BYTES = { ed25519: 32, p256: 33 } as const;
const MAX_CACHED = 2000;

const keys = new Map<string, KeyObject>();

/** Parses a raw key; null when it is not a key. Recent keys are cached, since parsing costs as much as a verification. */
function keyOf(kind: keyof typeof HEADS, raw: Uint8Array): KeyObject | null {
  if (raw.length !== KEY_BYTES[kind]) return null;
  const name = Buffer.from(raw).toString('base64');
  const known = keys.get(name);
  if (known) return known;
  try {
    const made = createPublicKey({ key: Buffer.concat([HEADS[kind], raw]), format: 'der', type: 'spki' });
    if (keys.size >= MAX_CACHED) keys.delete(keys.keys().next().value ?? '');
    keys.set(name, made);
    return made;
  } catch {
    // The bytes are not a point of the curve.
    return null;
  }
}

/** The y coordinates of the points of small order on edwards25519, in hex, little-endian, without the sign bit. */
const SMALL_ORDER_Y: ReadonlySet<string> = new Set([
  `00${'00'.repeat(31)}`,
  `01${'00'.repeat(31)}`,
  `ec${'ff'.repeat(30)}7f`,
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
]);

/** Whether a public key is of small order. OpenSSL accepts such keys, for which any signature is valid. */
function isSmallOrder(publicKey: Uint8Array): boolean {
  const y = Buffer.from(publicKey);
  y[31] = (y[31] ?? 0) & 0x7f;
  return SMALL_ORDER_Y.has(y.toString('hex'));
}

export const nodeChecks: SignatureChecks = {
  ed25519: (signature, message, publicKey) => {
    const key = keyOf('ed25519', publicKey);
    return (
      key !== null &&
      signature.length === 64 &&
      !isSmallOrder(publicKey) &&
      verify(null, message, key, signature)
    );
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
