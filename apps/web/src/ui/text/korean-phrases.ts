// What Korean writes apart but reads as one stays on one line: '할 수 없습니다', '이 휴대폰', '한 번'.

/** '수' belongs to the verb before it and to '있다' or '없다' after it. */
const CAN_OR_CANNOT = /([가-힣]) (수[도는]?) (?=[있없])/g;
const WORD_AND_SPACE = /([가-힣\d]+) (?=[가-힣\d])/g;
/** Words of one syllable that lead to the next one: left at the end of a line, they read as a slip. */
const LEADING = new Set('이그저새한두세네몇더각역및안못내총약첫잘');

/** Takes a Korean text, or code that holds some; gives it with spaces that do not break inside such phrases. */
export const koreanPhrases = (text: string): string =>
  text
    .replace(CAN_OR_CANNOT, '$1\u00a0$2\u00a0')
    .replace(WORD_AND_SPACE, (both, word: string) => (LEADING.has(word) ? `${word}\u00a0` : both));
