// Whether a password by the rule is one of those that are tried first: common words, years, keyboard rows, and little else.
import { COMMON_STEMS } from './common-stems.ts';

/** What stands for a letter in passwords that mean to look harder than they are. */
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

/** What each part adds: a word says as little as a year or two digits; a mark mostly stands where all put it. */
const PART = 2;
const MARK = 1;
/** A password has to say more than a word, a year and two marks do. */
const TOO_LITTLE = 6;

const lettersOf = (typed: string): string => typed + (STANDS_FOR[typed] ?? '');
const isStemAt = (text: string, at: number, stem: string): boolean => {
  for (let index = 0; index < stem.length; index += 1)
    if (!lettersOf(text.charAt(at + index)).includes(stem.charAt(index))) return false;
  return at + stem.length <= text.length;
};

const STEMS_BY_INITIAL = new Map<string, string[]>();
for (const stem of COMMON_STEMS) {
  const initial = stem.charAt(0);
  STEMS_BY_INITIAL.set(initial, [...(STEMS_BY_INITIAL.get(initial) ?? []), stem]);
}

/** The end of the run that begins at `at` and whose every character follows its neighbour by the same step of -1, 0 or 1. */
function runEnd(text: string, at: number): number {
  const stepAt = (index: number) => text.charCodeAt(index + 1) - text.charCodeAt(index);
  const step = stepAt(at);
  if (![-1, 0, 1].includes(step)) return at + 1;
  let end = at + 1;
  while (end < text.length - 1 && stepAt(end) === step) end += 1;
  return step === 0 || end - at >= 2 ? end + 1 : at + 1;
}

/** Where the guessable parts that begin at `at` may end, each with what it adds. */
function partsAt(text: string, at: number): (readonly [end: number, adds: number])[] {
  const rest = text.slice(at);
  const parts: (readonly [number, number])[] = [[at + 1, /[a-z0-9]/.test(rest.charAt(0)) ? PART : MARK]];
  if (/^\d\d/.test(rest)) parts.push([at + 2, PART]);
  if (/^(19|20)\d\d/.test(rest)) parts.push([at + 4, PART]);
  parts.push([runEnd(text, at), PART]);
  for (const initial of lettersOf(rest.charAt(0)))
    for (const stem of STEMS_BY_INITIAL.get(initial) ?? [])
      if (isStemAt(text, at, stem)) parts.push([at + stem.length, PART]);
  return parts;
}

/**
 * Takes a password that keeps the rule; tells whether so few common parts make it that it would be among the first
 * guesses. Case and the usual stand-ins (`P@ssw0rd`) make no difference.
 */
export function isCommonPassword(password: string): boolean {
  const text = password.toLowerCase();
  const least: number[] = [0];
  for (let at = 0; at < text.length; at += 1) {
    const before = least[at] ?? Infinity;
    for (const [end, adds] of partsAt(text, at)) least[end] = Math.min(least[end] ?? Infinity, before + adds);
  }
  return (least[text.length] ?? Infinity) <= TOO_LITTLE;
}
