// Texts of every page, before its files have loaded, in Japanese.

/** The link that loads the page again. */
export const loadAgain = 'もう一度読み込む';
