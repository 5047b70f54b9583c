// Who had a ticket: a return undoes a gift, and only a gift that nobody used has givers.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { giversTo, holdersOf, type HolderStep } from './holders.ts';

const bind = (by: string): HolderStep => ({ kind: 'bind', by });
const give = (from: string, to: string): HolderStep => ({ kind: 'transfer', from, to });
const use: HolderStep = { kind: 'use' };
const givers = (accountId: string, ...steps: HolderStep[]) => giversTo(accountId, holdersOf(steps));

describe('the givers', () => {
  test('of a gift are all before, the nearest first', () => {
    expect(givers('y', bind('w'), give('w', 'x'), give('x', 'y'))).toEqual(['x', 'w']);
  });
  test('of a ticket that was added, that came back or that was used are none', () => {
    expect(givers('a', bind('a'))).toEqual([]);
    expect(givers('a', bind('a'), give('a', 'x'), give('x', 'a'))).toEqual([]);
    expect(givers('a', bind('a'), give('a', 'x'), give('x', 'y'), give('y', 'a'))).toEqual([]);
    expect(givers('x', bind('a'), give('a', 'x'), use)).toEqual([]);
    // Used, given on and returned: it is as it was.
    expect(givers('x', bind('a'), give('a', 'x'), use, give('x', 'y'), give('y', 'x'))).toEqual([]);
  });
  test('of a gift that came back are its own givers', () => {
    expect(givers('x', bind('a'), give('a', 'x'), give('x', 'y'), give('y', 'x'))).toEqual(['a']);
  });
  test("of a ticket whose history begins in an account begin with that account; its giver's use is not the receiver's", () => {
    expect(givers('a')).toEqual([]);
    expect(givers('x', use, give('a', 'x'))).toEqual(['a']);
    expect(givers('x', bind('a'), use, give('a', 'x'))).toEqual(['a']);
    expect(givers('a', give('a', 'x'), give('x', 'a'))).toEqual([]);
  });
});

test('an account that gives a ticket on and gets it back has it as before', () => {
  const account = fc.constantFrom('b', 'c', 'd', 'e');
  const on = (path: readonly string[], first: string) => {
    let from = first;
    return path.flatMap((to) => {
      const steps = to === from ? [] : [give(from, to)];
      from = to;
      return steps;
    });
  };
  fc.assert(
    fc.property(fc.array(account, { maxLength: 6 }), fc.array(account, { maxLength: 6 }), (there, round) => {
      const before = [bind('a'), ...on(there, 'a')];
      const holders = holdersOf(before);
      const last = holders.at(-1)?.accountId ?? '';
      // Nobody from before gets it in between, except for the last.
      const others = round.filter((to) => !holders.some(({ accountId }) => accountId === to));
      expect(holdersOf([...before, ...on([...others, last], last)])).toEqual(holders);
      expect(new Set(holders.map(({ accountId }) => accountId)).size).toBe(holders.length);
    }),
    { seed: 20_261_130, numRuns: 300 },
  );
});
