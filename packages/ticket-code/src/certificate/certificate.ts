// The ticket certificate: the payload signed by the server as COSE_Sign1 with Ed25519.
import { decode, encode, rfc8949EncodeOptions } from 'cborg';
import { sha256 } from '@noble/hashes/sha2.js';
import { sameBytes } from './bytes.ts';
import { decodePayload, encodePayload, type Certificate } from './certificate-payload.ts';
import { portableChecks, type SignatureChecks } from './signature-checks.ts';

/** Signs a message with Ed25519 (RFC 8032) wherever the key lives; gives 64 bytes. */
type IssuerSigner = (message: Uint8Array) => Uint8Array | Promise<Uint8Array>;

/** A certificate taken apart, its signature not yet checked. */
export interface OpenedCertificate {
  kid: string;
  certificate: Certificate;
  /** The Sig_structure that the signature is over. */
  signed: Uint8Array;
  signature: Uint8Array;
}

const ALGORITHM_LABEL = 1;
const KID_LABEL = 4;
const ED25519_ALGORITHM = -8;
const SIGNATURE_BYTES = 64;

const cbor = (value: unknown): Uint8Array => encode(value, rfc8949EncodeOptions);

function protectedHeader(kid: string): Uint8Array {
  if (kid === '' || !/^[\x21-\x7e]+$/.test(kid)) throw new RangeError('A key id is printable ASCII');
  return cbor(
    new Map<number, unknown>([
      [ALGORITHM_LABEL, ED25519_ALGORITHM],
      [KID_LABEL, new TextEncoder().encode(kid)],
    ]),
  );
}

const toBeSigned = (header: Uint8Array, payload: Uint8Array): Uint8Array =>
  cbor(['Signature1', header, new Uint8Array(0), payload]);

/**
 * Takes what to certify (times in epoch seconds, UTC), the key's id (printable ASCII, keep it short) and the signer;
 * gives the untagged COSE_Sign1 bytes. Standards: RFC 9052 section 4.2, RFC 9053 section 2.2 (EdDSA, -8).
 * Throws RangeError for a certificate out of bounds or a signature that is not 64 bytes, and what the signer throws.
 */
export async function signCertificate(
  certificate: Certificate,
  kid: string,
  sign: IssuerSigner,
): Promise<Uint8Array> {
  const header = protectedHeader(kid);
  const payload = encodePayload(certificate);
  const signature = await sign(toBeSigned(header, payload));
  if (signature.length !== SIGNATURE_BYTES) throw new RangeError('An Ed25519 signature is 64 bytes');
  return cbor([header, new Map(), payload, Uint8Array.from(signature)]);
}

/**
 * Takes COSE_Sign1 bytes and gives them taken apart, or null when they are not exactly what `signCertificate` writes.
 * The signature is NOT checked: the phone reads its own certificate so, a gate must use `verifyCode`. Never throws.
 */
export function openCertificate(bytes: Uint8Array): OpenedCertificate | null {
  try {
    const parts: unknown = decode(bytes, { useMaps: true, strict: true, rejectDuplicateMapKeys: true });
    if (!Array.isArray(parts) || parts.length !== 4) return null;
    const [header, , payload, signature]: unknown[] = parts;
    if (!(header instanceof Uint8Array && payload instanceof Uint8Array && signature instanceof Uint8Array))
      return null;
    if (signature.length !== SIGNATURE_BYTES) return null;
    const labels: unknown = decode(header, { useMaps: true, strict: true, rejectDuplicateMapKeys: true });
    const kidBytes: unknown = labels instanceof Map ? labels.get(KID_LABEL) : null;
    if (!(kidBytes instanceof Uint8Array)) return null;
    const kid = new TextDecoder().decode(kidBytes);
    if (!sameBytes(protectedHeader(kid), header)) return null;
    if (!sameBytes(cbor([header, new Map(), payload, signature]), bytes)) return null;
    const certificate = decodePayload(payload);
    return certificate && { kid, certificate, signed: toBeSigned(header, payload), signature };
  } catch {
    return null;
  }
}

/** Takes an opened certificate and an Ed25519 public key (32 bytes) and says whether the signature holds. Never throws. */
export function isSignedBy(
  opened: OpenedCertificate,
  publicKey: Uint8Array,
  checks: SignatureChecks = portableChecks,
): boolean {
  return checks.ed25519(opened.signature, opened.signed, publicKey);
}

/** Takes the COSE_Sign1 bytes and gives their SHA-256 (FIPS 180-4), 32 bytes: what the phone signs. */
export function hashCertificate(bytes: Uint8Array): Uint8Array {
  return sha256(bytes);
}
