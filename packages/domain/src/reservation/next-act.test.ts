// The next act of a traveller, walked over random days, beside a model that keeps the day as a list of what happens.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { firstNeed, nextAct, type Act, type PartyRide, type PartyTicket } from './next-act.ts';
import { gtfsToEpoch } from '../time/service-day.ts';

const DAY = '2026-04-01';
const at = (minutes: number) => gtfsToEpoch(DAY, minutes * 60);

const ticket = (changes: Partial<PartyTicket> = {}): PartyTicket => ({
  ticketId: 't1',
  passes: 'code',
  use: 'waiting',
  wasInUse: false,
  isInside: false,
  ...changes,
});
const inUse = { use: 'inUse', wasInUse: true } as const;
const ride = (changes: Partial<PartyRide> = {}): PartyRide => ({
  isCancelled: false,
  runs: true,
  departAt: at(600),
  leavesAt: at(600),
  arrivesAt: at(680),
  hasLeft: false,
  tickets: [ticket()],
  ...changes,
});

describe('one train', () => {
  test.each<[string, Partial<PartyRide>, number, Act, string[]]>([
    ['the day before, nothing is done', {}, at(-120), 'wait', []],
    ['on the day, its tickets are put into use', {}, at(1), 'use', ['t1']],
    [
      'of two tickets, the one that is not in use comes first',
      { tickets: [ticket({ ticketId: 'a', ...inUse }), ticket({ ticketId: 'b' })] },
      at(590),
      'use',
      ['b'],
    ],
    ['in use, its code is shown', { tickets: [ticket(inUse)] }, at(590), 'show', ['t1']],
    [
      'without a gate, its entry is verified',
      { tickets: [ticket({ ...inUse, passes: 'verify' })] },
      at(590),
      'verify',
      ['t1'],
    ],
    [
      'only those outside show their code',
      { tickets: [ticket({ ticketId: 'a', ...inUse, isInside: true }), ticket({ ticketId: 'b', ...inUse })] },
      at(590),
      'show',
      ['b'],
    ],
    ['all have entered', { tickets: [ticket({ ...inUse, isInside: true })] }, at(590), 'board', []],
    [
      'it has left, with an entry',
      { tickets: [ticket({ ...inUse, isInside: true })] },
      at(600),
      'onBoard',
      [],
    ],
    ['it has left, and the gate may not have reported', { tickets: [ticket(inUse)] }, at(610), 'onBoard', []],
    ['it has left, and nothing is known of its tickets', { tickets: [] }, at(610), 'onBoard', []],
    ['it has left, and no ticket was in use', {}, at(601), 'missed', []],
    [
      'it has left and used up a ticket that never was in use',
      { tickets: [ticket({ use: 'over' })] },
      at(601),
      'missed',
      [],
    ],
    [
      'its traveller left the station early',
      { tickets: [ticket({ use: 'over', wasInUse: true })] },
      at(650),
      'none',
      [],
    ],
    [
      'it has arrived, and the exit is left',
      { tickets: [ticket({ ...inUse, isInside: true })] },
      at(680),
      'exit',
      ['t1'],
    ],
    ['it has arrived, and its traveller is out', { tickets: [ticket(inUse)] }, at(680), 'none', []],
    ['it is late', { leavesAt: at(630), tickets: [ticket(inUse)] }, at(615), 'show', ['t1']],
    ['it is reported to have left', { hasLeft: true, tickets: [ticket(inUse)] }, at(599), 'onBoard', []],
    ['it does not run', { runs: false }, at(590), 'choose', []],
    ['it is cancelled by its traveller', { isCancelled: true }, at(590), 'none', []],
    [
      'just after midnight, it is entered before',
      { departAt: at(1445), leavesAt: at(1445), arrivesAt: at(1500) },
      at(1400),
      'use',
      ['t1'],
    ],
    [
      'long before midnight, a day would be lost',
      { departAt: at(1445), leavesAt: at(1445), arrivesAt: at(1500) },
      at(1300),
      'wait',
      [],
    ],
    [
      'a ticket that passes no station needs nothing',
      { tickets: [ticket({ passes: 'no' })] },
      at(590),
      'wait',
      [],
    ],
  ])('%s', (_name, changes, now, act, ticketIds) => {
    expect(nextAct(ride(changes), now)).toEqual({ act, ticketIds });
  });
});

/** What happens to a ticket on its day, in minutes; absent if it does not happen. */
interface Life {
  readonly used?: number | undefined;
  readonly entered?: number | undefined;
  readonly left?: number | undefined;
}
const life: fc.Arbitrary<Life> = fc
  .tuple(fc.option(fc.nat(700)), fc.option(fc.nat(120)), fc.option(fc.nat(200)))
  .map(([used, toEntry, toExit]) => {
    if (used === null) return {};
    if (toEntry === null) return { used };
    const entered = used + toEntry;
    return toExit === null ? { used, entered } : { used, entered, left: entered + toExit };
  });

