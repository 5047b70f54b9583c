// What the decider knows besides the code: which tickets passed, and which were revoked.
import { describe, expect, it } from 'vitest';
import { PassedTickets, SAME_WAY_SECONDS, type Passed } from './passed-tickets.ts';
import { RevokedTickets } from './revoked-tickets.ts';

describe('passed tickets', () => {
  it('use up a single journey for good, and a pass while it could be handed back', () => {
    const tickets = new PassedTickets();
    tickets.note('single', { direction: 'in', at: 1_000, single: true });
    tickets.note('pass', { direction: 'in', at: 1_000, single: false });
    const later = 1_000 + SAME_WAY_SECONDS;
    expect(tickets.isUsed('single', 'in', { stationId: 'kyoto', at: later })).toBe(true);
    expect(tickets.isUsed('single', 'out', { stationId: 'kyoto', at: 1_001 })).toBe(false);
    expect(tickets.isUsed('pass', 'in', { stationId: 'kyoto', at: later - 1 })).toBe(true);
    expect(tickets.isUsed('pass', 'in', { stationId: 'kyoto', at: later })).toBe(false);
    tickets.note('single', { direction: 'out', at: 2_000, single: true });
    expect(
      (['in', 'out'] as const).map((way) => tickets.isUsed('single', way, { stationId: 'kyoto', at: 9_000 })),
    ).toEqual([true, true]);
  });

  it('let a pass enter again as soon as its exit is known', () => {
    const tickets = new PassedTickets([['pass', { in: 1_000, single: false }]]);
    tickets.note('pass', { direction: 'out', at: 1_060, single: false });
    expect(tickets.isUsed('pass', 'in', { stationId: 'kyoto', at: 1_061 })).toBe(false);
    expect(tickets.isUsed('pass', 'out', { stationId: 'kyoto', at: 1_061 })).toBe(true);
    // An earlier passage at another gate that is reported late changes nothing.
    tickets.note('pass', { direction: 'in', at: 900, single: false });
    expect(tickets.last('pass', 'in')).toBe(1_000);
  });

  it('do not block a pass because of a gate with a wrong clock', () => {
    const tickets = new PassedTickets([['pass', { in: 1_000_000, single: false }]]);
    const at = [1_000, 998_199, 998_201, 1_000_000, 1_001_799, 1_001_800];
    expect(at.map((now) => tickets.isUsed('pass', 'in', { stationId: 'kyoto', at: now }))).toEqual([
      false,
      false,
      true,
      true,
      true,
      false,
    ]);
  });

  it('are forgotten when old', () => {
    const tickets = new PassedTickets([
      ['old', { in: 10, out: 20, single: true }],
      ['new', { in: 10, out: 90, single: true }],
    ]);
    expect(tickets.forgetBefore(50)).toEqual(['old']);
    expect(tickets.size).toBe(1);
    const others = new PassedTickets([
      ['inside', { in: 90, single: false }],
      ['then', { out: 50, single: false }],
    ]);
    expect(others.forgetBefore(50)).toEqual([]);
  });

  it('of one journey stay so after any later report, and end with an exit alone', () => {
    const tickets = new PassedTickets([['single', { in: 1_000, single: true }]]);
    expect(tickets.note('single', { direction: 'out', at: 2_000, single: false }).single).toBe(true);
    const left = new PassedTickets([['single', { out: 1_000, single: true }]]);
    expect(left.isUsed('single', 'in', { stationId: 'kyoto', at: 9_000 })).toBe(true);
  });

  it('of the same second: the last report counts, and in and out cancel each other', () => {
    const tickets = new PassedTickets([['pass', { in: 1_000, inAt: 'kyoto', single: false }]]);
    tickets.note('pass', { direction: 'in', at: 1_000, single: false, stationId: 'osaka' });
    const back = { stationId: 'osaka', now: 1_001, seconds: 600 };
    expect(tickets.passBack('pass', 'out', back)).toBe(1_000);
    tickets.note('pass', { direction: 'in', at: 1_500, single: false, stationId: 'osaka' });
    expect(tickets.last('pass', 'in')).toBe(1_500);
    tickets.note('pass', { direction: 'out', at: 1_500, single: false, stationId: 'osaka' });
    expect(tickets.isUsed('pass', 'in', { stationId: 'kyoto', at: 1_501 })).toBe(false);
  });

  it('that are unknown have not passed', () => {
    const tickets = new PassedTickets();
    expect(tickets.last('unknown', 'in')).toBeUndefined();
    expect(tickets.isUsed('unknown', 'in', { stationId: 'kyoto', at: 0 })).toBe(false);
    expect(tickets.passBack('unknown', 'in', { stationId: 'kyoto', now: 0, seconds: 600 })).toBeUndefined();
    expect(tickets.hasLeftAfter('unknown', 0)).toBe(false);
  });

  it('count as left after a time, not at it', () => {
    const tickets = new PassedTickets([
      ['left', { out: 100, single: false }],
      ['inside', { in: 100, single: false }],
    ]);
    expect([99, 100, 101].map((time) => tickets.hasLeftAfter('left', time))).toEqual([true, false, false]);
    expect(tickets.hasLeftAfter('inside', 0)).toBe(false);
  });

  it.each<[string, Passed, number | undefined]>([
    ['in, a moment ago', { in: 1_000, inAt: 'kyoto', single: false }, 1_000],
    ['in, at another station', { in: 1_000, inAt: 'osaka', single: false }, undefined],
    ['in, nobody knows where', { in: 1_000, single: false }, undefined],
    ['nowhere', { inAt: 'kyoto', single: false }, undefined],
    ['only out', { out: 1_000, outAt: 'kyoto', single: false }, undefined],
    ['out since', { in: 1_000, inAt: 'kyoto', out: 1_001, single: false }, undefined],
    ['in and out at once', { in: 1_000, inAt: 'kyoto', out: 1_000, single: false }, 1_000],
    ['out before', { in: 1_000, inAt: 'kyoto', out: 999, single: false }, 1_000],
    ['ten minutes ago', { in: 460, inAt: 'kyoto', single: false }, undefined],
    ['just less ago', { in: 461, inAt: 'kyoto', single: false }, 461],
    ['ahead of now', { in: 1_659, inAt: 'kyoto', single: false }, 1_659],
    ['ten minutes ahead', { in: 1_660, inAt: 'kyoto', single: false }, undefined],
  ])('that went %s, on the way out now, are back since: %j', (_how, ticket, since) => {
    const tickets = new PassedTickets([['t', ticket]]);
    expect(tickets.passBack('t', 'out', { stationId: 'kyoto', now: 1_060, seconds: 600 })).toBe(since);
  });
});

it('a revocation applies to certificates up to its second, and the later of two stays', () => {
  const revoked = new RevokedTickets([['t', 100]]);
  revoked.note('t', 50);
  expect([99, 100, 101].map((at) => revoked.isRevoked('t', at))).toEqual([true, true, false]);
  revoked.note('t', 200);
  revoked.note('other', 7);
  expect([revoked.isRevoked('t', 200), revoked.isRevoked('other', 8), revoked.size]).toEqual([
    true,
    false,
    2,
  ]);
});
