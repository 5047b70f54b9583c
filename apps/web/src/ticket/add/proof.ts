// What a traveller gives to add tickets: a link, a voucher's number, or a ticket's redeem code, all in one field.
import { withoutInvisible } from '@kippu/domain/text/seen-text';

export type Proof =
  { readonly link: string } | { readonly voucherNo: string } | { readonly redeemCode: string };

/** A link, or its part that names the token. */
const LINK = /https?:\/\/|[?&#]link=/i;
/** The letters of a link's token, a redeem code and a voucher's number. They differ, so the letters say which of the three a text is. */
const LETTERS = { link: 26, redeemCode: 16, voucherNo: 12 } as const;
type Kind = keyof typeof LETTERS;
const KINDS = Object.keys(LETTERS) as Kind[];
/** Letters of the code without the marks that group them. */
const lettersOf = (text: string): string => text.replace(/[\s\p{Pd}\u2212\u30FC]/gu, '');
const kindOf = (text: string): Kind | undefined =>
  KINDS.find((kind) => LETTERS[kind] === lettersOf(text).length && /^[0-9a-z]+$/i.test(lettersOf(text)));

/** The part of a number or code that the server reads, without broken surrogate pairs. */
const readable = (text: string): string => text.slice(0, 64).replace(/\p{Cs}/gu, '');
const proofIn = (kind: Kind, text: string): Proof =>
  kind === 'link'
    ? { link: text }
    : kind === 'redeemCode'
      ? { redeemCode: readable(text) }
      : { voucherNo: readable(text) };

/**
 * Returns what a typed, pasted or scanned text is sent as. Blanks around it, invisible characters and full width do not matter. A code is
 * known by its number of letters, also inside a pasted sentence. What fits nothing is sent as the code that is nearest in length, so that
 * the server refuses it.
 */
export function proofOf(typed: string): Proof {
  const text = withoutInvisible(typed).normalize('NFKC').trim();
  if (LINK.test(text)) return { link: text };
  const words = text.split(/[\s:：,、。.()「」[\]]+/u).filter((word) => /\d/.test(word));
  for (const part of [text, ...words]) {
    const kind = kindOf(part);
    if (kind) return proofIn(kind, part);
  }
  return proofIn(
    lettersOf(text).length < (LETTERS.voucherNo + LETTERS.redeemCode) / 2 ? 'voucherNo' : 'redeemCode',
    text,
  );
}
