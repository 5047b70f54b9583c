// What a typed, pasted or scanned text is sent as.
import { expect, test } from 'vitest';
import { proofOf } from './proof.ts';

const LINK = 'https://tickets.example/#/packages/ticket/add?link=abc';

test.each(['link', 'voucherNo', 'redeemCode'] as const)(
  'a link is a link in the field of a %s, also with blanks around it',
  (by) => {
    for (const text of [LINK, ` ${LINK}\n`, `\u3000${LINK}`, LINK.replace('https', 'HTTPS')])
      expect(proofOf(by, text)).toEqual({ link: text.trim() });
  },
);

test('a number and a code are sent without blanks around them, at most 64 characters', () => {
  expect(proofOf('voucherNo', ' KH-1234 ')).toEqual({ voucherNo: 'KH-1234' });
  expect(proofOf('redeemCode', '\tABCD-EFGH\n')).toEqual({ redeemCode: 'ABCD-EFGH' });
  expect(proofOf('redeemCode', 'W'.repeat(65))).toEqual({ redeemCode: 'W'.repeat(64) });
});

test('half an emoji at the end is not sent', () => {
  expect(proofOf('voucherNo', `${'W'.repeat(63)}\u{1f684}`)).toEqual({ voucherNo: 'W'.repeat(63) });
});
