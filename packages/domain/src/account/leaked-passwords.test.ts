// No leaked password of a public list is accepted, in any case.
import { dictionary } from '@zxcvbn-ts/language-common';
import { expect, test } from 'vitest';
import { isCommonPassword, isOfCommonParts } from './common-password.ts';
import { brokenPasswordParts } from './password-rule.ts';

/** Those of the ten million passwords published in 2015 that leaked more than ten times, in small letters. */
const LEAKED = dictionary['passwords-common'];
/** Variants with a capital first or last letter, as the rule asks for. */
const formsOf = (leaked: string) => [
  leaked.replace(/[a-z]/, (letter) => letter.toUpperCase()),
  leaked.replace(/[a-z](?=[^a-z]*$)/, (letter) => letter.toUpperCase()),
];
const byTheRule = LEAKED.flatMap(formsOf).filter((password) => brokenPasswordParts(password).length === 0);

test('no leaked password is accepted', () => {
  expect(LEAKED.length).toBeGreaterThan(49_000);
  expect(byTheRule.length).toBeGreaterThan(8_000);
  expect(byTheRule.filter((password) => !isCommonPassword(password))).toEqual([]);
});

test('the file holds exactly the leaked passwords that common parts do not explain', async () => {
  const unknown = byTheRule.filter((password) => !isOfCommonParts(password)).map((one) => one.toLowerCase());
  const text = [...new Set(unknown)].toSorted().join(' ');
  expect(text).not.toMatch(/['\\]/);
  const head =
    '// Made by leaked-passwords.test.ts. Do not edit: npx vitest run packages/domain/src/account/leaked-passwords.test.ts -u';
  const what =
    '/** Leaked passwords, in small letters, that common parts do not explain: see common-password.ts. */';
  await expect(`${head}\n\n${what}\nexport const LEAKED_PASSWORDS =\n  '${text}';\n`).toMatchFileSnapshot(
    './leaked-passwords.ts',
  );
});