const has = (when: number | undefined, now: number) => when !== undefined && when <= now;
const ticketAt = (ticketId: string, { used, entered, left }: Life, now: number): PartyTicket => ({
  ticketId,
  passes: 'code',
  use: has(used, now) ? (has(left, now) ? 'over' : 'inUse') : 'waiting',
  wasInUse: has(used, now),
  isInside: has(entered, now) && !has(left, now),
});

/** The act by counting who is how far, in the order of a journey. */
function model(lives: readonly Life[], leaves: number, arrives: number, now: number): Act {
  const count = (happened: (each: Life) => boolean) => lives.filter(happened).length;
  const used = count(({ used: when }) => has(when, now));
  const gone = count(({ left }) => has(left, now));
  const entered = count(({ entered: when }) => has(when, now)) - gone;
  if (now >= arrives) return entered > 0 ? 'exit' : 'none';
  if (now >= leaves) return used === 0 ? 'missed' : used === gone ? 'none' : 'onBoard';
  if (used < lives.length) return 'use';
  if (entered + gone < lives.length) return 'show';
  return entered > 0 ? 'board' : 'wait';
}

/** Each minute at which something happens, with those before and after it. */
const momentsAround = (minutes: readonly (number | undefined)[]) =>
  new Set(
    minutes.flatMap((minute) => (minute === undefined ? [] : [Math.max(0, minute - 1), minute, minute + 1])),
  );

test('walks random days of parties and late trains as the model does', () => {
  const day = fc.record({
    lives: fc.array(life, { minLength: 1, maxLength: 4 }),
    departs: fc.integer({ min: 61, max: 600 }),
    late: fc.nat(90),
    ride: fc.integer({ min: 5, max: 120 }),
  });
  fc.assert(
    fc.property(day, ({ lives, departs, late, ride: minutes }) => {
      const leaves = departs + late;
      const arrives = leaves + minutes;
      const happens = lives.flatMap((each) => Object.values(each) as (number | undefined)[]);
      for (const now of momentsAround([0, leaves, arrives, arrives + 60, ...happens])) {
        const tickets = lives.map((each, index) => ticketAt(`t${index}`, each, now));
        const one = ride({ departAt: at(departs), leavesAt: at(leaves), arrivesAt: at(arrives), tickets });
        const next = nextAct(one, at(now));
        expect([now, next.act]).toEqual([now, model(lives, leaves, arrives, now)]);
        const acting = tickets.filter(({ ticketId }) => next.ticketIds.includes(ticketId));
        // The act that cannot be undone is never offered for a train that has gone, nor for a ticket that is in use.
        if (next.act === 'use') {
          expect(now).toBeLessThan(leaves);
          expect(acting.every(({ use }) => use === 'waiting')).toBe(true);
        }
        expect(acting.length > 0).toBe(['use', 'show', 'exit'].includes(next.act));
        expect(firstNeed([one], at(now))?.next.act ?? 'none').toBe(next.act);
      }
    }),
    { numRuns: 200 },
  );
});

describe('several trains', () => {
  const rideOf = (departs: number, minutes: number, changes: Partial<PartyRide> = {}) =>
    ride({ departAt: at(departs), leavesAt: at(departs), arrivesAt: at(departs + minutes), ...changes });
  const entered = [ticket({ ...inUse, isInside: true })];

  test('on board comes before the next train, which comes before the way back', () => {
    const [first, second, back] = [
      rideOf(600, 60, { tickets: entered }),
      rideOf(670, 30, { tickets: entered }),
      rideOf(1080, 60),
    ];
    const rides = [back, second, first];
    const need = (now: number) => {
      const found = firstNeed(rides, at(now));
      return [found && rides.indexOf(found.ride), found?.next.act];
    };
    expect(need(599)).toEqual([2, 'board']);
    expect(need(659)).toEqual([2, 'onBoard']);
    // Changing trains inside the station: the exit of the first ride waits.
    expect(need(661)).toEqual([1, 'board']);
    expect(need(675)).toEqual([1, 'onBoard']);
    expect(need(701)).toEqual([2, 'exit']);
  });

  test('a missed train gives way to the one that was booked instead, not to the way back', () => {
    const [missed, instead, back] = [rideOf(600, 80), rideOf(630, 80), rideOf(1080, 60)];
    expect(firstNeed([missed, back], at(605))?.ride).toBe(missed);
    expect(firstNeed([missed, instead, back], at(605))?.ride).toBe(instead);
  });

  test('of two trains on their way it is the later one', () => {
    const [early, later] = [rideOf(600, 90, { tickets: entered }), rideOf(640, 60, { tickets: entered })];
    expect(firstNeed([early, later], at(650))?.ride).toBe(later);
  });

  test('none is needed when nothing is reserved, or only trains that do not run', () => {
    expect(firstNeed([], at(1))).toBeUndefined();
    expect(firstNeed([ride({ runs: false }), ride({ isCancelled: true })], at(1))).toBeUndefined();
  });
});
