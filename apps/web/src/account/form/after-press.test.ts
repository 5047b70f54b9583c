// @vitest-environment happy-dom
// What waits for the end of a press: it waits through the field's own change, and ends with the press.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { afterPress } from './after-press.ts';

const send = (type: string, target: Element = document.body) =>
  target.dispatchEvent(new Event(type, { bubbles: true }));
const field = (name: 'input' | 'select') => document.body.appendChild(document.createElement(name));

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  send('pointerup');
  vi.runAllTimers();
  vi.useRealTimers();
  document.body.replaceChildren();
});

test('without a press the act runs at once', () => {
  const act = vi.fn<() => void>();
  afterPress(act);
  expect(act).toHaveBeenCalledOnce();
});

test('a typed field that changes as it loses focus does not end the press', () => {
  const act = vi.fn<() => void>();
  send('pointerdown');
  send('change', field('input'));
  afterPress(act);
  vi.runAllTimers();
  expect(act).not.toHaveBeenCalled();
  send('pointerup');
  expect(act).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(act).toHaveBeenCalledOnce();
});

test.each([
  ['the pointer is lifted', () => send('pointerup')],
  ['the pointer is taken away', () => send('pointercancel')],
  ['a key is pressed', () => send('keydown')],
  ['a choice is made in a native list', () => send('change', field('select'))],
])('the press ends when %s', (_what, end) => {
  const act = vi.fn<() => void>();
  send('pointerdown');
  afterPress(act);
  end();
  vi.runAllTimers();
  expect(act).toHaveBeenCalledOnce();
});
