// Texts of every page, before its files have loaded, in Traditional Chinese.

/** The link that loads the page again. */
export const loadAgain = '重新載入';
