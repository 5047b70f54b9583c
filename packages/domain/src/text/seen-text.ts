// Removes invisible characters from typed text. Texts that others read contain none.

/**
 * Invisible characters that come with pasted text: direction marks, line separators, zero widths, annotation marks and lone surrogates.
 * Joiners stay, because Persian and emoji need them.
 */
const INVISIBLE =
  /[\u00AD\u061C\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\p{Cs}]/gu;

/** Characters that are blank although they count as letters or signs: fillers and the empty Braille cell. */
const BLANK = /[\u115F\u1160\u3164\uFFA0\u2800]/gu;

/** Whether a text contains anything visible. */
export const isSeen = (text: string): boolean => /[\p{L}\p{N}\p{P}\p{S}]/u.test(text.replace(BLANK, ''));

/** Returns the text without invisible characters. */
export const withoutInvisible = (text: string): string => text.replace(INVISIBLE, '');

/** Returns the text with U+FFFD in place of each invisible character: a report of what is wrong with a text shows where one is. */
export const invisibleShown = (text: string): string => text.replace(INVISIBLE, '\uFFFD');

/** Returns the form in which a typed text is stored: NFC, trimmed, without invisible characters. */
export const seenText = (typed: string): string => withoutInvisible(typed).normalize('NFC').trim();

/** As seenText, on one line. */
export const seenLine = (typed: string): string => seenText(typed.replace(/\p{Cc}+/gu, ' '));

/** What an id never needs: also joiners, variation selectors, tags, and characters that are blank. */
const UNSEEN_IN_IDS = /[\u2800\p{Default_Ignorable_Code_Point}]/gu;

/** As seenLine, for ids that people read and type: without what an id never needs. Orders of former releases have ids of this form. */
export const seenId = (typed: string): string => seenLine(typed.replace(UNSEEN_IN_IDS, ''));

/** The longest id of an order, in characters. */
export const MAX_ORDER_ID = 64;
const DASHES = /[\p{Pd}\u2212]/gu;

/**
 * Returns the form in which an order's id is stored: printable ASCII in NFKC, on one line, with one blank at most between words and a
 * hyphen for every dash. Undefined where another character is left, such as a letter of another script that looks the same, or for more than
 * 64 characters.
 */
export function orderIdOf(typed: string): string | undefined {
  const folded = seenId(typed).normalize('NFKC').replace(DASHES, '-').replace(/ +/g, ' ').trim();
  return folded.length <= MAX_ORDER_ID && /^[\x20-\x7e]+$/.test(folded) ? folded : undefined;
}

/**
 * Returns a form that is equal for names that look the same: without case, width, blanks, joiners and characters that are blank. For
 * comparing only.
 */
export const foldedName = (name: string): string =>
  withoutInvisible(name)
    .replace(BLANK, '')
    .normalize('NFKC')
    .replace(/[\s\p{Z}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toLowerCase()
    .normalize('NFKC');
