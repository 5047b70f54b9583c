// A verification and a gate's passage in its direction are one passage at the same station within some minutes. Otherwise two people may have passed.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_GATE_CLOCK_OFF_MS } from '@kippu/contract/limits';
import { replayPassages, type Check, type Passage, type TicketPast } from './replay-passages.ts';

const AT = Date.parse('2026-04-01T09:00:00+09:00');
const MINUTE_MS = 60_000;

const NOTHING: TicketPast = {
  passages: [],
  checks: [],
  handovers: [],
  revocations: [],
  boundAt: 0,
  journeys: null,
  validUntil: null,
  ownedSince: 0,
  passBackMs: 0,
};
const passage = (
  code: Passage['code'],
  at: number,
  stationId: string,
  more: Partial<Passage> = {},
): Passage => ({
  gateId: 'g',
  eventId: `${code} ${at} ${stationId}`,
  stationId,
  allowed: 'both',
  code,
  at,
  reportedAt: at,
  issuedAt: 1,
  wrongPlace: false,
  missed: false,
  historyId: 0,
  ...more,
});
const check = (direction: 'in' | 'out', at: number, stationId: string): Check => ({
  recordId: `${direction} ${at}`,
  stationId,
  direction,
  at,
  copied: false,
  cancelledAt: null,
});
const kinds = (past: Partial<TicketPast>) =>
  replayPassages({ ...NOTHING, ...past }).conflicts.map(({ kind }) => kind);

test.each([
  ['one second later', 1_000, 'kyoto', []],
  ['seven minutes later', 7 * MINUTE_MS, 'kyoto', []],
  ['just over seven minutes later', 7 * MINUTE_MS + 1_000, 'kyoto', ['sameDirection']],
  ['at another station', 1_000, 'osaka', ['sameDirection']],
] as const)('an entry and an exit at a gate %s than the verification', (_when, later, stationId, found) => {
  expect(
    kinds({ checks: [check('in', AT, 'kyoto')], passages: [passage(31, AT + later, stationId)] }),
  ).toEqual(found);
  const entered = passage(31, AT - 60 * MINUTE_MS, 'tennoji');
  const left = {
    checks: [check('out', AT, 'kyoto')],
    passages: [entered, passage(32, AT + later, stationId)],
  };
  expect(kinds(left)).toEqual(found);
  expect(replayPassages({ ...NOTHING, ...left }).ends).toEqual([AT]);
});

test('a gate with a wrong clock is compared by its station only', () => {
  const reportedAt = AT + 60 * MINUTE_MS;
  const found = (stationId: string) =>
    kinds({
      checks: [check('in', AT, 'kyoto')],
      passages: [passage(31, AT + 30 * MINUTE_MS, stationId, { reportedAt })],
    });
  expect(found('kyoto')).toEqual(['wrongClock']);
  expect(found('osaka')).toEqual(['wrongClock', 'sameDirection']);
});

test('a passage by hand of a ticket that nobody had added is a conflict, until within the error of a gate’s clock', () => {
  const forced = (issuedAt: number | null) => [passage(38, AT, 'kyoto', { issuedAt })];
  expect(kinds({ passages: forced(null), boundAt: null })).toEqual(['noTraveller']);
  expect(kinds({ passages: forced(null), boundAt: AT + MAX_GATE_CLOCK_OFF_MS + 1 })).toEqual(['noTraveller']);
  expect(kinds({ passages: forced(null), boundAt: AT + MAX_GATE_CLOCK_OFF_MS })).toEqual([]);
  expect(kinds({ passages: forced(1), boundAt: null })).toEqual([]);
});

test('a ticket is not used up while its traveller is inside', () => {
  const [first, second] = [check('in', AT, 'kyoto'), passage(31, AT + 60 * MINUTE_MS, 'kyoto')];
  const left = passage(32, AT + 30 * MINUTE_MS, 'osaka');
  const past = { ...NOTHING, journeys: 1, checks: [first], passages: [left, second] };
  expect(replayPassages(past)).toMatchObject({ inside: true, finished: false, ends: [left.at] });
  const out = passage(32, AT + 90 * MINUTE_MS, 'osaka');
  expect(replayPassages({ ...past, passages: [...past.passages, out] })).toMatchObject({
    inside: false,
    finished: true,
  });
});

interface Act {
  readonly byGate: boolean;
  readonly direction: 'in' | 'out';
  readonly at: number;
  readonly stationId: string;
}
const acts = fc.array(
  fc.record({
    byGate: fc.boolean(),
    direction: fc.constantFrom<('in' | 'out')[]>('in', 'out'),
    minutes: fc.integer({ min: 1, max: 12 }),
    stationId: fc.constantFrom('kyoto', 'osaka'),
  }),
  { maxLength: 10 },
);

/** An independent model. Two acts in one direction, one after the other, are one passage of one person, or two of two. */
function twice(all: readonly Act[]): readonly Act[] {
  const flagged = new Set<Act>();
  let before: Act | undefined;
  for (const act of all) {
    const isSame = before?.direction === act.direction;
    if (act.byGate) {
      const near = before !== undefined && !before.byGate && before.stationId === act.stationId;
      if (isSame && !(near && act.at - (before?.at ?? 0) <= 7 * MINUTE_MS)) flagged.add(act);
    } else if (before?.byGate && isSame) {
      // The server had refused it, had it known the gate's passage.
      flagged.add(before);
      continue;
    }
    before = act;
  }
  return all.filter((act) => flagged.has(act));
}

test('of any verifications and passages, in any order of arrival, those that may be a second person’s are conflicts', () => {
  let found = 0;
  fc.assert(
    fc.property(acts, fc.infiniteStream(fc.nat()), (drawn, numbers) => {
      let at = AT;
      const all = drawn.map(({ minutes, ...act }): Act => ({ ...act, at: (at += minutes * MINUTE_MS) }));
      const passages = all.flatMap(({ byGate, direction, ...act }) =>
        byGate ? passage(direction === 'in' ? 31 : 32, act.at, act.stationId) : [],
      );
      const checks = all.flatMap(({ byGate, direction, ...act }) =>
        byGate ? [] : check(direction, act.at, act.stationId),
      );
      const mixed = <T>(items: readonly T[]) =>
        items
          .map((item) => ({ item, by: numbers.next().value ?? 0 }))
          .toSorted((a, b) => a.by - b.by)
          .map(({ item }) => item);
      const { conflicts } = replayPassages({ ...NOTHING, passages: mixed(passages), checks: mixed(checks) });
      // A passage that contradicts several others is flagged once for each of them.
      const flagged = new Set(
        conflicts.flatMap(({ kind, eventId }) => (kind === 'sameDirection' ? eventId : [])),
      );
      const model = twice(all).map((act) => `${act.direction === 'in' ? 31 : 32} ${act.at} ${act.stationId}`);
      expect([...flagged].toSorted()).toEqual(model.toSorted());
      found += model.length;
    }),
    { seed: 20_261_130, numRuns: 500 },
  );
  expect(found).toBeGreaterThan(300);
});
