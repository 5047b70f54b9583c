// A phone lies before the camera for seconds: one showing is one decision.

/** As long as a code was seen within this, it is still the same showing. */
const SHOWING_MS = 3_000;
/** The moment and its signature, the only part of a code that changes from one to the next: 69 bytes in base45. */
const CHANGING_CHARACTERS = 108;

/** Lets a text through once a showing. */
export class RepeatFilter {
  #text = '';
  #seen = Number.NEGATIVE_INFINITY;
  #passed = false;

  /**
   * Takes a text and the time in milliseconds; says whether it has to be decided. After a refusal only the same text is
   * ignored, for the phone's next code may be good; after a passage the next code of the same certificate is too.
   */
  isNew(text: string, at: number): boolean {
    const showing = at - this.#seen < SHOWING_MS;
    const same = this.#passed
      ? text.slice(0, -CHANGING_CHARACTERS) === this.#text.slice(0, -CHANGING_CHARACTERS)
      : text === this.#text;
    if (showing && same) {
      this.#seen = at;
      return false;
    }
    this.#text = text;
    this.#seen = at;
    this.#passed = false;
    return true;
  }

  /** The last text opened the gate. */
  opened(): void {
    this.#passed = true;
  }
}
