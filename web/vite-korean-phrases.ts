// Keeps together on one line what Korean writes apart but reads as one: '할 수 없습니다'.
import type { Plugin } from 'vite';

const KOREAN_WORDS = /\/(i18n\/ko\/[\w-]+|words\/error-words-ko)\.ts$/;
const CAN_OR_CANNOT = /(?<=[가-힣]) (수[도는]?) (?=[있없])/g;

/** Puts spaces that do not break into the app's Korean words. */
export function koreanPhrases(): Plugin {
  return {
    name: 'kippu-korean-phrases',
    enforce: 'pre',
    transform(code, id) {
      if (!KOREAN_WORDS.test(id)) return null;
      return { code: code.replaceAll(CAN_OR_CANNOT, '\u00a0$1\u00a0'), map: null };
    },
  };
}
