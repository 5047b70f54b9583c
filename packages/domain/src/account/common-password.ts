// Detects passwords that attackers try first: common words, years, keyboard rows, and little else.
import { COMMON_WORDS, RARE_WORDS } from './common-words.ts';
import { LEAKED_PASSWORDS } from './leaked-passwords.ts';

/** The letters that a digit or a sign often replaces in a password. */
const STANDS_FOR: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '8': 'b',
  '3': 'e',
  '9': 'g',
  '1': 'il',
  '!': 'i',
  '|': 'il',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
  '+': 't',
  '2': 'z',
};

/**
 * The worth of each part of a password. A common word is as easy to guess as a year or two digits. A sign adds
 * little, since most people put it in the same place.
 */
const PART = 2;
const RARE_WORD = 3;
const MARK = 1;
/** A password must be worth more than a word, a year and two signs. */
const LEAST_WORTH = 6;

/** A node of the tree of words. */
interface Letter {
  readonly next: Map<string, Letter>;
  /** The worth of the word that ends here. */
  worth?: number;
}
const newLetter = (): Letter => ({ next: new Map() });

/**
 * Adds packed words to the tree. A capital before each word says how many letters it shares with the word before (A
 * is none); the other letters follow.
 */
function plant(root: Letter, packed: string, worth: number): void {
  let word = '';
  for (const [, shared = 'A', rest = ''] of packed.matchAll(/([A-Z])([^A-Z]*)/g)) {
    word = word.slice(0, shared.charCodeAt(0) - 65) + rest;
    let letter = root;
    for (const character of word) {
      const next = letter.next.get(character) ?? newLetter();
      letter.next.set(character, next);
      letter = next;
    }
    letter.worth = worth;
  }
}

let planted: Letter | undefined;
/** Returns the tree of all words, built at the first call. */
function words(): Letter {
  if (planted) return planted;
  planted = newLetter();
  plant(planted, RARE_WORDS, RARE_WORD);
  plant(planted, COMMON_WORDS, PART);
  return planted;
}

/** Calls `found` with the end and the worth of every word that begins at `at`. */
function findWords(
  text: string,
  at: number,
  letter: Letter,
  found: (end: number, worth: number) => void,
): void {
  if (letter.worth !== undefined) found(at, letter.worth);
  const typed = text.charAt(at);
  for (const character of typed + (STANDS_FOR[typed] ?? '')) {
    const next = letter.next.get(character);
    if (next) findWords(text, at + 1, next, found);
  }
}

/**
 * Calls `found` with the end of the run that begins at `at`: the same character twice or more, or at least three
 * characters that each follow the one before, up or down.
 */
function findRun(text: string, at: number, found: (end: number) => void): void {
  // The last character has no step: NaN equals nothing.
  const stepAt = (index: number) => text.charCodeAt(index + 1) - text.charCodeAt(index);
  const step = stepAt(at);
  let last = at + 1;
  while (stepAt(last) === step) last += 1;
  if (step === 0 || (Math.abs(step) === 1 && last > at + 1)) found(last + 1);
}

let leaked: ReadonlySet<string> | undefined;
/** Whether it is a leaked password that common parts do not explain. Ignores case. */
function isLeaked(text: string): boolean {
  leaked ??= new Set(LEAKED_PASSWORDS.split(' '));
  return leaked.has(text);
}

/**
 * Whether a password that keeps the rule of parts would be among an attacker's first guesses: it consists of a few
 * common parts, or has leaked. Ignores case and the usual replacements (`P@ssw0rd`). The server and the phone both
 * use it.
 */
export const isCommonPassword = (password: string): boolean =>
  isOfCommonParts(password) || isLeaked(password.toLowerCase());

/** Whether a password consists of a few common parts. */
export function isOfCommonParts(password: string): boolean {
  const text = password.toLowerCase();
  /** The least worth of the characters before each position. */
  const least: number[] = [0];
  for (let at = 0; at < text.length; at += 1) {
    const before = least[at] ?? Infinity;
    const found = (end: number, worth: number) => {
      least[end] = Math.min(least[end] ?? Infinity, before + worth);
    };
    const rest = text.slice(at);
    found(at + 1, /^[a-z0-9]/.test(rest) ? PART : MARK);
    if (/^\d\d/.test(rest)) found(at + 2, PART);
    if (/^(19|20)\d\d/.test(rest)) found(at + 4, PART);
    findRun(text, at, (end) => found(end, PART));
    findWords(text, at, words(), found);
  }
  return (least[text.length] ?? Infinity) <= LEAST_WORTH;
}
