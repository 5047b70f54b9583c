// The label for how full a train is.
import type { AvailabilityLabel } from '@kippu/contract/calls/traveller/train';
import { theRules } from '../rules.ts';

/**
 * Returns 'none' if no seat is left, 'notEnough' if fewer are left than wanted, 'few' at the railway's number or fewer, otherwise
 * 'enough'.
 * @param left whole number
 * @param wanted whole number, at least 1
 */
export function availabilityLabel(left: number, wanted: number): AvailabilityLabel {
  if (left <= 0) return 'none';
  if (left < wanted) return 'notEnough';
  return left <= theRules().fewSeats ? 'few' : 'enough';
}
