// What a typed, pasted or scanned text is sent as.
import { expect, test } from 'vitest';
import { proofOf } from './proof.ts';

const LINK = 'https://tickets.example/#/packages/ticket/add?link=abc';
const TOKEN = '0123456789ABCDEFGHJKMNPQRS';
const [VOUCHER, CODE] = ['ABCD2345EFGH', 'ABCD2345EFGH6789'];

test('a link is a link, also with blanks or invisible characters around and in it, and inside a message', () => {
  for (const text of [LINK, ` ${LINK}\n`, `\u3000${LINK}`, `\u200B${LINK.replace('add', 'a\u00ADdd')}\u202C`])
    expect(proofOf(text)).toEqual({ link: LINK });
  const message = `Your ticket: ${LINK} (one adult)`;
  expect(proofOf(message)).toEqual({ link: message });
  expect(proofOf(LINK.replace('https', 'HTTPS'))).toHaveProperty('link');
  expect(proofOf(TOKEN.toLowerCase())).toEqual({ link: TOKEN.toLowerCase() });
});

test('a number and a code are told apart by their letters, however they are grouped', () => {
  const grouped = (code: string, by: string) => code.replace(/(.{4})(?=.)/g, `$1${by}`);
  for (const by of ['', ' ', '-', '–', '\u200B', '\u00AD', '\u2060'])
    for (const [code, kind] of [
      [VOUCHER, 'voucherNo'],
      [CODE, 'redeemCode'],
    ] as const) {
      const proof: Record<string, string> = { ...proofOf(`\u202A ${grouped(code, by)} \u202C\n`) };
      expect(Object.keys(proof), by).toEqual([kind]);
      expect((proof[kind] ?? '').replace(/[\s\p{Pd}]/gu, '')).toBe(code);
    }
});

test('full-width letters and digits are those of a keyboard that types them', () => {
  const wide = [...CODE].map((sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)).join('');
  expect(proofOf(wide)).toEqual({ redeemCode: CODE });
});

test('a code is found in the line that names it', () => {
  expect(proofOf(`Redeem code: ${CODE}`)).toEqual({ redeemCode: CODE });
  expect(proofOf('引換券番号：ABCD-2345-EFGH。')).toEqual({ voucherNo: 'ABCD-2345-EFGH' });
  expect(proofOf(`Order 12 of Mei, your code (${CODE})`)).toEqual({ redeemCode: CODE });
});

test('what fits nothing is sent as the nearest, at most 64 characters without half an emoji', () => {
  expect(proofOf('ABCD')).toEqual({ voucherNo: 'ABCD' });
  expect(proofOf('ABCD2345EFGH678')).toEqual({ redeemCode: 'ABCD2345EFGH678' });
  expect(proofOf('W'.repeat(65))).toEqual({ redeemCode: 'W'.repeat(64) });
  expect(proofOf(`${'W'.repeat(63)}\u{1f684}`)).toEqual({ redeemCode: 'W'.repeat(63) });
});
