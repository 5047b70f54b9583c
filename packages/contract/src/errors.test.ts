import { describe, expect, it } from 'vitest';
import { ERROR_STATUS } from './errors.ts';

const range = (prefix: string, first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, i) => `${prefix}-${String(first + i).padStart(4, '0')}`);

describe('the error catalogue', () => {
  it('names every refusal of tickets, seats, accounts and requests', () => {
    const owed = [
      ...range('TKT', 1, 19),
      ...range('SEAT', 1, 13),
      ...range('ACC', 1, 12),
      ...range('REQ', 1, 4),
      ...range('MFA', 20, 24),
      ...range('MFA', 30, 35),
      ...range('AUTH', 10, 16),
    ];
    expect(owed.filter((code) => !(code in ERROR_STATUS))).toEqual([]);
  });

  it('gives each code an error status', () => {
    for (const [code, status] of Object.entries(ERROR_STATUS)) {
      expect(status, code).toBeGreaterThanOrEqual(400);
      expect(status, code).toBeLessThan(600);
    }
  });

  it('answers 404 for what belongs to others, so an id reveals nothing', () => {
    expect(ERROR_STATUS['TKT-0001']).toBe(404);
    expect(ERROR_STATUS['SEAT-0001']).toBe(404);
  });
});
