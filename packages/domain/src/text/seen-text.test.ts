import { describe, expect, it } from 'vitest';
import { foldedName, invisibleShown, isSeen, orderIdOf, seenId, seenLine, seenText } from './seen-text.ts';

describe('a text that others read', () => {
  it('keeps its visible characters and their order, and nothing invisible', () => {
    expect(seenText(' \u202Eab\u202C\u200Bc\u2066d\uD800 ')).toBe('abcd');
    expect(seenText('\u061Ca\u180Eb\u206Ac\uFFF9d')).toBe('abcd');
    expect(seenText('one\ntwo')).toBe('one\ntwo');
    expect(seenLine('one\n\r\u0007two\u2028')).toBe('one two');
    for (const kept of ['👩\u200D🚀', 'می\u200Cخواهم', '京都駅', 'a  b']) expect(seenLine(kept)).toBe(kept);
  });

  it('is reported with a sign for each invisible character', () => {
    expect(invisibleShown('a\u202Eb\uFEFF\u200B👩\u200D🚀')).toBe('a\uFFFDb\uFFFD\uFFFD👩\u200D🚀');
  });

  it('contains something visible', () => {
    for (const nothing of ['', ' \u3000', '\u200B', '\u3164', '\u2800', '\n', '\u0300'])
      expect(isSeen(nothing), JSON.stringify(nothing)).toBe(false);
    for (const something of ['a', '。', '5', '👍', ' x ']) expect(isSeen(something)).toBe(true);
  });

  it('as a name looks the same in any case, width and spacing', () => {
    const same = [
      'Hanako Sato',
      'ＨＡＮＡＫＯ　ＳＡＴＯ',
      'hanako\u00A0sato',
      'Hanako\u3164Sato',
      'Hanako\u200D\u2800 Sato\uFE0F',
    ];
    expect(new Set(same.map(foldedName))).toEqual(new Set(['hanakosato']));
    expect(foldedName('佐藤 花子')).not.toBe(foldedName('佐藤 華子'));
  });
});

it('ids that look the same are the same', () => {
  const same = [
    'O-9',
    'O-9\u3164',
    'O\u034F-9',
    'O-9\u{E0041}',
    'O-9\uFE0F',
    '\u2800O-9',
    'O\u200D-9',
    ' O-9\u200B',
  ];
  expect(new Set(same.map(seenId))).toEqual(new Set(['O-9']));
  expect(seenId('順番-9')).toBe('順番-9');
});

it.each([
  [
    'A-1',
    ['\uFF21-1', 'A\u20101', 'A\u20111', 'A\u20131', 'A\u22121', 'A\uFF0D\uFF11', ' A-1\u200B', '\u3000A-1'],
  ],
  ['A 4712', ['A\u00A04712', 'A\u30004712', 'A  4712', 'A\t4712', 'A\u2003 4712']],
  ['x'.repeat(64), [`${'x'.repeat(64)} `]],
])('an order’s id is %j however it is typed', (id, typed) => {
  for (const each of [id, ...typed]) expect(orderIdOf(each), JSON.stringify(each)).toBe(id);
});

it('an order’s id has no letters that only look like ASCII, nothing invisible alone, and 64 characters at most', () => {
  for (const typed of [
    '\u0410-1',
    'A\u03A1',
    '\u0405hop',
    'caf\u00E9',
    '\u6CE8\u6587-1',
    '\u{1F684}',
    'A\u30FC1',
  ])
    expect(orderIdOf(typed), JSON.stringify(typed)).toBeUndefined();
  for (const typed of ['', ' ', '\u200B', '\u3164', 'x'.repeat(65), '\u2026'.repeat(22)])
    expect(orderIdOf(typed), JSON.stringify(typed)).toBeUndefined();
});
