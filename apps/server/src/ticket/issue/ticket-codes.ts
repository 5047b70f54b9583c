// Makes the codes and numbers of a ticket, and normalises typed codes.
import { randomBytes } from 'node:crypto';
import { withoutInvisible } from '@kippu/domain/text/seen-text';

/** Crockford's alphabet, without I, L, O and U. It has 32 characters, so the low five bits of a byte choose without bias. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Makes a random code of `length` unambiguous characters. */
export const newCode = (length: number): string =>
  Array.from(randomBytes(length), (byte) => ALPHABET[byte & 31]).join('');

/** Makes a random ticket number of 12 digits. */
export const newTicketNo = (): string =>
  String(randomBytes(8).readBigUInt64BE() % 1_000_000_000_000n).padStart(12, '0');

/**
 * Returns a typed code as it is stored. Full-width letters, spaces, hyphens, invisible characters, O for 0, and I or L for 1 are accepted.
 */
export const normaliseCode = (typed: string): string =>
  withoutInvisible(typed)
    .normalize('NFKC')
    .replace(/[\s\p{Pd}\u2212\u30FC]/gu, '')
    .toUpperCase()
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
