// The gate's own keys: one signs its calls, and one checks the server's answers.
import { provenAnswer, signatureBase, signatureInputValue } from '@kippu/contract/gate-signature';
import { phonePublicKey, phoneSigner } from '@kippu/ticket-code/crypto/phone-key';
import { base64urlOf, bytesOf } from '@kippu/client/base64url';

const ANSWER_KEY_BYTES = 32;
const HMAC = { name: 'HMAC', hash: 'SHA-256' } as const;

/** The keys of an enrolled gate. Neither can be exported from the browser. */
export interface DeviceKeys {
  /** ECDSA P-256, not extractable. */
  readonly signing: CryptoKey;
  /** HMAC-SHA256, not extractable. */
  readonly answers: CryptoKey;
}

/** New keys, with the values that the server needs (base64url). */
export interface NewKeys extends DeviceKeys {
  readonly publicKey: string;
  readonly answerKey: string;
}

/** The signer of a request: a gate's id, or `enrol`, with the keys. */
export interface Signer extends DeviceKeys {
  readonly keyId: string;
}

/** Creates the keys of one enrolment. */
export async function makeDeviceKeys(): Promise<NewKeys> {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign']);
  const secret = crypto.getRandomValues(new Uint8Array(ANSWER_KEY_BYTES));
  return {
    signing: pair.privateKey,
    answers: await crypto.subtle.importKey('raw', secret, HMAC, false, ['verify']),
    publicKey: base64urlOf(await phonePublicKey(pair.publicKey)),
    answerKey: base64urlOf(secret),
  };
}

/** Imports the secret of a gate whose key the server made: the SHA-256 of the key's text. */
export async function answersOf(key: string): Promise<CryptoKey> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key));
  return crypto.subtle.importKey('raw', hash, HMAC, false, ['verify']);
}

const base64Of = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));

interface RequestParts {
  readonly method: string;
  /** The path and query of the request. */
  readonly target: string;
  /** Null without a body. */
  readonly body: string | null;
}

/** Signs a request at `now` (epoch milliseconds) and returns the headers to send. */
export async function signRequest(
  { method, target, body }: RequestParts,
  { signing, keyId }: Signer,
  nonce: string,
  now: number,
): Promise<Record<string, string>> {
  const encode = (text: string) => new TextEncoder().encode(text);
  const digest = body === null ? null : new Uint8Array(await crypto.subtle.digest('SHA-256', encode(body)));
  const contentDigest = digest === null ? null : `sha-256=:${base64Of(digest)}:`;
  const value = signatureInputValue({ created: Math.floor(now / 1000), nonce, keyId }, body !== null);
  const signature = await phoneSigner(signing)(
    encode(signatureBase({ method, target, contentDigest }, value)),
  );
  return {
    ...(contentDigest === null ? {} : { 'content-digest': contentDigest }),
    'signature-input': `gate=${value}`,
    signature: `gate=:${base64Of(signature)}:`,
  };
}

/** Reports whether the proof is the server's for this answer and nonce. */
export async function isProven(
  proof: string | null,
  { answers, nonce, body }: { readonly answers: CryptoKey; readonly nonce: string; readonly body: string },
): Promise<boolean> {
  if (proof === null || !/^[\w-]{43}$/.test(proof)) return false;
  const bytes = new Uint8Array(bytesOf(proof));
  return crypto.subtle.verify('HMAC', answers, bytes, new TextEncoder().encode(provenAnswer(nonce, body)));
}
