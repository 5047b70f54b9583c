// The label for how full a train is.
import { describe, expect, it } from 'vitest';
import { availabilityLabel } from './availability.ts';

describe('availabilityLabel', () => {
  it.each([
    [0, 1, 'none'],
    [-1, 1, 'none'],
    [1, 1, 'few'],
    [2, 3, 'notEnough'],
    [3, 3, 'few'],
    [10, 1, 'few'],
    [11, 1, 'enough'],
    [11, 12, 'notEnough'],
  ])('%i left, %i wanted: %s', (left, wanted, label) => expect(availabilityLabel(left, wanted)).toBe(label));
});
