// Filters repeated reads: a phone that stays before the camera for seconds is decided once.

/** A code seen again within this time belongs to the same showing. */
export const SHOWING_MS = 3_000;
/**
 * The length of the moment and its signature in base45 (69 bytes). Only this part changes from one code to the next.
 */
const CHANGING_CHARACTERS = 108;

/** Passes each text once per showing. Several phones may be visible at the same time or in turn. */
export class RepeatFilter {
  #showings: { readonly text: string; seen: number; passed: boolean }[] = [];

  /**
   * Reports whether a text must be decided. `at` is in milliseconds. After a refusal only the same text is ignored,
   * because the phone's next code may be valid. After a passage the certificate's next codes are ignored too.
   */
  isNew(text: string, at: number): boolean {
    this.#showings = this.#showings.filter(({ seen }) => at - seen < SHOWING_MS);
    const known = this.#showings.find((showing) =>
      showing.passed
        ? text.slice(0, -CHANGING_CHARACTERS) === showing.text.slice(0, -CHANGING_CHARACTERS)
        : text === showing.text,
    );
    if (known) known.seen = at;
    else this.#showings.push({ text, seen: at, passed: false });
    return known === undefined;
  }

  /** Marks a text as passed. */
  opened(text: string): void {
    for (const showing of this.#showings) if (showing.text === text) showing.passed = true;
  }
}
