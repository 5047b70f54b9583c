// A USB scanner is a keyboard that types very fast and ends with Enter; everything else that is typed is noise.
import { CODE_MOST_CHARACTERS } from '@kippu/ticket-code/code-text';

/** A scanner leaves some milliseconds between characters, a person or a cat more. */
const GAP_MOST_MS = 500;

/** Collects what a scanner types. */
export class WedgeReader {
  #text = '';
  #last = 0;
  #tooLong = false;

  /** Takes a key as KeyboardEvent names it and its time in milliseconds; gives the text that Enter ended, or null. */
  key(key: string, at: number): string | null {
    if (at - this.#last > GAP_MOST_MS) this.#clear();
    this.#last = at;
    if (key === 'Enter' || key === 'Tab') {
      const text = this.#tooLong ? '' : this.#text.trim();
      this.#clear();
      return text === '' ? null : text;
    }
    // Shift, Process (an input method) and their like have names, characters are one character.
    if (key.length !== 1 || this.#tooLong) return null;
    this.#text += key;
    // A stuck key must not fill the memory.
    this.#tooLong = this.#text.length > CODE_MOST_CHARACTERS + 16;
    return null;
  }

  #clear(): void {
    this.#text = '';
    this.#tooLong = false;
  }
}
