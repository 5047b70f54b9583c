// The names of a feed by language: its translations, and its own text in the feed's language.
import { bestTag } from '@kippu/contract/languages';
import type { ByLanguage } from '@kippu/contract/names';
import type { FeedName } from './feed.ts';

/**
 * Returns a name by language. The feed's own text is that of its language, and the last choice of all other readers.
 * @param feedLanguage the language of the feed's own text, 'und' where it is unknown
 */
export const textsOf = ({ text, in: others = {} }: FeedName, feedLanguage: string): ByLanguage => ({
  ...others,
  ...(text === '' ? {} : { [others[feedLanguage] === undefined ? feedLanguage : 'und']: text }),
});

/** Returns a name for readers of a language; undefined where the feed has it in no such language. */
export function inLanguage(name: FeedName, language: string, feedLanguage: string): string | undefined {
  const texts = textsOf(name, feedLanguage);
  const tag = bestTag(
    Object.keys(texts).filter((each) => each !== 'und'),
    language,
  );
  return tag === undefined ? undefined : texts[tag];
}
