// Gates report late and travellers verify and cancel meanwhile: in any order of arrival the ticket has one history.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { replayPassages, type Check, type Passage } from './replay-passages.ts';

const AT = Date.parse('2026-04-01T09:00:00+09:00');
const passage = (eventId: string, code: 31 | 32, at: number): Passage => ({
  gateId: 'g',
  stationId: 'kyoto',
  allowed: 'both',
  issuedAt: null,
  wrongPlace: false,
  missed: false,
  historyId: 2,
  eventId,
  code,
  at,
  reportedAt: at,
});
const check = (recordId: string, at: number, cancelledAt: number | null = null): Check => ({
  recordId,
  stationId: 'kyoto',
  direction: 'in',
  at,
  copied: false,
  cancelledAt,
});
const replay = (
  passages: readonly Passage[],
  checks: readonly Check[],
  handovers: readonly number[] = [],
  journeys: number | null = null,
) =>
  replayPassages({
    passages,
    checks,
    handovers: handovers.map((at) => ({ at, historyId: 1, upTo: at, accounts: null })),
    revocations: [],
    boundAt: 0,
    journeys,
    validUntil: null,
    ownedSince: 0,
    passBackMs: 0,
  });
const insideSince = (...past: Parameters<typeof replay>) =>
  replay(...past).entries.flatMap(({ passage: { at }, closedAt }) => (closedAt === null ? at : []));
const kinds = (...past: Parameters<typeof replay>) => replay(...past).conflicts.map(({ kind }) => kind);

test.each([
  ['in the second before', -700],
  ['in the same second', 300],
  ['some seconds later', 4300],
])('an entry at a gate stays open when a verification %s is cancelled', (_, offset) => {
  const entry = passage('e', 31, AT);
  const verified = AT + offset;
  for (const cancelled of [null, verified + 5000])
    expect(insideSince([entry], [check('c', verified, cancelled)])).toEqual([AT]);
  // The traveller may take it back only when no gate let them in.
  expect(replay([entry], [check('c', verified)]).closedChecks).toMatchObject([{ recordId: 'c' }]);
  expect(replay([], [check('c', verified)]).closedChecks).toEqual([]);
});

test('a verification that the server would have refused is flagged, also when it was cancelled; one before the gate is not', () => {
  const entry = passage('e', 31, AT);
  for (const cancelled of [null, AT + 9000]) {
    expect(kinds([entry], [check('c', AT + 4300, cancelled)])).toEqual(['sameDirection']);
    expect(kinds([entry], [check('c', AT + 300, cancelled)])).toEqual([]);
    expect(kinds([entry], [check('c', AT - 700, cancelled)])).toEqual([]);
  }
});

test('a cancelled verification leaves what was before; after a gate’s exit it is a journey', () => {
  const journey = [passage('e', 31, AT), passage('x', 32, AT + 60_000)];
  const again = check('c', AT + 120_000, AT + 125_000);
  expect(replay(journey, [again])).toMatchObject({ ...replay(journey, []), conflicts: [] });
  const left = passage('y', 32, AT + 123_000);
  expect(replay([...journey, left], [again])).toMatchObject({
    conflicts: [],
    ends: [AT + 60_000, AT + 123_000],
  });
});

test('a ticket that changed hands while it was inside is flagged until the exit is reported', () => {
  const entry = passage('e', 31, AT);
  expect(kinds([entry], [], [AT + 300])).toEqual(['changedHands']);
  expect(kinds([entry], [], [AT - 300])).toEqual([]);
  expect(kinds([entry, passage('x', 32, AT + 60_000)], [], [AT + 90_000])).toEqual([]);
  expect(kinds([entry, passage('x', 32, AT + 60_000)], [], [AT + 30_000])).toEqual(['changedHands']);
});

test('a verified entry after the last journey is flagged at the exit that ended it', () => {
  const journey = [passage('e', 31, AT), passage('x', 32, AT + 60_000)];
  const later = check('c', AT + 120_000);
  const out = { ...check('d', AT + 180_000), direction: 'out' as const };
  for (const cancelled of [null, AT + 125_000])
    expect(replay(journey, [{ ...later, cancelledAt: cancelled }], [], 1).conflicts).toEqual([
      { gateId: 'g', eventId: 'x', kind: 'usedUp', against: 'check c' },
    ]);
  expect(replay(journey, [later, out], [], 1).conflicts).toMatchObject([{ eventId: 'x', kind: 'usedUp' }]);
  expect(replay(journey, [later, out], [], 2).conflicts).toEqual([]);
  expect(replay(journey, [later, out], [], null).conflicts).toEqual([]);
  // A copied journey of the ticket that this one replaced has its passage there.
  const copied = { ...out, recordId: 'k', at: AT, copied: true };
  expect(replay([], [copied, later], [], 1)).toMatchObject({ conflicts: [], unexplained: [later] });
});

