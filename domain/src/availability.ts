// How full a train is, in one word.
import type { AvailabilityLabel } from '@kippu/contract/train';

/** At ten seats left or fewer, a train has 'a few'. */
const FEW_SEATS = 10;

/**
 * Takes the seats left and the seats wanted (whole numbers, wanted at least 1); gives 'none' when nothing is left,
 * 'notEnough' when fewer are left than wanted, 'few' at ten or fewer, else 'enough'.
 */
export function availabilityLabel(left: number, wanted: number): AvailabilityLabel {
  if (left <= 0) return 'none';
  if (left < wanted) return 'notEnough';
  return left <= FEW_SEATS ? 'few' : 'enough';
}
