// The words for what goes wrong in the account's forms: rules broken before sending, refusals, encryption.
import { fillWords } from '@kippu/contract/words/error-words';
import type { Outcome } from '@kippu/domain/outcome';
import { checkPassword } from '@kippu/domain/password-rule';
import { isRefusal } from '../app/api-error.ts';
import { errorText } from '../app/error-text.ts';
import { useMessages } from '../i18n/messages.ts';
import type { Messages } from '../i18n/words.ts';
import { EncryptError } from './encrypt-password.ts';

/** Takes a rule's answer; gives what to tell beside the field, nothing when it is allowed. */
export function outcomeText(messages: Messages, outcome: Outcome): string | undefined {
  if (outcome.ok) return undefined;
  const { code, values = {} } = outcome;
  const { account, client, errors } = messages;
  if (code === 'REQ-0001' && values['field'] === 'email') return client.emailInvalid;
  if (code === 'REQ-0001' && values['field'] === 'username') return account.usernameLength;
  if (code === 'REQ-0001' && values['field'] === 'fullname') return account.fullnameLength;
  return fillWords(errors[code], values);
}

/** Takes a new password and its repetition; tells what is wrong with either. */
export function newPasswordProblems(messages: Messages, password: string, repeat: string) {
  const both = checkPassword(password, repeat);
  return {
    // The parts of the rule stand below the field, ticked or not: they say what is missing.
    password: checkPassword(password, password).ok ? undefined : messages.account.partsUnmet,
    repeat: !both.ok && both.code === 'ACC-0007' ? outcomeText(messages, both) : undefined,
  };
}

/** As a hook: `problem(error)` gives the sentence for anything a form's call may throw. */
export function useProblemText(): (error: unknown) => string {
  const messages = useMessages();
  return (error) => {
    if (error instanceof EncryptError) return messages.client[error.reason];
    if (isRefusal(error, 'ACC-0006') && error.values['parts'] === 'common')
      return messages.account.passwordCommon;
    return errorText(messages, error);
  };
}
