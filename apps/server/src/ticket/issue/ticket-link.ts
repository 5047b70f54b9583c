// The links that add tickets, and how one is read back from whatever a traveller pasted.
import { newCode, normaliseCode } from './ticket-codes.ts';

/** 130 bits, in letters that no chat program cuts off the end of a link. */
const TOKEN_LETTERS = 26;
const TOKEN = new RegExp(`^[0-9A-HJKMNP-TV-Z]{${TOKEN_LETTERS}}$`);

export const newLinkToken = (): string => newCode(TOKEN_LETTERS);

/** Takes the origin of the app and a token; gives the link to the page that adds tickets. */
export const linkOf = (publicOrigin: string, token: string): string =>
  `${publicOrigin}/#/packages/ticket/add?link=${token}`;

/** Percent signs that are no escapes are kept as they stand. */
const unescaped = (text: string): string =>
  text.replace(/%[0-7][0-9a-f]/gi, (escape) => String.fromCharCode(Number.parseInt(escape.slice(1), 16)));

/**
 * Takes a link of any host, wrapped by a redirector or inside a message, or the token alone, spaced or in small
 * letters; gives the token as stored, or null. Only the token matters: who has it may add the ticket.
 */
export function tokenOf(pasted: string): string | null {
  const text = unescaped(unescaped(pasted.normalize('NFKC')));
  const named = /[?&#]link=([0-9a-z-]+)/i.exec(text)?.[1];
  const words = text.match(/[0-9a-z]+/gi) ?? [];
  const candidates = [...(named === undefined ? [] : [named]), text, ...words].map(normaliseCode);
  return candidates.find((candidate) => TOKEN.test(candidate)) ?? null;
}
