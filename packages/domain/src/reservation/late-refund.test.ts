// From the railway's minutes on a seat is refunded, by its class.
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import type { OperatorRules } from '@kippu/contract/page-settings';
import { OUR_RAILWAY } from '../../test/our-railway.ts';
import { setRules } from '../rules.ts';
import { areAllRefunded, isSeatRefunded } from './late-refund.ts';

const before = OUR_RAILWAY.rules;
const set = (lateSeatRefund: OperatorRules['lateSeatRefund']) =>
  setRules({ kinds: [], rules: { ...before, ...(lateSeatRefund ? { lateSeatRefund } : {}) } });
afterEach(() => setRules(OUR_RAILWAY));

const CLASSES = ['first', 'second', 'toString'];
const rule = fc.dictionary(fc.constantFrom('first', 'second'), fc.integer({ min: 1, max: 1440 }));
const seconds = fc.nat(100_000);

test('full minutes count: one second less is too early', () => {
  set({ first: 120 });
  expect([7199, 7200].map((late) => isSeatRefunded('first', late))).toEqual([false, true]);
});

test('a later train is never refunded less, and a class without a rule never', () => {
  fc.assert(
    fc.property(rule, fc.constantFrom(...CLASSES), seconds, seconds, (minutes, carClass, late, more) => {
      set(minutes);
      if (isSeatRefunded(carClass, late)) expect(isSeatRefunded(carClass, late + more)).toBe(true);
      const from = Object.hasOwn(minutes, carClass) ? minutes[carClass] : undefined;
      expect(isSeatRefunded(carClass, late)).toBe(from !== undefined && late >= from * 60);
    }),
  );
});

test('a reservation is given up late only if each of its seats is refunded', () => {
  fc.assert(
    fc.property(rule, fc.array(fc.constantFrom(...CLASSES)), seconds, (minutes, seats, late) => {
      set(minutes);
      const refunded = seats.filter((carClass) => isSeatRefunded(carClass, late));
      expect(areAllRefunded(seats, late)).toBe(seats.length > 0 && refunded.length === seats.length);
    }),
  );
});

test('a railway without the rule refunds nothing', () => {
  set(undefined);
  expect(isSeatRefunded('first', 1_000_000)).toBe(false);
});
