// Finds a name in a language: the tag itself, or one of the same language and script.
import type { FeedName } from './feed.ts';

const known = new Map<string, { readonly written: string; readonly region: string }>();

/** Returns what a reader of the tag reads, such as 'zh Hant', and its likely region. */
function readingOf(tag: string): { readonly written: string; readonly region: string } {
  const found = known.get(tag);
  if (found) return found;
  const { language, script = '', region = '' } = new Intl.Locale(tag).maximize();
  const reading = { written: `${language} ${script}`, region };
  known.set(tag, reading);
  return reading;
}

/** Returns which of the tags is read by who reads `language`: the same one, else the one of its region, else another of its language and script. */
function bestTag(tags: readonly string[], language: string): string | undefined {
  const wanted = readingOf(language);
  const same = tags.filter((tag) => readingOf(tag).written === wanted.written);
  return (
    same.find((tag) => tag === language) ??
    same.find((tag) => readingOf(tag).region === wanted.region) ??
    same[0]
  );
}

/**
 * Returns a name in a language; undefined where the feed has it in no such language.
 * @param feedLanguage the language of the feed's own text, 'und' where it is unknown
 */
export function nameIn(
  { text, in: others = {} }: FeedName,
  language: string,
  feedLanguage: string,
): string | undefined {
  const own = feedLanguage === 'und' ? [] : [feedLanguage];
  const tag = bestTag([...Object.keys(others), ...own], language);
  return tag === undefined ? undefined : (others[tag] ?? text);
}
