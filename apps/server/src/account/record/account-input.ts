// What a guest typed, by the domain's rules: the form that is kept, or the rule's refusal.
import * as rules from '@kippu/domain/account-rules';
import type { Outcome } from '@kippu/domain/outcome';
import { checkPassword } from '@kippu/domain/password-rule';
import { AppError } from '../http/app-error.ts';
import { isCommonPassword } from './common-password.ts';

function allow(outcome: Outcome): void {
  if (!outcome.ok) throw new AppError(outcome.code, { values: outcome.values ?? {} });
}

/** The phone that calls, as it names itself; '' for one that does not. */
export function deviceOf(headers: Readonly<Record<string, string | readonly string[] | undefined>>): string {
  const deviceId = headers['x-device-id'];
  return typeof deviceId === 'string' ? deviceId.slice(0, 100) : '';
}

export function requireEmail(email: string, repeat = email): string {
  allow(rules.checkEmails(email, repeat));
  return rules.normaliseEmail(email);
}

export function requireName(field: 'username' | 'fullname', text: string): string {
  allow(rules.checkName(field, text));
  return rules.normaliseName(text);
}

export function requireConsent(terms: boolean, privacy: boolean): void {
  allow(rules.checkConsent(terms, privacy));
}

export function requireCode(text: string): string {
  allow(rules.checkCode(text));
  return rules.normaliseCode(text);
}

/** Takes a password and its repetition; throws ACC-0006 (the rule, or `parts` 'common'), then ACC-0007. */
export function requireNewPassword(password: string, repeat: string): string {
  allow(checkPassword(password, repeat));
  if (isCommonPassword(password)) throw new AppError('ACC-0006', { values: { parts: 'common' } });
  return password;
}
