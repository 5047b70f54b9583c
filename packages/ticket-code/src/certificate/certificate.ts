// The ticket certificate: the payload signed by the server as COSE_Sign1 with Ed25519.
import { decode, encode, rfc8949EncodeOptions } from 'cborg';
import { sameBytes } from '../crypto/bytes.ts';
import { decodePayload, encodePayload, type Certificate } from './payload.ts';
import { portableChecks, type SignatureChecks } from '../crypto/signature-checks.ts';

/** Signs a message with Ed25519 (RFC 8032), wherever the key is stored. Returns 64 bytes. */
type IssuerSigner = (message: Uint8Array) => Uint8Array | Promise<Uint8Array>;

/** A parsed certificate. Its signature is not checked. */
export interface OpenedCertificate {
  kid: string;
  certificate: Certificate;
  /** The Sig_structure that the signature covers. */
  signed: Uint8Array;
  signature: Uint8Array;
}

const ALGORITHM_LABEL = 1;
const KID_LABEL = 4;
const ED25519_ALGORITHM = -8;
const SIGNATURE_BYTES = 64;

const cbor = (value: unknown): Uint8Array => encode(value, rfc8949EncodeOptions);

function protectedHeader(kid: string): Uint8Array {
  if (!/^[\x21-\x7e]+$/.test(kid)) throw new RangeError('A key id is printable ASCII');
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
 * Signs a certificate and returns the untagged COSE_Sign1 bytes: RFC 9052 section 4.2, RFC 9053 section 2.2 (EdDSA,
 * -8).
 * @param certificate times in epoch seconds, UTC
 * @param kid the key's id in printable ASCII, preferably short
 * @throws RangeError for a certificate out of bounds or a signature that is not 64 bytes, and what the signer throws
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
 * Parses COSE_Sign1 bytes. Returns null unless they are exactly what `signCertificate` writes. The signature is NOT
 * checked: the phone reads its own certificate this way, a gate must use `verifyCode`. Never throws.
 */
export function openCertificate(bytes: Uint8Array): OpenedCertificate | null {
  try {
    const [header, , payload, signature]: unknown[] = decode(bytes);
    if (!(header instanceof Uint8Array && payload instanceof Uint8Array && signature instanceof Uint8Array))
      return null;
    if (signature.length !== SIGNATURE_BYTES) return null;
    const labels: unknown = decode(header, { useMaps: true });
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

/** Whether a parsed certificate is signed by an Ed25519 public key (32 bytes). Never throws. */
export function isSignedBy(
  opened: OpenedCertificate,
  publicKey: Uint8Array,
  checks: SignatureChecks = portableChecks,
): boolean {
  return checks.ed25519(opened.signature, opened.signed, publicKey);
}
