// A USB scanner is a keyboard that types very fast and ends with Enter; everything else that is typed is noise.
import { CODE_MOST_CHARACTERS, CODE_PREFIX } from '@kippu/ticket-code/code-text';
import { textOf, type PressedKey } from './scanner-keys.ts';

/** A scanner leaves some milliseconds between characters, a person or a cat more. */
export const GAP_MOST_MS = 500;
/** What an input method makes of a key: its name says nothing, its place does. */
const NAMELESS: ReadonlySet<string> = new Set(['Process', 'Dead', 'Unidentified']);

/** Enter and Tab, also as the control characters they are: carriage return and line feed. */
const endsScan = ({ key, ctrlKey }: PressedKey): boolean =>
  key === 'Enter' || key === 'Tab' || (ctrlKey && /^[mj]$/i.test(key));

/** Collects what a scanner types. */
export class WedgeReader {
  #keys: PressedKey[] = [];
  #last = 0;

  /** Takes a key and its time in milliseconds; gives the text that it ended, or null. */
  key(pressed: PressedKey, at: number): string | null {
    // Held down, or a device too busy to see that it was let go: a scanner presses anew for each character.
    if (pressed.repeat) return null;
    if (at - this.#last > GAP_MOST_MS) this.#keys = [];
    this.#last = at;
    if (endsScan(pressed)) return this.#take();
    const { key, ctrlKey, altKey, metaKey } = pressed;
    // Shift and its like have names, characters are one character; commands are no text.
    const isText = (key.length === 1 || NAMELESS.has(key)) && !ctrlKey && !altKey && !metaKey;
    // A cat on the keys must not fill the memory: one character too many is kept, so that it is known to be no code.
    if (isText && this.#keys.length <= CODE_MOST_CHARACTERS) this.#keys.push(pressed);
    return null;
  }

  /** When no key has come for GAP_MOST_MS: gives the code of a scanner that ends with no key, or null. */
  rest(): string | null {
    const text = this.#take();
    return text?.startsWith(CODE_PREFIX) ? text : null;
  }

  /** Whether what is being typed begins as a code does: it is a scanner's, and nobody's answer to a screen. */
  get isCode(): boolean {
    return textOf(this.#keys.slice(0, CODE_PREFIX.length)).startsWith(CODE_PREFIX);
  }

  #take(): string | null {
    const keys = this.#keys;
    this.#keys = [];
    const text = keys.length > CODE_MOST_CHARACTERS ? '' : textOf(keys).trim();
    return text === '' ? null : text;
  }
}
