// Keeps a scanner from pressing the buttons of a sheet: a key that presses something has to stand alone.
import type { PressedKey } from './scanner-keys.ts';

/**
 * A key that comes this soon before or after another one is a scanner's. Scanners type a character within some 50 milliseconds; a person who has just
 * typed needs longer to press Enter.
 */
export const SCANNER_GAP_MS = 100;

const PRESSES: ReadonlySet<string> = new Set(['Enter', ' ']);
/** They are held while another key is pressed. */
const MODIFIERS: ReadonlySet<string> = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock']);

/**
 * Presses what has the focus, as Enter and the space bar do: a button, or the button of a field's form. The space bar is text in a field. Returns what to
 * do, or null when the key presses nothing.
 */
function pressOf(key: string, target: EventTarget | null): (() => void) | null {
  if (target instanceof HTMLButtonElement) return () => target.click();
  if (key === 'Enter' && target instanceof HTMLInputElement && target.form) {
    const { form } = target;
    return () => form.requestSubmit();
  }
  return null;
}

export class SheetKeys {
  #last = Number.NEGATIVE_INFINITY;
  #waiting: ReturnType<typeof setTimeout> | undefined;

  /**
   * Handles a key that is pressed at `at` milliseconds. Returns whether the browser must not act on it: a press is made here, once no other key
   * followed.
   */
  down(
    { key, ctrlKey, altKey, metaKey, repeat }: PressedKey,
    target: EventTarget | null,
    at: number,
  ): boolean {
    if (MODIFIERS.has(key)) return false;
    const isQuick = at - this.#last < SCANNER_GAP_MS;
    this.#last = at;
    this.cancel();
    const press = PRESSES.has(key) ? pressOf(key, target) : null;
    if (!press) return false;
    if (!isQuick && !repeat && !ctrlKey && !altKey && !metaKey)
      this.#waiting = setTimeout(press, SCANNER_GAP_MS);
    return true;
  }

  /** Whether the browser must not act on a released key: some press a button when the space bar is released. */
  up({ key }: PressedKey, target: EventTarget | null): boolean {
    return PRESSES.has(key) && pressOf(key, target) !== null;
  }

  /** Forgets a press that waits. */
  cancel(): void {
    clearTimeout(this.#waiting);
  }
}
