// The mark of a token made by this server: it shows without a query that the token is genuine.
import { timingSafeEqual } from 'node:crypto';
import type { Keys } from '../platform/keys/password-keys.ts';

/** Characters of a token of 256 bits, and of its mark of 64 bits, in base64url. */
const TOKEN_CHARACTERS = 43;
const MARK_CHARACTERS = 11;
const MARK_BYTES = 8;

type Mac = Pick<Keys, 'mac'>;

const markOf = ({ mac }: Mac, token: string): string =>
  Buffer.from(mac(`token mark\n${token}`), 'hex')
    .subarray(0, MARK_BYTES)
    .toString('base64url');

/** Appends its mark to a token. */
export const withMark = (keys: Mac, token: string): string => token + markOf(keys, token);

const isLong = (text: string): boolean => text.length === TOKEN_CHARACTERS + MARK_CHARACTERS;

/** Removes the mark, right or wrong; a token without a mark is returned unchanged. */
export const withoutMark = (text: string): string => (isLong(text) ? text.slice(0, TOKEN_CHARACTERS) : text);

/**
 * Whether this server made the token, live or ended. A token from before there were marks is not recognised. This authenticates nobody: the
 * session is still looked up by the token.
 */
export function isMarked(keys: Mac, text: string): boolean {
  if (!isLong(text)) return false;
  const given = Buffer.from(text.slice(TOKEN_CHARACTERS));
  const right = Buffer.from(markOf(keys, withoutMark(text)));
  return given.length === right.length && timingSafeEqual(given, right);
}

/** Returns the token of an Authorization header if it has this server's mark. */
export function markedToken(keys: Mac, header: string | undefined): string | undefined {
  const token = /^Bearer ([\w-]+)$/i.exec(header ?? '')?.[1];
  return token !== undefined && isMarked(keys, token) ? token : undefined;
}
