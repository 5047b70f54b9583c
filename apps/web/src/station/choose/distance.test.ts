// Distances in words without false precision.
import { expect, test } from 'vitest';
import { formatMetres } from './distance.ts';

test('has no more digits than a position supports', () => {
  expect(formatMetres(0)).toBe('10\u00a0m');
  expect(formatMetres(84)).toBe('80\u00a0m');
  expect(formatMetres(994)).toBe('990\u00a0m');
  expect(formatMetres(996)).toBe('1.0\u00a0km');
  expect(formatMetres(1240)).toBe('1.2\u00a0km');
  expect(formatMetres(9940)).toBe('9.9\u00a0km');
  expect(formatMetres(9960)).toBe('10\u00a0km');
  expect(formatMetres(13_600)).toBe('14\u00a0km');
});
