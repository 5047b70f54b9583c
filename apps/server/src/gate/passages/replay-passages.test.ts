// The order of passages within one second: the one that fits comes first, and the result is always the same.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { replayPassages, type Check, type Passage } from './replay-passages.ts';

const AT = Date.parse('2026-04-01T09:00:00+09:00');
const passage = (id: string, code: 31 | 32 | 37 | 38, at = AT): Passage => ({
  gateId: 'g',
  stationId: 'kyoto',
  allowed: 'both',
  issuedAt: null,
  wrongPlace: false,
  missed: false,
  historyId: 0,
  eventId: id,
  code,
  at,
  reportedAt: at,
});
const check = (recordId: string, direction: 'in' | 'out', at = AT): Check => ({
  recordId,
  stationId: 'kyoto',
  direction,
  at,
  copied: false,
  cancelledAt: null,
});
const replay = (passages: readonly Passage[], checks: readonly Check[] = []) =>
  replayPassages({
    passages,
    checks,
    revocations: [],
    handovers: [],
    boundAt: 0,
    journeys: null,
    validUntil: null,
    ownedSince: 0,
    passBackMs: 0,
  });
const kinds = (...past: Parameters<typeof replay>) => replay(...past).conflicts.map(({ kind }) => kind);

test.each([
  ['a', 'z'],
  ['z', 'a'],
])('in and out of one second fit whatever their ids are (%s, %s)', (entryId, exitId) => {
  const both = [passage(exitId, 32), passage(entryId, 31)];
  expect(kinds(both)).toEqual([]);
  expect(replay(both).entries).toMatchObject([{ closedAt: AT }]);
  // From inside, the exit comes first and then the entry.
  const before = passage('m', 31, AT - 60_000);
  expect(kinds([...both, before])).toEqual([]);
  expect(replay([...both, before]).entries.map(({ closedAt }) => closedAt)).toEqual([AT, null]);
});

test.each([
  ['a', 'z'],
  ['z', 'a'],
])(
  "the traveller's own checks within one second fit too, and come before a gate's of the same direction (%s, %s)",
  (first, second) => {
    expect(replay([passage('m', 32)], [check(first, 'in')]).closedChecks).toEqual([
      { recordId: first, closedAt: AT },
    ]);
    expect(replay([], [check(first, 'out'), check(second, 'in')])).toMatchObject({
      closedChecks: [{ recordId: second, closedAt: AT }],
      lastIn: AT,
      lastOut: AT,
    });
    // The gate's entry closes the check of its second, not the other way round.
    expect(replay([passage(first, 31)], [check(second, 'in')])).toMatchObject({
      conflicts: [],
      closedChecks: [{ recordId: second }],
      entries: [{ closedAt: null }],
    });
  },
);

test('a passage that does not fit within its second is flagged once, and the same one in any order of reporting', () => {
  const twice = [passage('b', 31), passage('a', 31)];
  expect(replay(twice).conflicts).toEqual([
    { gateId: 'g', eventId: 'b', kind: 'sameDirection', against: 'passage g a' },
  ]);
  expect(replay(twice.toReversed())).toEqual(replay(twice));
});

test('any order of reporting gives one history', () => {
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
