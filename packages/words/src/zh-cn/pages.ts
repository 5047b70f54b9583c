// Texts of every page, before its files have loaded, in Simplified Chinese.

/** The link that loads the page again. */
export const loadAgain = '重新加载';
