// Texts of every page, before its files have loaded, in English.

/** The link that loads the page again. */
export const loadAgain = 'Load again';
