// The kinds of call errors that only this app distinguishes.
import { CallError, isRefusal } from '@kippu/client/call-error';
import type { ErrorCode } from '@kippu/contract/errors';
import type { ErrorWords } from '@kippu/words/error-words';

/**
 * Returns the error page for an error, by HTTP status or by the code's prefix; undefined if the screen shows the
 * error itself.
 */
export function errorPage({
  kind,
  status,
  code,
}: CallError): 'maintenance' | 'serverError' | 'notFound' | undefined {
  const is = (prefix: number) => code.startsWith(String(prefix));
  if (status === 503 || is(503)) return 'maintenance';
  if (is(500) || (kind === 'notJson' && status >= 500)) return 'serverError';
  return is(404) || (kind === 'notJson' && status === 404) ? 'notFound' : undefined;
}

const shown = new WeakSet<CallError>();
/** Records that the error was shown over the page, so that no screen shows it again. */
export const noteShown = (error: CallError): void => void shown.add(error);
/** Whether the error was shown over the page. */
export const isShown = (error: CallError): boolean => shown.has(error);

/** Whether the server reports that this account has no such thing. What the phone keeps of it is then out of date. */
export const isGone = (error: unknown): error is CallError =>
  isRefusal(error, 'TKT-0001', 'SEAT-0001', 'REQ-0005');

/** Whether this code has a message. Uses the messages, because the table of codes is not loaded everywhere. */
export const isErrorCode = (code: string, words: ErrorWords): code is ErrorCode => Object.hasOwn(words, code);
