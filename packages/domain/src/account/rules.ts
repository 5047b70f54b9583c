// Account rules, the same in the form and on the server: emails, names, codes, consent, deletion.
import type { LogOffReason } from '@kippu/contract/account';
import { PASSWORD_UNCHANGED_DAYS_TO_DELETE, VERIFY_CODE_DIGITS } from '@kippu/contract/limits';
import { ALLOWED, refuse, type Outcome } from './outcome.ts';

/**
 * Takes an email as typed; gives the form it is kept and compared in: trimmed, lower case, and NFKC, since Japanese
 * keyboards type full width and no mail server knows an address of such letters.
 */
export const normaliseEmail = (typed: string): string =>
  // Small letters may compose where capitals did not.
  typed.normalize('NFKC').trim().toLowerCase().normalize('NFKC');

/**
 * Takes a normalised email; tells whether it can receive mail: one @, a local part of at most 64 characters without
 * spaces or stray dots, a domain of dotted labels, 254 characters in all.
 */
export function isEmail(email: string): boolean {
  const at = email.lastIndexOf('@');
  const [local, domain] = [email.slice(0, at), email.slice(at + 1)];
  return (
    at > 0 &&
    email.length <= 254 &&
    local.length <= 64 &&
    /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u.test(local) &&
    /^([\p{L}\p{M}\p{N}]([\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}]$/u.test(
      domain,
    )
  );
}

/** Takes an email and its repetition as typed; refuses REQ-0001 (field email) an invalid one, ACC-0002 two that differ. */
export function checkEmails(email: string, repeat: string): Outcome {
  const normalised = normaliseEmail(email);
  if (!isEmail(normalised)) return refuse('REQ-0001', { field: 'email' });
  return normalised === normaliseEmail(repeat) ? ALLOWED : refuse('ACC-0002');
}

/** The special characters that names refuse: < > " ' & ; \ ` and control characters. */
const SPECIAL = /[<>"'&;\\`\p{Cc}]/u;

/**
 * What comes along unseen when a name is pasted: marks that turn the text around them, line ends, empty widths and
 * halves of a character. The joiners stay, for Persian and emoji need them.
 */
const STOWAWAYS = /[\u00AD\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF\p{Cs}]/gu;

/** Characters that show as nothing although they count as letters or signs: fillers and the empty Braille cell. */
const UNSEEN = /[\u115F\u1160\u3164\uFFA0\u2800]/gu;
const isSeen = (name: string): boolean => /[\p{L}\p{N}\p{P}\p{S}]/u.test(name.replace(UNSEEN, ''));

/** Takes a name as typed; gives the form it is kept in: NFC, trimmed, without what cannot be seen in it. */
export const normaliseName = (typed: string): string => typed.replace(STOWAWAYS, '').normalize('NFC').trim();

/** Takes a name as typed; tells whether it holds a special character. */
export const hasSpecialCharacter = (typed: string): boolean => SPECIAL.test(typed);

/**
 * Takes the name of a field ('username' of at most 50 characters, 'fullname' of at most 100) and its text as typed;
 * refuses REQ-0001 one that shows nothing or is too long, ACC-0009 one with special characters.
 */
export function checkName(field: 'username' | 'fullname', typed: string): Outcome {
  const name = normaliseName(typed);
  if ([...name].length > (field === 'username' ? 50 : 100)) return refuse('REQ-0001', { field });
  if (hasSpecialCharacter(name)) return refuse('ACC-0009', { field });
  return isSeen(name) ? ALLOWED : refuse('REQ-0001', { field });
}

/** Takes a verification code as typed; gives its half-width digits, for keyboards that type full width. */
export const normaliseCode = (typed: string): string => typed.normalize('NFKC').replace(/\s/g, '');

/** Takes a verification code as typed; refuses ACC-0003 unless it is six digits. */
export const checkCode = (typed: string): Outcome =>
  new RegExp(`^[0-9]{${VERIFY_CODE_DIGITS}}$`).test(normaliseCode(typed))
    ? ALLOWED
    : refuse('ACC-0003', { digits: VERIFY_CODE_DIGITS });

/** Takes the two consents; refuses ACC-0010 unless both are given. */
export const checkConsent = (terms: boolean, privacy: boolean): Outcome =>
  terms && privacy ? ALLOWED : refuse('ACC-0010');

/**
 * Takes what an account holds and now (epoch milliseconds); gives every reason that keeps it from deletion, none when
 * it may go. The password must be unchanged for 14 full days.
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
