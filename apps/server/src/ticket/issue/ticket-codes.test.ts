// Codes are of the right form, and untidy typing finds them.
import { expect, test } from 'vitest';
import { newCode, newTicketNo, normaliseCode } from './ticket-codes.ts';

test('a new code survives its own normalisation', () => {
  for (let i = 0; i < 200; i++) {
    const code = newCode(16);
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/);
    expect(normaliseCode(code)).toBe(code);
    expect(newTicketNo()).toMatch(/^\d{12}$/);
  }
});

test('untidy typing becomes the stored code', () => {
  expect(normaliseCode(' ａb１2－o i-lー‐z ')).toBe('AB12011Z');
});