test('a verification that a gate’s entry had closed is open again when the exit before it is reported', () => {
  const later = check('c', AT + 120_000);
  expect(replay([passage('e', 31, AT)], [later])).toMatchObject({
    openChecks: [],
    closedChecks: [{ recordId: 'c' }],
  });
  expect(replay([passage('e', 31, AT), passage('x', 32, AT + 60_000)], [later])).toMatchObject({
    openChecks: ['c'],
    closedChecks: [],
    inside: true,
  });
});

interface Act {
  readonly kind: 'gateIn' | 'gateOut' | 'verify';
  readonly at: number;
  /** When a gate's report arrives, or when the traveller tries to cancel; after `at`. */
  readonly then: number;
}
const acts = fc.array(
  fc.record({
    kind: fc.constantFrom('gateIn' as const, 'gateOut' as const, 'verify' as const),
    second: fc.integer({ min: 0, max: 12 }),
    millisecond: fc.integer({ min: 0, max: 999 }),
  }),
  { minLength: 1, maxLength: 8 },
);

/** What the server has at the end: it learns of passages when they arrive, and accepts a cancellation by what it knows then. */
function recorded(all: readonly Act[]) {
  const known: Passage[] = [];
  const checks = all.flatMap(({ kind, at }, n) => (kind === 'verify' ? check(`c${n}`, at) : []));
  const moments = all.map((act, n) => ({ act, n })).toSorted((a, b) => a.act.then - b.act.then);
  for (const { act, n } of moments) {
    if (act.kind !== 'verify') known.push(passage(`p${n}`, act.kind === 'gateIn' ? 31 : 32, act.at));
    else {
      const recordId = `c${n}`;
      const made = checks.filter(({ at }) => at <= act.then);
      const isClosed = replay(known, made).closedChecks.some((closed) => closed.recordId === recordId);
      const own = checks.findIndex((each) => each.recordId === recordId);
      if (!isClosed) checks[own] = check(recordId, act.at, act.then);
    }
  }
  return { passages: known, checks };
}

/** An independent model: the last entry at a gate is open if nobody left through one since. Verifications and cancellations change nothing. */
function openEntries(all: readonly Act[]): readonly number[] {
  const last = (kind: Act['kind']) =>
    Math.max(0, ...all.filter((act) => act.kind === kind).map(({ at }) => at));
  return last('gateIn') > last('gateOut') ? [last('gateIn')] : [];
}

test('in any order of arrival the history is the same, and a gate’s entry is open by the gates alone', () => {
  let compared = 0;
  fc.assert(
    fc.property(acts, fc.infiniteStream(fc.integer({ min: 1, max: 20_000 })), (drawn, delays) => {
      // One kind of passage a second, so that the model needs no order within it.
      const kindOf = new Map<number, Act['kind']>();
      const all = drawn.flatMap(({ kind, second, millisecond }): Act[] => {
        const isGate = kind !== 'verify';
        const first = kindOf.get(second);
        if (isGate && first !== undefined && first !== kind) return [];
        if (isGate) kindOf.set(second, kind);
        const at = AT + second * 1000 + (isGate ? 0 : millisecond);
        return [{ kind, at, then: at + (delays.next().value ?? 1) }];
      });
      // The same acts, each report known at once.
      const atOnce = all.map((act) => (act.kind === 'verify' ? act : { ...act, then: act.at }));
      const [late, early] = [recorded(all), recorded(atOnce)];
      const of = ({ passages, checks }: typeof late) => {
        const { closedChecks: _closed, ...rest } = replay(passages, checks);
        return rest;
      };
      expect(insideSince(late.passages, late.checks)).toEqual(openEntries(all));
      // A cancellation that the late order refused and the other did not is another act.
      const refused = late.checks.filter(
        ({ cancelledAt }, n) => cancelledAt === null && early.checks[n]?.cancelledAt !== null,
      );
      if (refused.length === 0) expect(of(late)).toEqual(of(early));
      compared += refused.length === 0 ? 1 : 0;
    }),
    { seed: 20_261_130, numRuns: 1000 },
  );
  expect(compared).toBeGreaterThan(900);
});
