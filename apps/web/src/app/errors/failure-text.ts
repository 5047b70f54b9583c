// The text for a call without an answer, or for a fault of the server. The first screen needs no other error texts.
import type { Messages } from '@kippu/words/app-words';
import { CallError } from '@kippu/client/call-error';
import { errorPage } from './error-kinds.ts';

/**
 * Returns the text for an error that is not a refusal: what happened and what to do next. An error other than
 * CallError is a fault of the app, or the browser is too old.
 */
export function failureText({ client, common }: Messages, error: unknown): string {
  if (!(error instanceof CallError)) return common.brokenText;
  const { kind } = error;
  const page = errorPage(error);
  if (page) return client[page === 'notFound' ? 'pageNotFound' : page];
  if (kind === 'timeout') return client.timeout;
  if (kind === 'network') return client.networkDown;
  return kind === 'notJson' ? common.notJson : client.serverError;
}
