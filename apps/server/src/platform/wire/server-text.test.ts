// `msg`: every code has a sentence in each of the five languages, with its values.
import { describe, expect, it } from 'vitest';
import { ERROR_STATUS, type ErrorCode } from '@kippu/contract/errors';
import { LANGUAGES } from '@kippu/words/languages';
import { fillWords } from '@kippu/words/error-words';
import { serverText } from './server-text.ts';

const CODES = Object.keys(ERROR_STATUS) as ErrorCode[];
const NAMES = 'minutes seconds left max seats tickets digits free from to until times at'.split(' ');
/** Numbers that no text contains by itself. */
const VALUES = Object.fromEntries(NAMES.map((name, at) => [name, 9000 + at]));

describe('serverText', () => {
  it('has a distinct sentence for every code in each language', () => {
    for (const code of CODES) {
      const said = LANGUAGES.map((language) => serverText(code, language));
      expect(new Set(said).size, code).toBe(LANGUAGES.length);
      for (const text of said) expect(text).not.toContain(code);
    }
  });

  it('names the same values in each language', () => {
    for (const code of CODES) {
      const said = LANGUAGES.map((language) =>
        serverText(code, language, VALUES)
          .match(/90\d\d/g)
          ?.toSorted(),
      );
      for (const values of said) expect(values, code).toEqual(said[0]);
    }
  });

  it('fills in values and leaves no placeholder where they are missing', () => {
    expect(serverText('MFA-0011', 'ja', { minutes: 9 })).toContain('約9分後に');
    expect(serverText('MFA-0011', 'ja')).toContain('しばらくしてから');
    expect(serverText('SEAT-0005', 'zh-TW', { minutes: 5 })).toContain('發車5分鐘前');
    expect(serverText('SEAT-0003', 'ko', { left: 3 })).toContain('(남은 좌석 3석)');
    for (const code of CODES)
      for (const language of LANGUAGES)
        for (const values of [{}, VALUES])
          expect(serverText(code, language, values), code).not.toMatch(/[{}[\]|]/);
  });

  it('fills in a value literally, also one that looks like a placeholder', () => {
    for (const odd of ['{minutes}', '$&', '[with {a}|without]', '%s'])
      expect(fillWords('a {field} b', { field: odd, minutes: 9 })).toBe(`a ${odd} b`);
  });
});
