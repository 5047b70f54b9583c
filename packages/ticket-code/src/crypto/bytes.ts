// Operations on bytes that the certificate, the moment and the text share.

/** Joins byte strings in order. */
export function joinBytes(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** Whether two byte strings are equal. Not constant time: for public bytes only. */
export function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

/** Whether a value is a time of the format: whole epoch seconds (UTC) in 32 bits (until 2106). */
export function isEpochSeconds(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= 0xffff_ffff;
}

/** Encodes epoch seconds (UTC) in four bytes, most significant first. Throws RangeError beyond 32 bits. */
export function timeBytes(at: number): Uint8Array {
  if (!isEpochSeconds(at)) throw new RangeError('A time is in whole epoch seconds');
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, at);
  return bytes;
}
