// Emails, names, codes and deletion at their limits.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkCode,
  checkConsent,
  checkEmails,
  checkName,
  isEmail,
  logOffReasons,
  normaliseEmail,
  normaliseName,
  usernameOf,
} from './rules.ts';

describe('emails', () => {
  it('are trimmed, composed and folded, with a stable result', () => {
    expect(normaliseEmail('  Ju\u0308rgen@Example.JP ')).toBe('j\u00fcrgen@example.jp');
    fc.assert(
      fc.property(fc.emailAddress(), (email) => {
        const once = normaliseEmail(email);
        expect(normaliseEmail(once)).toBe(once);
      }),
    );
  });

  it('are half width and composed from any keyboard', () => {
    expect(normaliseEmail('\u3000ｄｅｍｏ＠ｋｉｐｐｕ．ｅｘａｍｐｌｅ')).toBe('demo@kippu.example');
    for (const typed of ['J\u030C@b.jp', '\u0130@b.jp', 'stra\u00DFe@b.jp', '\u03A3@b.jp', '\u212A@b.jp']) {
      const once = normaliseEmail(typed);
      expect(normaliseEmail(once), typed).toBe(once);
    }
    expect(normaliseEmail('J\u030C@b.jp')).toBe('\u01F0@b.jp');
  });

  it('are valid when they can receive mail', () => {
    for (const good of [
      'a@b.jp',
      'a.b+c@mail.example.co.jp',
      "o'neil@x-y.com",
      '日本@例え.jp',
      'a..b@docomo.ne.jp',
      'a.@b.jp',
    ])
      expect(isEmail(good), good).toBe(true);
    for (const bad of [
      '',
      '@b.jp',
      'a@',
      'a@b',
      'a@b..jp',
      '.a@b.jp',
      'a b@c.jp',
      'a@b@c.jp',
      'a@-b.jp',
      'a@b.jp\n',
      'a@b.jp, c@d.jp',
      'a\r\nBcc: x@y.jp',
      `${'a'.repeat(65)}@b.jp`,
      `a@${'b.'.repeat(130)}jp`,
    ])
      expect(isEmail(bad), bad).toBe(false);
  });

  it('are at most as long as mail allows', () => {
    const domain = (length: number) => `${'b'.repeat(61)}.${'c'.repeat(length - 62 - 3)}.jp`;
    expect(isEmail(`${'a'.repeat(64)}@b.jp`)).toBe(true);
    expect(isEmail(`${'a'.repeat(65)}@b.jp`)).toBe(false);
    const whole = (length: number) => `a@${'b.'.repeat((length - 6) / 2)}cdjp`;
    expect([whole(254).length, isEmail(whole(254))]).toEqual([254, true]);
    expect([whole(256).length, isEmail(whole(256))]).toEqual([256, false]);
    expect(isEmail(`a@${domain(100)}`)).toBe(true);
    expect(isEmail(`a@${'b'.repeat(63)}.jp`)).toBe(true);
    expect(isEmail(`a@${'b'.repeat(64)}.jp`)).toBe(false);
  });

  it('have labels of letters in any language, marks, digits, and hyphens only in between', () => {
    for (const good of ['a@1b.jp', 'a@b1.jp', 'a@b-1.jp', 'a@x.한국', 'a@हिन्दी.भारत', 'a@b.c1', 'a@b.x-y'])
      expect(isEmail(good), good).toBe(true);
    for (const bad of [
      'a@b_c.jp',
      'a@b-.jp',
      'a@b.j',
      'a@b.-jp',
      'a@b.jp-',
      'a@b.x!y',
      'b.jp',
      'a@b!.jp',
      'a@!b.jp',
      'a@b.j!',
    ])
      expect(isEmail(bad), bad).toBe(false);
    expect(isEmail('@b.jp@b.jp')).toBe(false);
  });

  it('match in any case', () => {
    expect(checkEmails('A@b.jp', ' a@B.jp')).toEqual({ ok: true });
    expect(checkEmails('a@b.jp', 'a@c.jp')).toEqual({ ok: false, code: 'ACC-0002' });
    expect(checkEmails('a', 'a')).toEqual({ ok: false, code: 'REQ-0001', values: { field: 'email' } });
  });
});

const encode = (text: string) => JSON.stringify(text);

