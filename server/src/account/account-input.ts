// What a guest typed, brought to the one form that is stored and compared, or refused by its rule.
import { PASSWORD_LENGTH, VERIFY_CODE_DIGITS } from '@kippu/contract/limits';
import { AppError } from '../http/app-error.ts';

/** Trimmed, NFC, lower case. */
export const normaliseEmail = (email: string): string => email.normalize('NFC').trim().toLowerCase();

/** Trimmed NFC; an empty text is a schema refusal. */
export function plainText(field: string, text: string): string {
  const clean = text.normalize('NFC').trim();
  if (!clean) throw new AppError('REQ-0001', { values: { field } });
  return clean;
}

export function requireUsername(text: string): string {
  if (/[<>"'&;`]/.test(text)) throw new AppError('ACC-0009');
  return plainText('username', text);
}

export function requireCode(text: string): string {
  const code = text.normalize('NFKC').trim();
  if (code.length !== VERIFY_CODE_DIGITS)
    throw new AppError('ACC-0003', { values: { digits: VERIFY_CODE_DIGITS } });
  return code;
}

/** Half-width, 8 to 36, with a digit, an upper and a lower case letter. */
export function requireNewPassword(password: string, repeat: string): string {
  const { min, max } = PASSWORD_LENGTH;
  const fits = password.length >= min && password.length <= max && /^[\x21-\x7e]+$/.test(password);
  if (!fits || !/\d/.test(password) || !/[A-Z]/.test(password) || !/[a-z]/.test(password)) {
    throw new AppError('ACC-0006', { values: { min, max } });
  }
  if (password !== repeat) throw new AppError('ACC-0007');
  return password;
}
