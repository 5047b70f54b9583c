// Domains as browsers and people spell them; the reference is Node's own conversion.
import * as fc from 'fast-check';
import { domainToASCII, domainToUnicode } from 'node:url';
import { expect, test } from 'vitest';
import { normaliseEmail } from './rules.ts';
import { unicodeDomain } from './unicode-domain.ts';

const DOMAINS = [
  '例え.jp',
  'bücher.example',
  'xn.example',
  '한국.kr',
  'пример.рф',
  '日本語.co.jp',
  'faß.de',
  'ñandú.com',
];

test.each(DOMAINS)('the punycode of %s has the same Unicode spelling', (domain) => {
  expect(unicodeDomain(domainToASCII(domain))).toBe(domain);
  expect(unicodeDomain(domain)).toBe(domain);
});

test('any label that Node encodes and decodes is decoded alike', () => {
  const letters = fc.string({
    unit: fc.constantFrom(...'abz09äßяж山田切符한국あア'),
    minLength: 1,
    maxLength: 12,
  });
  fc.assert(
    fc.property(letters, (label) => {
      const ascii = domainToASCII(`${label}.jp`);
      if (ascii !== '') expect(unicodeDomain(ascii)).toBe(domainToUnicode(ascii));
    }),
  );
});

test.each([
  'example.com',
  'xn--.jp',
  'xn---.jp',
  'xn--a.jp',
  'xn--99999999999.jp',
  'xn--ls8h.jp',
  `xn--${'a'.repeat(70)}.jp`,
  'xn--a-ü.jp',
])('%s stays as it is', (domain) => {
  expect(unicodeDomain(domain)).toBe(domain);
});

test('any text is read, and twice gives the same', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'xn-abz019.@ü'), maxLength: 80 }), (text) => {
      const once = normaliseEmail(`a@xn--${text}`);
      expect(normaliseEmail(once)).toBe(once);
    }),
  );
});

test('both spellings of an address are one', () => {
  for (const typed of ['mei@例え.jp', 'Mei@XN--R8JZ45G.JP', 'mei@例え。jp', '\u200Bmei@xn--r8jz45g.jp\u00AD'])
    expect(normaliseEmail(typed), typed).toBe('mei@例え.jp');
});
