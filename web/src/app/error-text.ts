// The words for anything that went wrong with a call, in the traveller's language.
import { fillWords, SERVER_MESSAGE_CODES } from '@kippu/contract/words/error-words';
import { useMessages } from '../i18n/messages.ts';
import type { Messages } from '../i18n/words.ts';
import { ApiError, isErrorCode } from './api-error.ts';

/** Takes the words and any error; gives what to tell: what happened and what to do next, never a bare code. */
export function errorText(messages: Messages, error: unknown): string {
  if (!(error instanceof ApiError)) return messages.common.brokenText;
  if (error.page) return messages.client[error.page];
  switch (error.kind) {
    case 'timeout':
      return messages.client.timeout;
    case 'network':
      return messages.client.networkDown;
    case 'notJson':
      return messages.common.notJson;
    case 'refused': {
      const code = isErrorCode(error.code, messages.errors)
        ? error.code
        : SERVER_MESSAGE_CODES.get(error.message);
      if (code === undefined) return error.message;
      const words = fillWords(messages.errors[code], error.values);
      // The other codes that ask to wait tell the time in their own words.
      const bare = code === 'REQ-0004' && error.retryAfter;
      return bare ? `${words} ${messages.common.waitFor(bare)}` : words;
    }
  }
}

/** The same as a hook: `text(error)`. */
export function useErrorText(): (error: unknown) => string {
  const messages = useMessages();
  return (error) => errorText(messages, error);
}
