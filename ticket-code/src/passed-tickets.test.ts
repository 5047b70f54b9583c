// What the decider is told beside the code: which tickets passed, and which were revoked.
import { describe, expect, it } from 'vitest';
import { PASS_BACK_SECONDS, PassedTickets } from './passed-tickets.ts';
import { RevokedTickets } from './revoked-tickets.ts';

describe('passed tickets', () => {
  it('use up a single journey for good, and a pass for as long as it could be handed back', () => {
    const tickets = new PassedTickets();
    tickets.note('single', 'in', 1_000, true);
    tickets.note('pass', 'in', 1_000, false);
    const later = 1_000 + PASS_BACK_SECONDS;
    expect(tickets.isUsed('single', 'in', later)).toBe(true);
    expect(tickets.isUsed('single', 'out', 1_001)).toBe(false);
    expect(tickets.isUsed('pass', 'in', later - 1)).toBe(true);
    expect(tickets.isUsed('pass', 'in', later)).toBe(false);
    tickets.note('single', 'out', 2_000, true);
    expect((['in', 'out'] as const).map((way) => tickets.isUsed('single', way, 9_000))).toEqual([true, true]);
  });

  it('let a pass in again as soon as its exit is known', () => {
    const tickets = new PassedTickets([['pass', { in: 1_000, single: false }]]);
    tickets.note('pass', 'out', 1_060, false);
    expect(tickets.isUsed('pass', 'in', 1_061)).toBe(false);
    expect(tickets.isUsed('pass', 'out', 1_061)).toBe(true);
    // What another gate did earlier and told late changes nothing.
    tickets.note('pass', 'in', 900, false);
    expect(tickets.last('pass', 'in')).toBe(1_000);
  });

  it('never shut a pass out until a time that a gate with a wrong clock told', () => {
    const tickets = new PassedTickets([['pass', { in: 1_000_000, single: false }]]);
    const at = [1_000, 998_199, 998_201, 1_000_000, 1_001_799, 1_001_800];
    expect(at.map((now) => tickets.isUsed('pass', 'in', now))).toEqual([
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
  });
});

it('a revocation counts for certificates up to its second, and the later of two stays', () => {
  const revoked = new RevokedTickets([['t', 100]]);
  revoked.note('t', 50);
  expect([99, 100, 101].map((at) => revoked.isRevoked('t', at))).toEqual([true, true, false]);
});
