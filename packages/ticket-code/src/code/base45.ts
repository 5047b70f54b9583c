// Base45 (RFC 9285): encodes bytes in the characters that a QR code stores most densely.

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:';
const VALUES = new Map([...ALPHABET].map((character, value) => [character, value]));

/** Encodes bytes in base45: three characters for two bytes, two for a last single byte (RFC 9285 section 4). */
export function encodeBase45(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 2) {
    const first = bytes[at] ?? 0;
    const second = bytes[at + 1];
    const number = second === undefined ? first : first * 256 + second;
    text += ALPHABET.charAt(number % 45) + ALPHABET.charAt(Math.floor(number / 45) % 45);
    if (second !== undefined) text += ALPHABET.charAt(Math.floor(number / 2025));
  }
  return text;
}

/**
 * Decodes base45 text (RFC 9285 section 4). Returns null for an impossible length (one more than a multiple of
 * three), a character outside the alphabet (also small letters), or a group above 65535 (255 for the last pair).
 * Every byte string has exactly one accepted text. Never throws.
 */
export function decodeBase45(text: string): Uint8Array | null {
  const bytes = new Uint8Array(Math.floor(text.length / 3) * 2 + (text.length % 3 === 2 ? 1 : 0));
  let filled = 0;
  for (let at = 0; at < text.length; at += 3) {
    const low = VALUES.get(text.charAt(at));
    const middle = VALUES.get(text.charAt(at + 1));
    if (low === undefined || middle === undefined) return null;
    if (at + 2 === text.length) {
      const number = low + middle * 45;
      if (number > 255) return null;
      bytes[filled] = number;
      return bytes;
    }
    const high = VALUES.get(text.charAt(at + 2));
    if (high === undefined) return null;
    const number = low + middle * 45 + high * 2025;
    if (number > 65_535) return null;
    bytes[filled++] = number >> 8;
    bytes[filled++] = number & 255;
  }
  return bytes;
}
