// For tests: codes that our own encoder refuses to write, byte by byte, with valid signatures.
import { ed25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { encodeBase45 } from '../src/code/base45.ts';
import { joinBytes, timeBytes } from '../src/crypto/bytes.ts';

type Bytes = Uint8Array;

/** The head of a CBOR item in its shortest form. */
export function head(major: number, argument: number): Bytes {
  const first = major << 5;
  if (argument < 24) return Uint8Array.of(first | argument);
  if (argument < 256) return Uint8Array.of(first | 24, argument);
  if (argument < 65_536) return Uint8Array.of(first | 25, argument >> 8, argument & 255);
  return joinBytes(Uint8Array.of(first | 26), timeBytes(argument));
}
/** The same head, one size longer than necessary. */
export function longHead(major: number, argument: number): Bytes {
  const first = major << 5;
  if (argument < 24) return Uint8Array.of(first | 24, argument);
  if (argument < 256) return Uint8Array.of(first | 25, 0, argument);
  return joinBytes(Uint8Array.of(first | 26, 0, 0), Uint8Array.of(argument >> 8, argument & 255));
}
export const uint = (value: number): Bytes => head(0, value);
export const bstr = (bytes: Bytes): Bytes => joinBytes(head(2, bytes.length), bytes);
export const utf8 = (text: string): Bytes => new TextEncoder().encode(text);
export const tstr = (text: string): Bytes => joinBytes(head(3, utf8(text).length), utf8(text));
/** A text with the given bytes, valid UTF-8 or not. */
export const tstrOf = (...bytes: number[]): Bytes => joinBytes(head(3, bytes.length), Uint8Array.from(bytes));
export const array = (...items: Bytes[]): Bytes => joinBytes(head(4, items.length), ...items);
export const map = (...pairs: (readonly [Bytes, Bytes])[]): Bytes =>
  joinBytes(head(5, pairs.length), ...pairs.flat());
export const BREAK = Uint8Array.of(0xff);

/** Deterministic keys of the vectors. */
export interface RawKeys {
  readonly issuer: Bytes;
  readonly phone: Bytes;
}

/** How a raw certificate differs from a good one. */
export interface RawCertificate {
  readonly kid?: string;
  readonly issuer?: Bytes;
  /** The content of the protected header's byte string. */
  readonly header?: Bytes;
  /** The encoded unprotected header. */
  readonly unprotected?: Bytes;
  /** The content of the payload's byte string. */
  readonly payload?: Bytes;
  readonly signature?: (good: Bytes, message: Bytes) => Bytes;
  /** The text that is signed. */
  readonly signed?: (header: Bytes, payload: Bytes) => Bytes;
  /** Builds the certificate from its four encoded parts. */
  readonly whole?: (parts: readonly Bytes[]) => Bytes;
}

export const protectedOf = (kid: string): Bytes => map([uint(1), head(1, 7)], [uint(4), bstr(utf8(kid))]);

export const sigStructure = (header: Bytes, payload: Bytes): Bytes =>
  array(tstr('Signature1'), bstr(header), bstr(new Uint8Array(0)), bstr(payload));

/** Builds and signs a certificate. */
export function rawCertificate(
  good: { readonly payload: Bytes; readonly keys: RawKeys },
  change: RawCertificate,
): Bytes {
  const header = change.header ?? protectedOf(change.kid ?? 'k2');
  const payload = change.payload ?? good.payload;
  const message = (change.signed ?? sigStructure)(header, payload);
  const correct = ed25519.sign(message, change.issuer ?? good.keys.issuer);
  const signature = change.signature?.(correct, message) ?? correct;
  const parts = [bstr(header), change.unprotected ?? map(), bstr(payload), bstr(signature)];
  return change.whole?.(parts) ?? array(...parts);
}

/** How a raw code differs from a good one. */
export interface RawCode {
  readonly at?: number;
  /** The byte of the direction. */
  readonly direction?: number;
  readonly phone?: Bytes;
  /** What the phone signs. */
  readonly message?: (certificate: Bytes, tail: Bytes) => Bytes;
  readonly signature?: (good: Bytes) => Bytes;
  /** Changes the usual text. */
  readonly text?: (usual: string) => string;
  /** Changes the usual bytes of the code. */
  readonly bytes?: (usual: Bytes) => Bytes;
}

export const momentOf = (certificate: Bytes, tail: Bytes): Bytes =>
  joinBytes(utf8('KQ1 moment'), sha256(certificate), tail);

/** Builds the text of a code around a certificate. */
export function rawCode(certificate: Bytes, phone: Bytes, now: number, change: RawCode = {}): string {
  const tail = joinBytes(timeBytes(change.at ?? now), Uint8Array.of(change.direction ?? 1));
  const good = p256.sign((change.message ?? momentOf)(certificate, tail), change.phone ?? phone);
  const signature = change.signature?.(good) ?? good;
  const bytes = joinBytes(certificate, tail, signature);
  const text = `KQ1:${encodeBase45(change.bytes?.(bytes) ?? bytes)}`;
  return change.text?.(text) ?? text;
}
