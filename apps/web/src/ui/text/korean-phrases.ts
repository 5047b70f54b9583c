// Keeps Korean phrases on one line that have spaces but read as one: '할 수 없습니다', '이 휴대폰', '한 번'.

/** '수' belongs to the verb before it and to '있다' or '없다' after it. */
const CAN_OR_CANNOT = /([가-힣]) (수[도는]?) (?=[있없])/g;
const WORD_AND_SPACE = /([가-힣\d]+) (?=[가-힣\d])/g;
/** Words of one syllable that belong to the next word. At the end of a line they look like a mistake. */
const LEADING = new Set('이그저새한두세네몇더각역및안못내총약첫잘');

/** Puts non-breaking spaces into such phrases of a Korean text, or of code that contains some. */
export const koreanPhrases = (text: string): string =>
  text
    .replace(CAN_OR_CANNOT, '$1\u00a0$2\u00a0')
    .replace(WORD_AND_SPACE, (both, word: string) => (LEADING.has(word) ? `${word}\u00a0` : both));
