// Texts for problems in account forms: broken rules, refusals and encryption failures.
import { fillWords } from '@kippu/words/error-words';
import { checkCode, normaliseCode } from '@kippu/domain/account/rules';
import type { Outcome } from '@kippu/domain/outcome';
import { checkPassword } from '@kippu/domain/account/password-rule';
import { isRefusal } from '@kippu/client/call-error';
import { errorText } from '../../app/errors/error-text.ts';
import { useLanguage, useMessages } from '../../i18n/messages.ts';
import type { Messages } from '@kippu/words/app-words';
import { useCommonCheck } from './common-check.ts';
import { EncryptError } from '../password-crypto/encrypt-password.ts';

/** Returns the text to show beside the field, or undefined when the outcome is allowed. */
export function outcomeText(messages: Messages, outcome: Outcome): string | undefined {
  if (outcome.ok) return undefined;
  const { code, values = {} } = outcome;
  const { account, client, errors } = messages;
  if (code === 'REQ-0001' && values['field'] === 'email') return client.emailInvalid;
  if (code === 'REQ-0001' && values['field'] === 'username') return account.usernameLength;
  if (code === 'REQ-0001' && values['field'] === 'fullname') return account.fullnameLength;
  return fillWords(errors[code], values);
}

/** Returns the problem of a typed code as text; undefined if it may be sent. */
export const codeProblem = (messages: Messages, typed: string): string | undefined =>
  normaliseCode(typed) === '' ? messages.client.codeEmpty : outcomeText(messages, checkCode(typed));

/**
 * Returns the text of each problem with a new password and its repetition; undefined for none. A repetition that differs
 * is only reported once the password itself is allowed.
 */
export type NewPasswordProblems = (
  password: string,
  repeat: string,
) => Readonly<Record<'password' | 'repeat', string | undefined>>;

/** Returns a function that checks a new password and its repetition. */
export function useNewPasswordProblems(): NewPasswordProblems {
  const messages = useMessages();
  const isCommon = useCommonCheck();
  const { partsUnmet, passwordCommon } = messages.account;
  return (password, repeat) => {
    const outcome = checkPassword(password, repeat);
    // The checklist below the field already shows which parts are missing. Until the list of common passwords is loaded,
    // none is reported; the server checks it anyway.
    const passwordProblem = checkPassword(password, password).ok
      ? isCommon?.(password)
        ? passwordCommon
        : undefined
      : partsUnmet;
    return {
      password: passwordProblem,
      repeat: !outcome.ok && outcome.code === 'ACC-0007' ? outcomeText(messages, outcome) : undefined,
    };
  };
}

/** Returns `problem(error)`, which gives the text for any error of a form's call. */
export function useProblemText(): (error: unknown) => string {
  const messages = useMessages();
  const language = useLanguage();
  return (error) => {
    if (error instanceof EncryptError) return messages.client[error.reason];
    if (isRefusal(error, 'ACC-0006') && error.values['parts'] === 'common')
      return messages.account.passwordCommon;
    return errorText(messages, error, language);
  };
}
