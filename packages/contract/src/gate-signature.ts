// What a gate's signature of a call covers (RFC 9421), and what the server's proof of an answer covers. Texts only,
// no cryptography.

/** The algorithm of a gate's signature: ECDSA P-256 with SHA-256, r then s, 64 bytes. */
const SIGNATURE_ALGORITHM = 'ecdsa-p256-sha256';
/** The header with the server's proof of an answer. */
export const PROOF_HEADER = 'gate-proof';
/** The key id in the enrolment call, before the gate has an id. */
export const ENROL_KEY_ID = 'enrol';
/** The longest Signature-Input header that is read, in characters. */
const MAX_INPUT_CHARACTERS = 500;

const COVERED = '"@method" "@path" "@query"';
const COVERED_WITH_BODY = `${COVERED} "content-digest"`;
const INPUT =
  /^gate=(\(("@method" "@path" "@query"(?: "content-digest")?)\)((?:;[a-z]+=(?:\d{1,12}|"[\x20\x21\x23-\x5b\x5d-\x7e]{1,100}"))+))$/;
const PARAMETER = /;([a-z]+)=(?:(\d+)|"([^"]*)")/g;

/** The parts of a request that its signature covers. */
export interface SignedRequest {
  readonly method: string;
  /** The path and query exactly as sent. */
  readonly target: string;
  /** The Content-Digest header; null for a request without a body. */
  readonly contentDigest: string | null;
}

/** The parameters of a request's signature. */
export interface SignatureParameters {
  /** Epoch seconds, by the gate's clock. */
  readonly created: number;
  /** 1 to 100 printable ASCII characters, new for each request. */
  readonly nonce: string;
  /** The gate's id, or `enrol`. */
  readonly keyId: string;
}

/** A parsed Signature-Input header. */
export interface SignatureInput extends SignatureParameters {
  /** The value of the member `gate`, as sent: it is part of what is signed. */
  readonly value: string;
  readonly coversBody: boolean;
}

/** Builds the value of the member `gate` of a Signature-Input header. */
export function signatureInputValue(
  { created, nonce, keyId }: SignatureParameters,
  coversBody: boolean,
): string {
  const covered = coversBody ? COVERED_WITH_BODY : COVERED;
  return `(${covered});created=${created};keyid="${keyId}";nonce="${nonce}";alg="${SIGNATURE_ALGORITHM}"`;
}

/**
 * Reads a Signature-Input header. Returns null unless it has the one member `gate` with the covered parts in the order of
 * this file and the parameters `created`, `keyid`, `nonce` and `alg`, each once, in any order, and no others.
 */
export function readSignatureInput(header: string): SignatureInput | null {
  if (header.length > MAX_INPUT_CHARACTERS) return null;
  const [, value, covered, text] = INPUT.exec(header) ?? [];
  if (value === undefined || text === undefined) return null;
  const parameters = new Map<string, string | number>();
  let count = 0;
  for (const [, name = '', number, word = ''] of text.matchAll(PARAMETER)) {
    parameters.set(name, number === undefined ? word : Number(number));
    count += 1;
  }
  const [created, nonce, keyId] = [
    parameters.get('created'),
    parameters.get('nonce'),
    parameters.get('keyid'),
  ];
  if (count !== 4 || parameters.size !== 4 || parameters.get('alg') !== SIGNATURE_ALGORITHM) return null;
  if (typeof created !== 'number' || typeof nonce !== 'string' || typeof keyId !== 'string') return null;
  return { value, created, nonce, keyId, coversBody: covered === COVERED_WITH_BODY };
}

/** Builds the signature base (RFC 9421 section 2.5) of a request: the text that the gate signs. */
export function signatureBase({ method, target, contentDigest }: SignedRequest, inputValue: string): string {
  const at = target.indexOf('?');
  const [path, query] = at < 0 ? [target, '?'] : [target.slice(0, at), target.slice(at)];
  return [
    `"@method": ${method}`,
    `"@path": ${path}`,
    `"@query": ${query}`,
    ...(contentDigest === null ? [] : [`"content-digest": ${contentDigest}`]),
    `"@signature-params": ${inputValue}`,
  ].join('\n');
}

/** Builds the text that the server's proof of an answer covers: the HMAC-SHA256 is over its UTF-8 bytes. */
export const provenAnswer = (nonce: string, body: string): string => `KQ1 answer\n${nonce}\n${body}`;
