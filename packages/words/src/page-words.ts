// The type of the words that every page has at once. A folder with such words is a language.

export interface PageWords {
  /** The language's own name for itself. */
  readonly name: string;
  /** The link that loads the page again, shown before its files have loaded. */
  readonly loadAgain: string;
}
