// Check digits: the example of ISO 7064, and every single typing error.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checksOut, exchangeNumberOf, withCheckDigits } from './check-digits.ts';

const digits = (length: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
    .map((each) => each.join(''));

test('match the example of the standard', () => {
  // ISO/IEC 7064, MOD 97-10: 794 has the check digits 44.
  expect(withCheckDigits('794')).toBe('79444');
  expect(withCheckDigits('00000000')).toBe('0000000098');
  expect(withCheckDigits('00000096')).toBe('0000009604');
  for (const wrong of ['', '12a4', '１２']) expect(() => withCheckDigits(wrong)).toThrow(RangeError);
});

test('reveal one wrong digit and two swapped neighbours', () => {
  fc.assert(
    fc.property(digits(8), (plain) => {
      const number = withCheckDigits(plain);
      expect(number).toHaveLength(10);
      expect(checksOut(number)).toBe(true);
      for (let at = 0; at < number.length; at += 1) {
        for (let digit = 0; digit <= 9; digit += 1)
          if (String(digit) !== number[at])
            expect(checksOut(number.slice(0, at) + digit + number.slice(at + 1))).toBe(false);
        const [one = '', next = ''] = [number[at], number[at + 1]];
        if (next !== '' && one !== next)
          expect(checksOut(number.slice(0, at) + next + one + number.slice(at + 2))).toBe(false);
      }
    }),
  );
});

test('an exchange number is read in any typed form; older ones have eight digits and no check digits', () => {
  const number = withCheckDigits('12345678');
  expect(exchangeNumberOf(` ${number.slice(0, 4)}-${number.slice(4, 8)} ${number.slice(8)} `)).toBe(number);
  expect(exchangeNumberOf('１２３４５６７８')).toBe('12345678');
  for (const wrong of ['1234567', '123456789', '12345678901', `${number.slice(0, 9)}x`, '', '1234567890'])
    expect(exchangeNumberOf(wrong), wrong).toBeNull();
  // Eight letters, and a number with valid check digits that is too long.
  for (const wrong of ['abcdefgh', withCheckDigits('1234567890')])
    expect(exchangeNumberOf(wrong), wrong).toBeNull();
});

test('two digits alone are refused, and a blank is no digit', () => {
  for (const wrong of ['01', '98', ' 98', '1']) expect(checksOut(wrong), wrong).toBe(false);
});
