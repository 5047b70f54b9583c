import { expect, test } from 'vitest';
import { newKeys } from '../platform/keys/password-keys.ts';
import { randomToken } from './session.ts';
import { isMarked, markedToken, withMark, withoutMark } from './token-mark.ts';

const keys = newKeys(0);

test('a token is recognised by its whole mark, made with this server’s keys', () => {
  const token = randomToken();
  const marked = withMark(keys, token);
  expect(withoutMark(marked)).toBe(token);
  expect(withoutMark(token)).toBe(token);
  expect(isMarked(keys, marked)).toBe(true);
  expect(isMarked(newKeys(0), marked)).toBe(false);
  expect(isMarked(keys, token)).toBe(false);
  expect(isMarked(keys, withMark(keys, randomToken()).slice(0, 43) + marked.slice(43))).toBe(false);
  for (let at = 0; at < marked.length; at += 1) {
    const other = marked[at] === 'A' ? 'B' : 'A';
    expect(isMarked(keys, marked.slice(0, at) + other + marked.slice(at + 1)), String(at)).toBe(false);
  }
  expect(isMarked(keys, `${marked}A`)).toBe(false);
});

test('a header contains a marked token or none', () => {
  const marked = withMark(keys, randomToken());
  expect(markedToken(keys, `Bearer ${marked}`)).toBe(marked);
  expect(markedToken(keys, `bearer ${marked}`)).toBe(marked);
  for (const header of [undefined, '', marked, `ApiKey ${marked}`, `Bearer ${randomToken()}`])
    expect(markedToken(keys, header)).toBeUndefined();
});
