// Texts of every page, before its files have loaded, in Korean.

/** The link that loads the page again. */
export const loadAgain = '다시 불러오기';
