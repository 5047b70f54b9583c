// Turns a question in any language into weighted tokens that do not depend on its spelling.
import type { FoldedStopWords } from './stop-words.ts';

interface Token {
  readonly text: string;
  /** Its weight, 0 to 1, before rarity is considered. */
  readonly weight: number;
}

const KATAKANA = /[\u30a1-\u30f6]/g;
const KANA_TO_HIRAGANA = 0x60;

/** Folds a text: NFKC, lower case, Latin letters without accents, katakana as hiragana, no punctuation. */
export function fold(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[\u00c0-\u024f]/g, (letter) => letter.normalize('NFD').replace(/\p{M}/gu, ''))
    .replace(/['’]/g, '')
    .replace(/wi-?fi/g, 'wifi')
    .replace(/e-mail/g, 'email')
    .replace(KATAKANA, (kana) => String.fromCharCode(kana.charCodeAt(0) - KANA_TO_HIRAGANA))
    .replace(/[^\p{L}\p{N}\u30fc]+/gu, ' ')
    .trim();
}

/** Returns an approximate stem of an English word, so that 'tickets' matches 'ticket', and 'booked' matches 'booking'. */
export function stem(word: string): string {
  if (word.length <= 3) return word;
  const base = word
    .replace(/ies$/, 'y')
    .replace(/(ss|sh|ch|x)es$/, '$1')
    .replace(/([^su])s$/, '$1');
  if (base.length <= 4) return base;
  const cut = base.replace(/(?:ing|ed)$/, '');
  if (cut === base || cut.length < 3) return base.replace(/e$/, '');
  return cut.replace(/([bdglmnprt])\1$/, '$1').replace(/e$/, '');
}

/** Endings of Korean nouns and verbs. One is cut from a word of two syllables or more. */
const KOREAN_ENDING =
  /(?:에서는|에서도|으로는|이에요|예요|인가요|하나요|되나요|할까요|될까요|했어요|됐어요|해요|돼요|한데|는데|어요|아요|나요|까요|에서|에게|한테|으로|부터|까지|이나|라도|이랑|하고|은|는|이|가|을|를|에|로|도|의|와|과|랑|만|요)$/;

const isHan = (text: string) => /\p{Script=Han}/u.test(text);

/** Returns the pairs of neighbouring characters; a single character as it is. */
function pairs(run: string): string[] {
  const letters = [...run];
  if (letters.length < 2) return letters;
  return letters.slice(1).map((letter, at) => `${letters[at]}${letter}`);
}

/** Returns the tokens of a run of Chinese characters and kana. A pair with kana or a stop sign is mostly grammar. */
function* cjkTokens(run: string, { signs }: FoldedStopWords): Iterable<Token> {
  for (const pair of pairs(run)) {
    const hasMeaning = [...pair].every((sign) => isHan(sign) && !signs.has(sign));
    yield { text: pair, weight: hasMeaning ? 0.7 : isHan(pair) ? 0.3 : 0.2 };
  }
}

function* koreanTokens(word: string, { words }: FoldedStopWords): Iterable<Token> {
  const base = word.length > 2 ? word.replace(KOREAN_ENDING, '') : word;
  // After the noun was recognised, the rest of a word is its ending.
  if (base.length < 2 || words.has(word) || words.has(base) || KOREAN_ENDING.test(base)) return;
  yield { text: base, weight: 0.5 };
  if (base.length > 2) for (const pair of pairs(base)) yield { text: pair, weight: 0.3 };
}

const RUNS = /[a-z0-9]+|[\p{Script=Hangul}]+|[\p{Script=Han}\u3005\p{Script=Hiragana}\u30fc]+|\u00a7\d+/gu;

/** Removes phrases that every question has: 'how do I', 'ですか', '怎么'. */
function withoutPhrases(text: string, { phrases }: FoldedStopWords): string {
  let rest = text;
  for (const phrase of phrases) rest = rest.replaceAll(phrase, ' ');
  return rest;
}

/** Returns the tokens of a folded text in order, with repetitions. */
export function tokensOf(folded: string, stop: FoldedStopWords): Token[] {
  const tokens: Token[] = [];
  for (const [run] of withoutPhrases(folded, stop).matchAll(RUNS)) {
    if (run.startsWith('\u00a7')) tokens.push({ text: run, weight: 1 });
    else if (/[a-z0-9]/.test(run)) {
      if (!stop.words.has(run)) tokens.push({ text: stem(run), weight: 1 });
    } else if (/\p{Script=Hangul}/u.test(run)) tokens.push(...koreanTokens(run, stop));
    else tokens.push(...cjkTokens(run, stop));
  }
  return tokens;
}
