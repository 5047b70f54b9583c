// How far a sign-up has come in this tab: what was typed, which code was found right, and what the server refused at the end.
import { normaliseCode, normaliseEmail } from '@kippu/domain/account/rules';
import { serverNow } from '../../app/clock/server-clock.ts';
import type { RouteParams } from '../../app/router/link-to.ts';
import { recallOwn, rememberOwn } from '../../app/session/account-memory.ts';
import { forget, isRecord } from '../../app/storage/tab-memory.ts';
import { LOGIN_DRAFT } from '../form/login-draft.ts';
import { dropPasswords, heldPasswords } from './held-passwords.ts';

export const STEPS = ['email', 'code', 'password', 'you'] as const;
export type Step = (typeof STEPS)[number];

export const EMAIL_DRAFT = { key: 'kippu.draft.signUp', fields: ['email', 'emailRepeat'] } as const;
export const CODE_DRAFT = { key: 'kippu.draft.signUp.code', fields: ['code'] } as const;
export const YOU_DRAFT = {
  key: 'kippu.draft.signUp.you',
  fields: ['fullname', 'country', 'terms', 'privacy'],
} as const;
const CHECKED = 'kippu.signUp.checked';

/** Returns the email typed in the first step, as it was typed; '' if there is none. */
export function signUpEmail(): string {
  const stored = recallOwn(EMAIL_DRAFT.key);
  return isRecord(stored) && typeof stored['email'] === 'string' ? stored['email'].trim() : '';
}

/** Stores that the server found the code of this email right. It is valid for `seconds` more. */
export const keepChecked = (email: string, code: string, seconds: number): void =>
  rememberOwn(CHECKED, {
    email: normaliseEmail(email),
    code: normaliseCode(code),
    until: serverNow() + seconds * 1000,
  });

/** Returns the code that was found right for the typed email and is still valid, else undefined. */
export function checkedCode(): string | undefined {
  const stored = recallOwn(CHECKED);
  if (!isRecord(stored)) return undefined;
  const { email, code, until } = stored;
  const isValid = email === normaliseEmail(signUpEmail()) && Number(until) > serverNow();
  return isValid && typeof code === 'string' ? code : undefined;
}

/** Forgets that a code was found right, when the server says that it is not valid any more. */
export const dropChecked = (): void => forget(CHECKED);

/** Returns the step to show: the wanted one, or the first before it that is not done. */
export function stepFor(wanted: RouteParams['signUp']['step'], isSent: boolean): Step {
  if (wanted === undefined) return 'email';
  const isChecked = checkedCode() !== undefined;
  if (wanted === 'code' || !isChecked) return isSent || isChecked ? 'code' : 'email';
  return wanted === 'you' && heldPasswords().password === '' ? 'password' : wanted;
}

interface Refusal<F extends string = string> {
  readonly field: F;
  readonly text: string;
}
let refused: Refusal | undefined;

/** Keeps what the server refused at the end for the step that has the field. In memory only. */
export function keepRefusal(refusal: Refusal): void {
  refused = refusal;
}

/** Returns the kept refusal if it concerns one of these fields. `dropRefusal` forgets it. */
export function refusalAt<F extends string>(fields: readonly F[]): Refusal<F> | undefined {
  const field = fields.find((each) => each === refused?.field);
  return refused && field !== undefined ? { field, text: refused.text } : undefined;
}
export function dropRefusal(): void {
  refused = undefined;
}

/** Forgets everything typed, after the account was created. */
export function forgetSignUp(): void {
  for (const { key } of [EMAIL_DRAFT, CODE_DRAFT, YOU_DRAFT, LOGIN_DRAFT]) forget(key);
  dropChecked();
  dropPasswords();
  dropRefusal();
}
