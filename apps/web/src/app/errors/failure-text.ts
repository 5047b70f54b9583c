// The text for a call without an answer, or for a fault of the server. The first screen needs no other error texts.
import type { FirstMessages, Messages } from '@kippu/words/app-words';
import { CallError } from '@kippu/client/call-error';
import { errorPage } from './error-kinds.ts';

/**
 * Returns the text for an error that is not a refusal, or undefined if the words of the first screen have none for it.
 */
export function firstFailureText({ common }: FirstMessages, error: unknown): string | undefined {
  if (!(error instanceof CallError)) return common.brokenText;
  return error.kind === 'notJson' && error.status < 400 ? common.notJson : undefined;
}

/** Statuses that a proxy answers which is not set up for these calls: a method or a host that it does not know. */
const NOT_SET_UP: readonly number[] = [405, 421];

/** The text for a call without a usable answer. */
function answerText(client: Messages['client'], error: CallError): string {
  const page = errorPage(error);
  if (page) return client[page === 'notFound' ? 'pageNotFound' : page];
  if (error.kind === 'timeout') return client.timeout;
  if (error.kind === 'network') return client.networkDown;
  if (error.kind === 'notJson')
    return client[NOT_SET_UP.includes(error.status) ? 'serverConfig' : 'httpError'];
  return client.serverError;
}

/**
 * Returns the text for an error that is not a refusal: what happened and what to do next. An error other than
 * CallError is a fault of the app, or the browser is too old.
 */
export const failureText = (messages: Messages, error: unknown): string =>
  error instanceof CallError
    ? (firstFailureText(messages, error) ?? answerText(messages.client, error))
    : messages.common.brokenText;