describe('names', () => {
  it('refuse each special character, and accept letters of any language', () => {
    const refused = (field: 'username' | 'fullname' | 'name', signs: string) =>
      [...signs].filter((c) => !checkName(field, `a${c}b`).ok).join('');
    const signs = `<>"'&;\\\`\u0000\n`;
    expect(refused('username', signs)).toBe(signs);
    for (const field of ['fullname', 'name'] as const) {
      expect(refused(field, signs)).toBe(`<>";\\\`\u0000\n`);
      for (const name of [
        '山田 太郎',
        '김철수',
        'José-María',
        'O.K. 5',
        "O'Brien",
        'Smith & Sons',
        'Nguyễn Thị Ánh',
      ])
        expect(checkName(field, name)).toEqual({ ok: true });
    }
    expect(checkName('username', 'a<b')).toMatchObject({ code: 'ACC-0009' });
  });

  it('lose invisible characters from pasting, and nothing visible', () => {
    for (const sign of ['\u202E', '\u2066', '\u200F', '\u2028', '\u200B', '\uD800', '\uDC00'])
      expect(normaliseName(`${sign}a${sign}b `), encode(sign)).toBe('ab');
    for (const name of ['👩\u200D🚀', '👍🏽', 'می\u200Cخواهم', '🇯🇵', '𠮷'])
      expect(normaliseName(name), name).toBe(name);
  });

  it('refuse text without a visible character', () => {
    for (const name of ['\u200B', '\u00AD', '\u3164', '\u115F\u1160', '\u2800', '\u0300', '\u2060 \u200D'])
      expect(checkName('fullname', name), encode(name)).toMatchObject({ code: 'REQ-0001' });
  });

  it('are refused with the name of the field', () => {
    for (const [field, max] of [
      ['username', 50],
      ['fullname', 100],
    ] as const) {
      expect(checkName(field, 'a'.repeat(max))).toEqual({ ok: true });
      const tooLong = { ok: false, code: 'REQ-0001', values: { field } };
      expect(checkName(field, 'a'.repeat(max + 1))).toEqual(tooLong);
      expect(checkName(field, ' ')).toEqual({ ok: false, code: 'REQ-0001', values: { field } });
      expect(checkName(field, 'a;b')).toMatchObject({ code: 'ACC-0009', values: { field } });
    }
  });

  it('give a username that is allowed', () => {
    expect(usernameOf(" Seán O'Brien ")).toBe('Seán O\u2019Brien');
    expect(usernameOf('Smith & Sons')).toBe('Smith + Sons');
    expect(usernameOf(`${'𠮷'.repeat(49)} ab`)).toBe('𠮷'.repeat(49));
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (name) => {
        if (checkName('fullname', name).ok)
          expect(checkName('username', usernameOf(name))).toEqual({ ok: true });
      }),
    );
  });

  it('count characters as people do', () => {
    expect(checkName('username', '𠮷'.repeat(50))).toEqual({ ok: true });
    expect(checkName('username', 'a'.repeat(51))).toMatchObject({ code: 'REQ-0001' });
    expect(checkName('username', '   ')).toMatchObject({ code: 'REQ-0001' });
  });
});

describe('codes and consent', () => {
  it('accepts six digits, also in full width and with what comes along when they are pasted', () => {
    const pasted = ['\u200B012345', '012\u00AD345', '\u202A012345\u202C', '\uFEFF012-345', '０１２ ３４５\n'];
    for (const code of ['012345', '０１２３４５', ' 012 345', ...pasted])
      expect(checkCode(code).ok, code).toBe(true);
    for (const code of ['', '12345', '1234567', '12345a', '٠١٢٣٤٥'])
      expect(checkCode(code), code).toEqual({ ok: false, code: 'ACC-0003', values: { digits: 6 } });
  });

  it('requires both consents', () => {
    expect(checkConsent(true, true).ok).toBe(true);
    expect(checkConsent(true, false)).toEqual({ ok: false, code: 'ACC-0010' });
    expect(checkConsent(false, true)).toEqual({ ok: false, code: 'ACC-0010' });
  });
});

describe('deletion', () => {
  it('waits fourteen full days after a password change, and for the tickets', () => {
    const free = { passwordChangedAt: 0, unusedTickets: 0, ticketsInUse: 0 };
    expect(logOffReasons(free, 14 * 86_400_000)).toEqual([]);
    expect(logOffReasons(free, 14 * 86_400_000 - 1)).toEqual(['passwordChangedRecently']);
    const changed = 1_800_000_000_000;
    const later = { ...free, passwordChangedAt: changed };
    expect(logOffReasons(later, changed + 14 * 86_400_000)).toEqual([]);
    expect(logOffReasons(later, changed + 14 * 86_400_000 - 1)).toEqual(['passwordChangedRecently']);
    expect(logOffReasons({ ...free, unusedTickets: 1, ticketsInUse: 2 }, 14 * 86_400_000)).toEqual([
      'unusedTickets',
      'ticketsInUse',
    ]);
  });
});
