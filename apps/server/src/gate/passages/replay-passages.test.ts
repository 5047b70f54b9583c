// The order in which a ticket's passages are read where the clock does not tell: what fits comes first, always the same.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { replayPassages, type Check, type Passage } from './replay-passages.ts';

const AT = Date.parse('2026-04-01T09:00:00+09:00');
const passage = (id: string, code: 31 | 32 | 37 | 38, at = AT): Passage => ({
  ...{ gateId: 'g', stationId: 'kyoto', allowed: 'both', issuedAt: null },
  ...{ eventId: id, code, at, toldAt: at },
});
const check = (recordId: string, direction: 'in' | 'out', at = AT): Check => ({
  ...{ recordId, direction, at },
  carried: false,
});
const replay = (passages: readonly Passage[], checks: readonly Check[] = []) =>
  replayPassages({ passages, checks, revocations: [], journeys: null });
const kinds = (...told: Parameters<typeof replay>) => replay(...told).conflicts.map(({ kind }) => kind);

test.each([
  ['a', 'z'],
  ['z', 'a'],
])('in and out of one second fit whatever their ids are (%s, %s)', (entryId, exitId) => {
  const both = [passage(exitId, 32), passage(entryId, 31)];
  expect(kinds(both)).toEqual([]);
  expect(replay(both).entries).toMatchObject([{ closedAt: AT }]);
  // Who was inside goes out first and comes back in.
  const before = passage('m', 31, AT - 60_000);
  expect(kinds([...both, before])).toEqual([]);
  expect(replay([...both, before]).entries.map(({ closedAt }) => closedAt)).toEqual([AT, null]);
});

test.each([
  ['a', 'z'],
  ['z', 'a'],
])(
  "the traveller's own checks of one second too, and before a gate's of the same way (%s, %s)",
  (first, second) => {
    expect(replay([passage('m', 32)], [check(first, 'in')]).settledChecks).toEqual([
      { recordId: first, closedAt: AT },
    ]);
    expect(replay([], [check(first, 'out'), check(second, 'in')])).toMatchObject({
      settledChecks: [{ recordId: second, closedAt: AT }],
      lastIn: AT,
      lastOut: AT,
    });
    // The gate's entry settles the check of its second, not the check the gate's entry.
    expect(replay([passage(first, 31)], [check(second, 'in')])).toMatchObject({
      conflicts: [],
      settledChecks: [{ recordId: second }],
      entries: [{ closedAt: null }],
    });
  },
);

test('what does not fit in one second is flagged once, and the same one whatever order it is told in', () => {
  const twice = [passage('b', 31), passage('a', 31)];
  expect(replay(twice).conflicts).toEqual([{ gateId: 'g', eventId: 'b', kind: 'sameDirection' }]);
  expect(replay(twice.toReversed())).toEqual(replay(twice));
});

test('any order of telling gives one history', () => {
  const step = fc.record({
    code: fc.constantFrom(31 as const, 32 as const, 37 as const, 38 as const),
    second: fc.integer({ min: 0, max: 3 }),
    byGate: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), fc.infiniteStream(fc.nat()), (steps, numbers) => {
      const passages: Passage[] = [];
      const checks: Check[] = [];
      for (const [n, { code, second, byGate }] of steps.entries()) {
        const at = AT + second * 1000;
        if (byGate) passages.push(passage(`e${n}`, code, at));
        else checks.push(check(`c${n}`, code === 31 ? 'in' : 'out', at));
      }
      const mixed = <T>(items: readonly T[]) =>
        items
          .map((item) => ({ item, by: numbers.next().value ?? 0 }))
          .toSorted((a, b) => a.by - b.by)
          .map(({ item }) => item);
      expect(replay(mixed(passages), mixed(checks))).toEqual(replay(passages, checks));
    }),
    { seed: 20_261_128, numRuns: 500 },
  );
});
