/** Words that stay for every railway: each a text, the files in which it may stand, and why. */
export const KEPT: readonly { readonly text: string; readonly files: RegExp; readonly why: string }[];
/** Reads the words of one railway from its folder. */
export function railwayWords(folder: string): Set<string>;
/** Returns a search for words of railways in a file's text; it returns 'file:line: …' for each. */
export function searchFor(words: ReadonlySet<string>): (file: string, text: string) => string[];
/** Returns whether a file, by its path in the repository, is code that every railway runs. */
export function isCode(file: string): boolean;
/** Returns a search for words of the other railways beside a folder in what this one shows; it returns 'where:line: …' for each. */
export function searchForOthers(folder: string): (where: string, text: string) => string[];
