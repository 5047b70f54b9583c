// What takes trains and stops out of the day, compared.
import { expect, test } from 'vitest';
import { commonCut, cutOf, isOverruled, isWithin, type Cut } from './cut.ts';

const GONE: Cut = { runs: false };
const out = (...skipped: string[]): Cut => ({ skipped });
const desk = (said: Cut) => ({ asOf: 0, ...said });

test('only what is left out is a cut', () => {
  expect(cutOf({ ...desk(out('mid')), delays: {}, runs: true } as Cut)).toEqual(out('mid'));
  expect([cutOf(null), cutOf({ skipped: [] }), cutOf({ runs: true })]).toEqual([{}, {}, {}]);
});

test.each([
  [{}, [], true],
  [GONE, [], false],
  [GONE, [out('north', 'mid', 'south')], false],
  [GONE, [null, GONE], true],
  [out('mid'), [GONE], true],
  [out('mid'), [out('north')], false],
  [out('mid', 'north'), [out('north')], false],
  [out('mid', 'north'), [out('north'), undefined, out('mid')], true],
] as const)('%j is within %j: %s', (cut, known, is) => {
  expect(isWithin(cut, known)).toBe(is);
});

test('what two cuts share is within both', () => {
  const all = [{}, GONE, out('mid'), out('mid', 'north'), out('south')];
  for (const one of all)
    for (const other of all) {
      const both = commonCut(one, other);
      expect(isWithin(both, [one]) && isWithin(both, [other])).toBe(true);
    }
  expect(commonCut(out('north', 'mid'), out('mid', 'south'))).toEqual(out('mid'));
  expect(commonCut(GONE, out('mid'))).toEqual(out('mid'));
  expect(commonCut(GONE, GONE)).toEqual(GONE);
});

test('the desk’s word overrules what is about the same', () => {
  expect(isOverruled(GONE, null)).toBe(false);
  expect(isOverruled(GONE, desk({ runs: true }))).toBe(true);
  expect(isOverruled(GONE, desk({ skipped: [] }))).toBe(false);
  expect(isOverruled(out('mid'), desk({ runs: true }))).toBe(false);
  expect(isOverruled(out('mid'), desk({ skipped: [] }))).toBe(true);
  expect(isOverruled(out('mid'), desk(GONE))).toBe(true);
});
