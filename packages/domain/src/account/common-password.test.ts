// The rule against common passwords: which common ones it refuses, and how few good ones.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isCommonPassword } from './common-password.ts';
import { acceptedCommon, GOOD_PASSWORDS, refusedGood } from '../../test/password-samples.ts';
import { COMMON_STEMS } from '../../test/common-stems.ts';
import { brokenPasswordParts } from './password-rule.ts';

/** Passwords that keep the rule of parts and are in every list of first guesses. */
const COMMON = `
Password1 Password12 Password123 Password123! Password1! P@ssw0rd P@ssw0rd1 P@ssword1 Passw0rd Passw0rd! Passw0rd123
P@$$w0rd Pa$$w0rd Pass1234 Pass@123 Password2024 Password@123 Qwerty12 Qwerty123 Qwerty123! Qwerty1234 Qwer1234
1234Qwer Qwertyuiop1 1qaz2wsX 1Qaz2wsx 1qaz@WSX !QAZ2wsx Zaq12wsx Q1w2e3r4 1Q2w3e4r A1b2c3d4 Asdf1234 Asdfghjkl1
Zxcvbnm1 Zxcvbnm123 Abc12345 Abc123456 Abcd1234 Abcd@1234 Abcdef12 Aa123456 Aa12345678 Aa123456! Aaa111222
Welcome1 Welcome123 Welcome@2024! Letmein1 Admin123 Admin@123 Admin1234 Administrator1 Root1234 Test1234 Test@123
Changeme1 Secret123 Monkey123 Dragon12 Master123 Shadow12 Sunshine1 Princess1 Iloveyou1 Iloveyou2 Football1 Baseball1
Basketball1 Superman1 Batman123 Spiderman1 Pokemon1 Starwars1 Charlie1 Michael1 Michelle1 Jessica1 Ashley12 Jordan23
Daniel22 Jennifer1 Anthony1 Matthew1 Nicole12 Blink182 Liverpool1 Arsenal1 Chelsea1 Summer2020 Winter2019! Spring2024
Autumn2021 October1 Monday01 India@123 Hello123 Trustno1 Computer1 Samsung1 Google123 Mustang1 Ferrari1 Butterfly1
Chocolate1 Babygirl1 Jesus123 Blessed1 Woaini1314 Sakura123 Naruto123 Tokyo2020 Japan2025 Kyoto2027! Kansai2026
Kippu2026 Haruka2026! Osaka1234 Sarang123 Bts12345 Tanaka01
Monster1 Agent007 Monkey2024 Second2026! M0nster1
`;
const fields = (text: string) => text.trim().split(/\s+/);

test.each(fields(COMMON))('%s is common', (password) => {
  expect(brokenPasswordParts(password)).toEqual([]);
  expect(isCommonPassword(password)).toBe(true);
});

test.each(
  fields(`Hozugawa-58-boat Ginkaku-41-moss gT7#kq2Z Vx9mLp3wQ Tetsudo-4711-Kado kW8!kW8!zR
  Kansai-2026-Spring-Boat MyCatAte4Shoes Zugspitze1893x`),
)('%s is not common', (password) => {
  expect(brokenPasswordParts(password)).toEqual([]);
  expect(isCommonPassword(password)).toBe(false);
});

test.each([
  ['steps of four from letter to letter are no run', 'Zvrnjfb1'],
  ['two letters that follow each other are no run', '1111XwFg'],
  ['letters before two digits are worth as much as any', 'Xqv66666'],
  ['letters before a year are worth as much as any', 'Xqvj2026'],
])('%s: %s is not common', (_name, password) => {
  expect(brokenPasswordParts(password)).toEqual([]);
  expect(isCommonPassword(password)).toBe(false);
});

test('the words of this service make a password common', () => {
  const words =
    'kippu haruka icoca shinkansen ticket railway train kansai kyoto osaka namba airport admin manager server test';
  for (const word of words.split(' '))
    for (const ending of ['2026', '123!', '1', '-99'])
      expect(isCommonPassword(word.charAt(0).toUpperCase() + word.slice(1) + ending), word + ending).toBe(
        true,
      );
});

describe('the common passwords', () => {
  test('are far more than the 3,000 commonest: every stem with each usual ending', () => {
    const endings = ['1', '12', '123', '123!', '1!', '01', '2024', '2026!', '@123', '#1', '!2', '99'];
    const made = COMMON_STEMS.filter((stem) => /^[a-z]/.test(stem)).flatMap((stem) =>
      endings.map((ending) => stem.charAt(0).toUpperCase() + stem.slice(1) + ending),
    );
    const byTheRule = made.filter((password) => brokenPasswordParts(password).length === 0);
    expect(byTheRule.length).toBeGreaterThan(3_000);
    expect(byTheRule.filter((password) => !isCommonPassword(password))).toEqual([]);
  });
  test('have stems of three characters and more, in small letters', () => {
    expect(COMMON_STEMS.filter((stem) => stem.length < 3 || stem !== stem.toLowerCase())).toEqual([]);
    expect(COMMON_STEMS.length).toBeGreaterThan(900);
  });
});

describe('measured shares', () => {
  test('fewer than 2 % of 3,000 common passwords with a capital and an ending are accepted', () => {
    const { share, of } = acceptedCommon();
    expect(of).toBeGreaterThan(6_000);
    expect(share).toBeLessThan(0.02);
  });

  test.each(Object.keys(GOOD_PASSWORDS))('hardly any of %s are refused', (kind) => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.noBias(fc.nat())), (numbers) => {
        const below = (end: number) => (numbers.next().value ?? 0) % end;
        // Two everyday words with two digits are few enough to be guessed, so the rule refuses some.
        const max = kind.startsWith('two random words together') ? 0.05 : 0.005;
        const { share } = refusedGood(kind, 1_000, below);
        expect(share).toBeLessThanOrEqual(max);
      }),
      { numRuns: 5, seed: 1 },
    );
  });
});

test('the packed words are up to date', () => {
  const script = fileURLToPath(new URL('../../../../scripts/make-common-words.mjs', import.meta.url));
  expect(spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' }).stderr).toBe('');
});
