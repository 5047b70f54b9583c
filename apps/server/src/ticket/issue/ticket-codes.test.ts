// Codes have the right form, and carelessly typed codes are found.
import { expect, test } from 'vitest';
import { newCode, newTicketNo, normaliseCode } from './ticket-codes.ts';

test('normalisation does not change a new code', () => {
  for (let i = 0; i < 200; i++) {
    const code = newCode(16);
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/);
    expect(normaliseCode(code)).toBe(code);
    expect(newTicketNo()).toMatch(/^\d{12}$/);
  }
});

test('carelessly typed text becomes the stored code', () => {
  expect(normaliseCode(' ａb１2－o i-lー‐z ')).toBe('AB12011Z');
});
