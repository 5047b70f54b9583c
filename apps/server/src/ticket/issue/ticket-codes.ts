// Makes the secrets and numbers a ticket carries, and reads them back from untidy typing.
import { randomBytes } from 'node:crypto';

/** Crockford's letters: no I, L, O or U, and 32 of them, so a byte's low five bits choose without bias. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Takes a length; gives a random code of that many unambiguous characters. */
export const newCode = (length: number): string =>
  Array.from(randomBytes(length), (byte) => ALPHABET[byte & 31]).join('');

/** Gives a random ticket number of 12 digits. */
export const newTicketNo = (): string =>
  String(randomBytes(8).readBigUInt64BE() % 1_000_000_000_000n).padStart(12, '0');

/** Takes a code as typed (full width, spaced, hyphenated, O for 0, I or L for 1); gives it as stored. */
export const normaliseCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replace(/[\s\p{Pd}\u2212\u30FC]/gu, '')
    .toUpperCase()
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
