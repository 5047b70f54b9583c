// Decodes the keys of a USB scanner. It sends key positions, which the device may read with another keyboard layout.
import { CODE_PREFIX } from '@kippu/ticket-code/code/text';

/** The properties of a KeyboardEvent that are used. */
export type PressedKey = Pick<
  KeyboardEvent,
  'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey' | 'repeat'
>;

/**
 * The characters of codes by key position, without and with Shift. Letters are always capitals, whatever the state of
 * Caps Lock.
 */
type Layout = Readonly<Record<string, readonly [alone: string, shifted: string]>>;

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const same = (character: string) => [character, character] as const;
const COMMON: Layout = {
  ...Object.fromEntries([...LETTERS].map((letter) => [`Key${letter}`, same(letter)])),
  ...Object.fromEntries([...'0123456789'].map((digit) => [`Numpad${digit}`, same(digit)])),
  NumpadAdd: same('+'),
  NumpadSubtract: same('-'),
  NumpadMultiply: same('*'),
  NumpadDivide: same('/'),
  NumpadDecimal: same('.'),
  Space: same(' '),
};
const digits = (shifted: Readonly<Record<string, string>>): Layout =>
  Object.fromEntries([...'0123456789'].map((digit) => [`Digit${digit}`, [digit, shifted[digit] ?? '']]));
const PUNCTUATION: Layout = { Minus: ['-', ''], Period: ['.', ''], Slash: ['/', ''] };
const AMERICAN: Layout = {
  ...COMMON,
  ...PUNCTUATION,
  ...digits({ 4: '$', 5: '%', 8: '*' }),
  Equal: ['', '+'],
  Semicolon: ['', ':'],
};
const JAPANESE: Layout = {
  ...COMMON,
  ...PUNCTUATION,
  ...digits({ 4: '$', 5: '%' }),
  Semicolon: ['', '+'],
  Quote: [':', '*'],
};
const FRENCH: Layout = {
  ...COMMON,
  KeyQ: same('A'),
  KeyA: same('Q'),
  KeyW: same('Z'),
  KeyZ: same('W'),
  Semicolon: same('M'),
  KeyM: same(''),
  ...Object.fromEntries(
    [...'0123456789'].map((digit) => [`Digit${digit}`, [digit === '6' ? '-' : '', digit]]),
  ),
  Period: [':', '/'],
  Comma: ['', '.'],
  BracketRight: ['$', ''],
  Quote: ['', '%'],
  Backslash: ['*', ''],
  Equal: ['', '+'],
};

/**
 * Returns the text of one scan. This is the text as the device read it, or the text by key positions if only that
 * starts like one of our codes. The second case covers different keyboard layouts, Caps Lock and input methods.
 */
export function textOf(keys: readonly PressedKey[]): string {
  const read = keys.map(({ key }) => (key.length === 1 ? key : '')).join('');
  if (read.startsWith(CODE_PREFIX)) return read;
  for (const layout of [AMERICAN, JAPANESE, FRENCH]) {
    const meant = keys.map(({ code, shiftKey }) => layout[code]?.[shiftKey ? 1 : 0] ?? '').join('');
    if (meant.startsWith(CODE_PREFIX)) return meant;
  }
  return read;
}
