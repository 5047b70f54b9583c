// The password rule at its edges.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brokenPasswordParts, checkPassword } from './password-rule.ts';

describe('the password rule', () => {
  it.each([
    ['Abcdef12', []],
    ['Abcdef1', ['length']],
    [`Aa1${'x'.repeat(33)}`, []],
    [`Aa1${'x'.repeat(34)}`, ['length']],
    ['abcdef12', ['upper']],
    ['ABCDEF12', ['lower']],
    ['Abcdefgh', ['digit']],
    ['Abcdef12!~', []],
    ['Abc def12', ['halfWidth']],
    ['Abcdef12\n', ['halfWidth']],
    ['Ａbcdef12', ['halfWidth', 'upper']],
    ['パスワードAa1x', ['halfWidth']],
    ['', ['length', 'halfWidth', 'digit', 'upper', 'lower']],
  ])('%j breaks %j', (password, broken) => expect(brokenPasswordParts(password)).toEqual(broken));

  it('reports the broken parts before a different repetition', () => {
    expect(checkPassword('short', 'other')).toEqual({
      ok: false,
      code: 'ACC-0006',
      values: { parts: 'length,digit,upper' },
    });
    expect(checkPassword('Abcdef12', 'Abcdef13')).toEqual({ ok: false, code: 'ACC-0007' });
    expect(checkPassword('Abcdef12', 'Abcdef12')).toEqual({ ok: true });
  });

  it('accepts no other character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (junk) => {
        const password = `Aa1${junk}`;
        const allowed = checkPassword(password, password).ok;
        expect(allowed).toBe(/^[!-~]{8,36}$/.test(password) && !password.endsWith('\n'));
      }),
    );
  });
});
