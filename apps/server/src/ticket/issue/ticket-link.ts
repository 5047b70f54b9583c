// Makes the links that add tickets, and finds a link's token in the text that a traveller pasted.
import { withoutInvisible } from '@kippu/domain/text/seen-text';
import { newCode, normaliseCode } from './ticket-codes.ts';

/** 130 bits, in letters that no chat program cuts off the end of a link. */
const TOKEN_LETTERS = 26;
const TOKEN = new RegExp(`^[0-9A-HJKMNP-TV-Z]{${TOKEN_LETTERS}}$`);

export const newLinkToken = (): string => newCode(TOKEN_LETTERS);

/** Returns the link to the page that adds tickets. */
export const linkOf = (publicOrigin: string, token: string): string =>
  `${publicOrigin}/#/packages/ticket/add?link=${token}`;

/** Decodes percent escapes. Percent signs that are not escapes stay unchanged. */
const unescaped = (text: string): string =>
  text.replace(/%[0-7][0-9a-f]/gi, (escape) => String.fromCharCode(Number.parseInt(escape.slice(1), 16)));

/**
 * Finds the token in a pasted text: a link of any host, wrapped by a redirector or inside a message, or the token
 * alone, spaced or in lower case. Only the token matters: the holder of a token may add the ticket.
 * @returns the token as stored, or null
 */
export function tokenOf(pasted: string): string | null {
  const text = unescaped(unescaped(withoutInvisible(pasted).normalize('NFKC')));
  const named = /[?&#]link=([0-9a-z-]+)/i.exec(text)?.[1];
  const words = text.match(/[0-9a-z]+/gi) ?? [];
  const candidates = [...(named === undefined ? [] : [named]), text, ...words].map(normaliseCode);
  return candidates.find((candidate) => TOKEN.test(candidate)) ?? null;
}
