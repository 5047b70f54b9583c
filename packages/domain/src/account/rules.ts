// Account rules, shared by form and server: emails, names, codes, consent, deletion.
import type { LogOffReason } from '@kippu/contract/calls/traveller/account';
import { PASSWORD_UNCHANGED_DAYS_TO_DELETE, VERIFY_CODE_DIGITS } from '@kippu/contract/limits';
import { ALLOWED, refuse, type Outcome } from '../outcome.ts';
import { isSeen, seenText, withoutInvisible } from '../text/seen-text.ts';
import { unicodeDomain } from './unicode-domain.ts';

/**
 * Returns the form in which a typed email is stored and compared: without blanks and invisible characters around and in it, lower case,
 * and NFKC, since Japanese keyboards type full width and no mail server knows such addresses. A domain has its Unicode spelling: browsers
 * give the punycode of what was typed, so both spellings must name one account.
 */
export function normaliseEmail(typed: string): string {
  const text = withoutInvisible(typed).normalize('NFKC').trim().toLowerCase().normalize('NFKC');
  const at = text.lastIndexOf('@');
  if (at === -1) return text;
  return text.slice(0, at + 1) + unicodeDomain(text.slice(at + 1).replaceAll('\u3002', '.'));
}

/**
 * Whether a normalised email can receive mail: one @, a local part of at most 64 characters without spaces, a domain of dotted labels, 254
 * characters in all. As browsers do, it accepts dots side by side and before the @: a Japanese mobile operator gave out such addresses.
 */
export function isEmail(email: string): boolean {
  const at = email.lastIndexOf('@');
  const [local, domain] = [email.slice(0, at), email.slice(at + 1)];
  return (
    at !== -1 &&
    email.length <= 254 &&
    local.length <= 64 &&
    /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-][.\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]*$/u.test(local) &&
    /^([\p{L}\p{M}\p{N}]([\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}]$/u.test(
      domain,
    )
  );
}

/** Checks a typed email and its repetition. REQ-0001 (field email): it is invalid. ACC-0002: the two differ. */
export function checkEmails(email: string, repeat: string): Outcome {
  const normalised = normaliseEmail(email);
  if (!isEmail(normalised)) return refuse('REQ-0001', { field: 'email' });
  return normalised === normaliseEmail(repeat) ? ALLOWED : refuse('ACC-0002');
}

/**
 * The characters that a kind of name may not contain, beside control characters. A full name is written as in a passport, so it may have an
 * apostrophe or an ampersand.
 */
const SPECIAL = { username: `< > " ' & ; \\ \``, fullname: `< > " ; \\ \``, name: `< > " ; \\ \`` } as const;

/** Returns the form in which a typed name is stored: NFC, trimmed, without invisible characters. */
export const normaliseName = seenText;

/**
 * Checks a typed name: 'username' has at most 50 characters, 'fullname' and 'name' (of staff) at most 100. REQ-0001: nothing visible, or
 * too long. ACC-0009: special characters; its value `characters` lists those that the field may not contain.
 */
export function checkName(field: keyof typeof SPECIAL, typed: string): Outcome {
  const name = normaliseName(typed);
  const characters = SPECIAL[field];
  if ([...name].length > (field === 'username' ? 50 : 100)) return refuse('REQ-0001', { field });
  if (/\p{Cc}/u.test(name) || characters.split(' ').some((each) => name.includes(each)))
    return refuse('ACC-0009', { field, characters });
  return isSeen(name) ? ALLOWED : refuse('REQ-0001', { field });
}

/** Returns the characters that a kind of name may not contain, with spaces between them. */
export const specialCharacters = (field: keyof typeof SPECIAL): string => SPECIAL[field];

/**
 * Returns a username for a checked full name: the name, at most 50 characters, with a typographic apostrophe and a plus sign in place of the
 * signs that only a full name may contain.
 */
export const usernameOf = (fullname: string): string =>
  [...normaliseName(fullname).replaceAll("'", '\u2019').replaceAll('&', '+')].slice(0, 50).join('').trim();

/** Returns the half-width digits of a typed verification code: keyboards type full width, and pasted text has blanks and invisible characters. */
export const normaliseCode = (typed: string): string =>
  withoutInvisible(typed)
    .normalize('NFKC')
    .replace(/[\s\p{Pd}]/gu, '');

/** Checks a typed verification code. ACC-0003: not six digits. */
export const checkCode = (typed: string): Outcome =>
  new RegExp(`^[0-9]{${VERIFY_CODE_DIGITS}}$`).test(normaliseCode(typed))
    ? ALLOWED
    : refuse('ACC-0003', { digits: VERIFY_CODE_DIGITS });

/** Checks the two consents. ACC-0010: one is missing. */
export const checkConsent = (terms: boolean, privacy: boolean): Outcome =>
  terms && privacy ? ALLOWED : refuse('ACC-0010');

/**
 * Returns every reason that keeps an account from deletion, none if it may be deleted. The password must be unchanged
 * for 14 full days.
 * @param now epoch milliseconds
 */
export function logOffReasons(
  account: { passwordChangedAt: number; unusedTickets: number; ticketsInUse: number },
  now: number,
): LogOffReason[] {
  const reasons: LogOffReason[] = [];
  if (now - account.passwordChangedAt < PASSWORD_UNCHANGED_DAYS_TO_DELETE * 86_400_000)
    reasons.push('passwordChangedRecently');
  if (account.unusedTickets > 0) reasons.push('unusedTickets');
  if (account.ticketsInUse > 0) reasons.push('ticketsInUse');
  return reasons;
}
