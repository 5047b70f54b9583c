// What a traveller gives to add tickets: a link, a voucher's number, or a ticket's redeem code.

export type By = 'link' | 'voucherNo' | 'redeemCode';
export type Proof =
  { readonly link: string } | { readonly voucherNo: string } | { readonly redeemCode: string };

const LINK = /^https?:\/\//i;

/** The part of a number or code that the server reads, without broken surrogate pairs. */
const readable = (text: string): string => text.slice(0, 64).replace(/\p{Cs}/gu, '');

/**
 * Returns what a typed, pasted or scanned text is sent as. A link in the place of a number or code is still a link.
 * Blanks around the text are ignored.
 */
export function proofOf(by: By, text: string): Proof {
  const trimmed = text.trim();
  if (by === 'link' || LINK.test(trimmed)) return { link: trimmed };
  return by === 'voucherNo' ? { voucherNo: readable(trimmed) } : { redeemCode: readable(trimmed) };
}
