// Recognises a USB scanner: a keyboard that types very fast and ends with Enter. All other typing is ignored.
import { MAX_CODE_CHARACTERS, CODE_PREFIX } from '@kippu/ticket-code/code/text';
import { textOf, type PressedKey } from './scanner-keys.ts';

/** A scanner pauses for some milliseconds between characters. A person pauses for longer. */
export const MAX_GAP_MS = 500;
/** The key name while an input method is active. It does not identify the key; the position does. */
const NAMELESS: ReadonlySet<string> = new Set(['Process', 'Dead', 'Unidentified']);

/** Enter and Tab, also as the control characters carriage return and line feed. */
const endsScan = ({ key, ctrlKey }: PressedKey): boolean =>
  key === 'Enter' || key === 'Tab' || (ctrlKey && /^[mj]$/i.test(key));

/** Collects the characters of a scanner. */
export class WedgeReader {
  #keys: PressedKey[] = [];
  #last = 0;

  /** Handles a key at `at` milliseconds. Returns the text that the key ended, or null. */
  key(pressed: PressedKey, at: number): string | null {
    // A held key, or a device too busy to see its release. A scanner presses the key again for each character.
    if (pressed.repeat) return null;
    if (at - this.#last > MAX_GAP_MS) this.#keys = [];
    this.#last = at;
    if (endsScan(pressed)) return this.#take();
    const { key, ctrlKey, altKey, metaKey } = pressed;
    // Named keys such as Shift are longer than one character. Commands are not text.
    const isText = (key.length === 1 || NAMELESS.has(key)) && !ctrlKey && !altKey && !metaKey;
    // Limits the memory used. One extra character is kept, so that the text is too long to be a code.
    if (isText && this.#keys.length <= MAX_CODE_CHARACTERS) this.#keys.push(pressed);
    return null;
  }

  /** Returns the text of a scanner that ends with no key, once no key has come for MAX_GAP_MS; otherwise null. */
  rest(): string | null {
    const text = this.#take();
    return text?.startsWith(CODE_PREFIX) ? text : null;
  }

  /**
   * Reports whether the typed text starts like a code. It then comes from a scanner, and is not input for the screen.
   */
  get isCode(): boolean {
    return textOf(this.#keys.slice(0, CODE_PREFIX.length)).startsWith(CODE_PREFIX);
  }

  #take(): string | null {
    const keys = this.#keys;
    this.#keys = [];
    const text = keys.length > MAX_CODE_CHARACTERS ? '' : textOf(keys).trim();
    return text === '' ? null : text;
  }
}
