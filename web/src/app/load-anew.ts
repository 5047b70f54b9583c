// Loading the page anew for a file that did not come; how it is done stands in index.html, which is there when no file is.

declare global {
  var kippuAnew: (() => boolean) | undefined;
}

/** Loads the page anew in a moment. False where that was in vain, or no network is there: what came stays. */
export const loadAnew = (): boolean => globalThis.kippuAnew?.() ?? false;
