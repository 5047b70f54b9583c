// Languages are BCP 47 tags. An operator offers some of those that the software has words for (packages/words); this is
// the one place that chooses among them, on the server and in pages.

/** A BCP 47 tag in its usual case, such as 'ja' or 'zh-TW'. */
export type Language = string;

export interface Offered {
  /** The languages offered, in the order in which they are shown. The first one is the railway's own, which its staff read. */
  readonly languages: readonly Language[];
  /** One of them, for a person who asks for none of them. */
  readonly fallback: Language;
}

let current: Offered | undefined;

/** Sets the languages of this process or page, once when it starts, like its zone. */
export function setLanguages({ languages, fallback }: Offered): void {
  current = { languages, fallback };
}

/** Returns the languages of this process or page. Throws Error before setLanguages. */
export function offered(): Offered {
  if (current === undefined) throw new Error('the languages are not set: call setLanguages first');
  return current;
}

/** Returns the languages that the operator offers, in the order in which they are shown. */
export const offeredLanguages = (): readonly Language[] => offered().languages;
/**
 * Returns the languages in which staff write for travellers at least: the first two offered. Readers of another one that is not written yet see the
 * fallback.
 */
export const writtenLanguages = (): readonly Language[] => offered().languages.slice(0, 2);
/** Returns the language for travellers who ask for none of those offered. */
export const fallbackLanguage = (): Language => offered().fallback;
/** Returns the railway's own language, which its staff read. */
export const ownLanguage = ({ languages, fallback }: Offered = offered()): Language =>
  languages[0] ?? fallback;

/** Returns a tag in its usual case; undefined if it is none. */
function usual(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag.replaceAll('_', '-'))[0];
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

interface Reading {
  readonly language: string;
  readonly script: string;
  readonly region: string;
}
const readings = new Map<string, Reading>();

/** Returns a tag's language with its likely script and region: 'zh', 'Hant', 'TW' of 'zh-TW'. */
function readingOf(tag: string): Reading {
  const found = readings.get(tag);
  if (found) return found;
  // The likely language of an unknown one is English, which it is not.
  if (tag === 'und') return { language: 'und', script: '', region: '' };
  const { language, script = '', region = '' } = new Intl.Locale(tag).maximize();
  const reading = { language, script, region };
  readings.set(tag, reading);
  return reading;
}

/**
 * Returns which of the tags is read by who reads `language`: the tag itself, then the tag without its last parts (RFC
 * 4647), then one of its language and script, of its region before others. Undefined if there is none, or if
 * `language` is no tag.
 */
export function bestTag(tags: readonly Language[], language: string): Language | undefined {
  const wanted = usual(language);
  if (wanted === undefined) return undefined;
  for (let part = wanted; part !== ''; part = part.slice(0, Math.max(0, part.lastIndexOf('-')))) {
    const own = tags.find((tag) => tag === part && isSameScript(tag, wanted));
    if (own !== undefined) return own;
  }
  const kin = tags.filter((tag) => isSameScript(tag, wanted));
  const { region } = readingOf(wanted);
  return kin.find((tag) => readingOf(tag).region === region) ?? kin[0];
}

function isSameScript(one: string, other: string): boolean {
  const [a, b] = [readingOf(one), readingOf(other)];
  return a.language === b.language && a.script === b.script;
}

/**
 * Returns the offered language for a reader: for the first wanted tag that fits, its best tag, or one of its language in
 * another script; otherwise the operator's fallback.
 * @param wanted tags in order of preference
 */
export function chooseLanguage(wanted: readonly string[], of: Offered = offered()): Language {
  for (const tag of wanted) {
    const best = bestTag(of.languages, tag);
    if (best !== undefined) return best;
    const base = usual(tag)?.split('-')[0];
    const other = base === undefined ? undefined : of.languages.find((each) => each.split('-')[0] === base);
    if (other !== undefined) return other;
  }
  return of.fallback;
}

/** Reads the header Accept-Language: its tags by weight, most wanted first. Those of weight 0 are left out. */
export function acceptedTags(header: string): string[] {
  return header
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((each) => each.trim());
      const weight = parameters.find((each) => /^q=/i.test(each));
      return { tag, weight: weight === undefined ? 1 : Number(weight.slice(2)) };
    })
    .filter(({ tag, weight }) => tag !== '' && tag !== '*' && weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}

/**
 * A language's words of almost every question, which Help's search removes, so that they neither find nor hide an answer; as the search
 * sees them: small letters without accents or apostrophes, katakana as hiragana.
 */
export interface StopWords {
  /** Words between spaces. */
  readonly words: string;
  /** Phrases that are cut out of a text whose words have no spaces between them. */
  readonly phrases: string;
  /** Characters of grammar. They occur within words too, so they are not removed; a pair with one weighs little. */
  readonly signs: string;
}
