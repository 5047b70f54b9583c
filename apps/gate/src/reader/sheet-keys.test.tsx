// What a scanner types on a staff sheet presses no button, and a person's key does.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PressedKey } from './scanner-keys.ts';
import { SCANNER_GAP_MS, SheetKeys } from './sheet-keys.ts';

const keyOf = (key: string, more: Partial<PressedKey> = {}): PressedKey => ({
  key,
  code: '',
  shiftKey: false,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  repeat: false,
  ...more,
});

let button: HTMLButtonElement;
let form: HTMLFormElement;
let field: HTMLInputElement;
let pressed: string[];
let keys: SheetKeys;
let now: number;

beforeEach(() => {
  vi.useFakeTimers();
  form = document.createElement('form');
  field = document.createElement('input');
  button = document.createElement('button');
  button.type = 'button';
  form.append(field, button);
  document.body.replaceChildren(form);
  pressed = [];
  button.addEventListener('click', () => pressed.push('button'));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    pressed.push('form');
  });
  keys = new SheetKeys();
  now = 1_000;
});
afterEach(() => vi.useRealTimers());

/** Types keys, each `gap` milliseconds after the one before. Returns what the browser must not act on. */
function type(typed: readonly string[], gap: number, target: EventTarget = button): string[] {
  return typed.filter((key) => {
    now += gap;
    vi.advanceTimersByTime(gap);
    return keys.down(keyOf(key), target, now);
  });
}
const rest = () => vi.advanceTimersByTime(SCANNER_GAP_MS);

test.each([
  [['A', '1', 'Enter']],
  [['Enter', 'A', '1', 'Enter']],
  [['Tab', 'Enter']],
  [['Enter', 'Tab', ' ', 'Enter']],
  [[' ', ' ', ' ']],
  [['Shift', 'A', 'Enter', 'Enter']],
])('a scanner that types %j presses nothing', (typed) => {
  for (const target of [button, field]) {
    expect(type(typed, 10, target)).toEqual(
      typed.filter((key) => key === 'Enter' || (key === ' ' && target === button)),
    );
    rest();
    now += 1_000;
  }
  expect(pressed).toEqual([]);
});

test('a person presses a button by Enter and by the space bar, and a form by Enter in its field', () => {
  for (const [key, target] of [
    ['Enter', button],
    [' ', button],
    ['Enter', field],
  ] as const) {
    expect(type([key], 300, target)).toEqual([key]);
    expect(keys.up(keyOf(key), target)).toBe(true);
    rest();
  }
  expect(pressed).toEqual(['button', 'button', 'form']);
});

test('a person who types a number and then presses Enter sends the form; the space bar is text in a field', () => {
  expect(type(['1', '2', ' ', 'Enter'], 150, field)).toEqual(['Enter']);
  rest();
  expect(pressed).toEqual(['form']);
});

test('Shift together with a key does not make it a scanner’s, and a held key presses once', () => {
  type(['Shift'], 300);
  type(['Tab'], 5);
  type(['Enter'], 300);
  rest();
  now += 500;
  expect(keys.down(keyOf('Enter', { repeat: true }), button, now)).toBe(true);
  rest();
  expect(pressed).toEqual(['button']);
});

test('a press that waits is forgotten when the page goes', () => {
  type(['Enter'], 300);
  keys.cancel();
  rest();
  expect(pressed).toEqual([]);
});
