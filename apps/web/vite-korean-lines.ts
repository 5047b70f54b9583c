// Keeps phrases in the app's own Korean words on one line, as `wholeWords` does in the operator's texts.
import type { Plugin } from 'vite';
import { koreanPhrases } from './src/ui/text/korean-phrases.ts';

const KOREAN_WORDS = /\/words\/src\/ko\/(app|errors)\/[\w-]+\.ts$/;

/** Puts non-breaking spaces into the app's Korean words. */
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
