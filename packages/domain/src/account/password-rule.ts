// The password rule, the same in the form and on the server.
import { PASSWORD_LENGTH } from '@kippu/contract/limits';
import { ALLOWED, refuse, type Outcome } from '../outcome.ts';

/** The parts of the rule, for a form that ticks them off during typing. */
export const PASSWORD_PARTS = {
  length: (p: string) => p.length >= PASSWORD_LENGTH.min && p.length <= PASSWORD_LENGTH.max,
  halfWidth: (p: string) => /^[\x21-\x7e]+$/.test(p),
  digit: (p: string) => /[0-9]/.test(p),
  upper: (p: string) => /[A-Z]/.test(p),
  lower: (p: string) => /[a-z]/.test(p),
} as const;
export type PasswordPart = keyof typeof PASSWORD_PARTS;

/** Returns the parts of the rule that a password breaks, in the order of the table. */
export const brokenPasswordParts = (password: string): PasswordPart[] =>
  (Object.keys(PASSWORD_PARTS) as PasswordPart[]).filter((part) => !PASSWORD_PARTS[part](password));

/**
 * Checks a password and its repetition. ACC-0006: it breaks the rule (8 to 36 half-width printable ASCII characters
 * without space, with a digit, an upper-case and a lower-case letter). ACC-0007: the two differ.
 */
export function checkPassword(password: string, repeat: string): Outcome {
  const broken = brokenPasswordParts(password);
  if (broken.length > 0) return refuse('ACC-0006', { parts: broken.join(',') });
  return password === repeat ? ALLOWED : refuse('ACC-0007');
}
