// Keeps the phrases of the app's own Korean words on one line, as `wholeWords` does with the operator's.
import type { Plugin } from 'vite';
import { koreanPhrases } from './src/ui/korean-phrases.ts';

const KOREAN_WORDS = /\/(i18n\/ko\/[\w-]+|words\/error-words-ko)\.ts$/;

/** Puts spaces that do not break into the app's Korean words. */
export function koreanLines(): Plugin {
  return {
    name: 'kippu-korean-lines',
    enforce: 'pre',
    transform(code, id) {
      if (!KOREAN_WORDS.test(id)) return null;
      return { code: koreanPhrases(code), map: null };
    },
  };
}
