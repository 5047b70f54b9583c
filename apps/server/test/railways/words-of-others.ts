// The search for words of other railways, as `npm run check` makes it for code.
export { searchForOthers } from '../../../../scripts/words/railway-words.mjs';
