// A phone lies before the camera for seconds: one showing is one decision.

/** As long as a code was seen within this, it is still the same showing. */
export const SHOWING_MS = 3_000;
/** The moment and its signature, the only part of a code that changes from one to the next: 69 bytes in base45. */
const CHANGING_CHARACTERS = 108;

/** Lets a text through once a showing; several phones may lie before the camera, in one picture or in turn. */
export class RepeatFilter {
  #showings: { readonly text: string; seen: number; passed: boolean }[] = [];

  /**
   * Takes a text and the time in milliseconds; says whether it has to be decided. After a refusal only the same text is
   * ignored, for the phone's next code may be good; after a passage the next code of the same certificate is too.
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

  /** The text opened the gate. */
  opened(text: string): void {
    for (const showing of this.#showings) if (showing.text === text) showing.passed = true;
  }
}
