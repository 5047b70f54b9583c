// Samples of common and good passwords, to measure which the rule against common passwords refuses.
import { dictionary } from '@zxcvbn-ts/language-common';
import { isCommonPassword } from '../src/account/common-password.ts';
import { brokenPasswordParts } from '../src/account/password-rule.ts';

const LISTED = 3_000;
const ENDINGS = ['1', '123', '2024'];

/** A share of passwords, 0 to 1, and how many there were. */
export interface Share {
  readonly share: number;
  readonly of: number;
}

/**
 * Returns the share that is accepted of the first 3,000 passwords of a public list, each with a capital and three
 * endings, if they keep the rule of parts.
 */
export function acceptedCommon(): Share {
  const made = dictionary['passwords-common']
    .slice(0, LISTED)
    .flatMap((word) => ENDINGS.map((ending) => word.charAt(0).toUpperCase() + word.slice(1) + ending))
    .filter((password) => brokenPasswordParts(password).length === 0);
  return {
    share: made.filter((password) => !isCommonPassword(password)).length / made.length,
    of: made.length,
  };
}

/** Kinds of good passwords. Each makes one; `below(end)` returns a random whole number below `end`. */
export const GOOD_PASSWORDS: Readonly<Record<string, (below: (end: number) => number) => string>> = {
  'eight random letters and digits': (below) => random(below, 8, LETTERS + CAPITALS + DIGITS),
  'twelve random characters': (below) => random(below, 12, LETTERS + CAPITALS + DIGITS + MARKS),
  'three random words and a digit': (below) => [0, 1, 2].map(() => word(below)).join('') + below(10),
  'four random words with hyphens and a digit': (below) =>
    [0, 1, 2, 3].map(() => word(below)).join('-') + below(10),
  'two random words with hyphens and two digits': (below) =>
    `${word(below)}-${word(below)}-${10 + below(90)}`,
  'two random words together and two digits': (below) => `${word(below)}${word(below)}${10 + below(90)}`,
};
const [LETTERS, CAPITALS, DIGITS, MARKS] = [
  'abcdefghijklmnopqrstuvwxyz',
  'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  '0123456789',
  '!#$%&*+-./:=?@^_~',
];
/** Words of the Diceware list with at most seven letters, so that four of them fit. */
const WORDS = dictionary['diceware-common'].filter((listed) => listed.length <= 7 && /^[a-z]+$/.test(listed));
const word = (below: (end: number) => number): string => {
  const drawn = WORDS[below(WORDS.length)] ?? '';
  return drawn.charAt(0).toUpperCase() + drawn.slice(1);
};
/** Makes random characters, at least one of each required kind. */
function random(below: (end: number) => number, length: number, alphabet: string): string {
  const draw = (from: string) => from.charAt(below(from.length));
  const drawn = [LETTERS, CAPITALS, DIGITS].map(draw);
  while (drawn.length < length) drawn.splice(below(drawn.length + 1), 0, draw(alphabet));
  return drawn.join('');
}

/** Returns the share of `count` good passwords of a kind that is refused. */
export function refusedGood(kind: string, count: number, below: (end: number) => number): Share {
  const make = GOOD_PASSWORDS[kind];
  if (!make) throw new Error(`no such kind: ${kind}`);
  const made = Array.from({ length: count }, () => make(below));
  return { share: made.filter(isCommonPassword).length / count, of: count };
}
