// The text for any failed call, in the traveller's language.
import { fillWords, SERVER_MESSAGE_CODES } from '@kippu/words/error-words';
import type { ErrorValues } from '@kippu/contract/errors';
import type { Language } from '@kippu/contract/languages';
import { formatDay, formatMoment } from '../../i18n/format.ts';
import { useLanguage, useMessages } from '../../i18n/messages.ts';
import type { Messages } from '@kippu/words/app-words';
import { CallError } from '@kippu/client/call-error';
import { errorPage, isErrorCode } from './error-kinds.ts';
import { failureText } from './failure-text.ts';

const WIRE_DATE = /^\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d)?$/;
/** Returns the values of a refusal with wire dates and times formatted for the language. */
const readable = (values: ErrorValues, language: Language): ErrorValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const time = WIRE_DATE.exec(String(value));
      return [name, time ? (time[1] ? formatMoment : formatDay)(time[0], language) : value];
    }),
  );

/**
 * Returns what happened and what to do next. A code without a message is never shown as such: the text is the
 * server's own sentence, or a general one.
 */
export function errorText(messages: Messages, error: unknown, language: Language): string {
  // A proxy with a lower size limit than the server answers in its own format.
  if (error instanceof CallError && error.kind === 'notJson' && error.status === 413)
    return messages.errors['REQ-0003'];
  if (!(error instanceof CallError) || error.kind !== 'refused') return failureText(messages, error);
  const { message, values, status, retryAfter } = error;
  const spelled = SERVER_MESSAGE_CODES.get(message);
  if (errorPage(error) && !spelled) return failureText(messages, error);
  const code = isErrorCode(error.code, messages.errors) ? error.code : spelled;
  if (code === undefined) {
    const bare = message === error.code || message === error.kind;
    return bare ? messages.client[status >= 500 ? 'serverError' : 'unknownRefusal'] : message;
  }
  const words = fillWords(messages.errors[code], readable(values, language));
  // The messages of other codes with a wait already contain the time.
  return code === 'REQ-0004' && retryAfter ? `${words} ${messages.common.waitFor(retryAfter)}` : words;
}

/** Returns `text(error)`, for use in a component. */
export function useErrorText(): (error: unknown) => string {
  const messages = useMessages();
  const language = useLanguage();
  return (error) => errorText(messages, error, language);
}
