// Checks a guest's input by the domain's rules. Returns the normalised value or throws the rule's refusal.
import * as rules from '@kippu/domain/account/rules';
import { isCommonPassword } from '@kippu/domain/account/common-password';
import type { Outcome } from '@kippu/domain/outcome';
import { checkPassword } from '@kippu/domain/account/password-rule';
import { AppError } from '../../platform/wire/app-error.ts';

function allow(outcome: Outcome): void {
  if (!outcome.ok) throw new AppError(outcome.code, { values: outcome.values ?? {} });
}

export function requireEmail(email: string, repeat = email): string {
  allow(rules.checkEmails(email, repeat));
  return rules.normaliseEmail(email);
}

export function requireName(field: 'username' | 'fullname' | 'name', text: string): string {
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

/** Checks a password and its repetition. Throws AppError ACC-0006 (the rule, or `parts` 'common'), then ACC-0007. */
export function requireNewPassword(password: string, repeat: string): string {
  allow(checkPassword(password, repeat));
  if (isCommonPassword(password)) throw new AppError('ACC-0006', { values: { parts: 'common' } });
  return password;
}
