// A typing error is reported at the counter before the server is asked.
import { withCheckDigits } from '@kippu/domain/ticket/check-digits';
import { expect, test } from 'vitest';
import { faultOf } from './typed-number.ts';

const number = withCheckDigits('40718852');

test.each([
  ['an exchange number', number, null],
  ['the same in groups', `${number.slice(0, 4)} ${number.slice(4, 8)} ${number.slice(8)}`, null],
  ['one digit wrong', `${number.slice(0, 9)}${(Number(number[9]) + 1) % 10}`, 'check'],
  ['two digits swapped', `4${number[2]}${number[1]}${number.slice(3)}`, 'check'],
  ['a digit too few', number.slice(0, 9), 'length'],
  ['an older exchange number', '40718852', null],
  ['a ticket number', '504712345678', null],
  ['a voucher number', '7QX4-M2KD-9RTA', null],
  ['a code on a phone', 'KQ1:6BF+70', null],
  ['full-width digits', '４０７１８８５２', null],
  ['nothing', ' \u3000', 'empty'],
])('%s', (_name, typed, fault) => expect(faultOf(typed)).toBe(fault));
