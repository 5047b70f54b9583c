// What can go wrong with a call, sorted before any screen sees it.
import type { ErrorCode, ErrorValues } from '@kippu/contract/errors';
import type { ErrorWords } from '@kippu/contract/words/error-words';

/** `refused`: the server answered with a code. `network`: no answer. `timeout`: none in time. `notJson`: not ours. */
type ApiFailure = 'refused' | 'network' | 'timeout' | 'notJson';

export class ApiError extends Error {
  readonly kind: ApiFailure;
  /** HTTP status; 0 without an answer. */
  readonly status: number;
  readonly code: string;
  readonly values: ErrorValues;
  /** Seconds to wait, of a 429. */
  readonly retryAfter: number | undefined;

  constructor(
    kind: ApiFailure,
    {
      status = 0,
      code = '',
      msg = '',
      values = {},
      retryAfter,
    }: {
      status?: number;
      code?: string;
      msg?: string;
      values?: ErrorValues;
      retryAfter?: number | undefined;
    } = {},
  ) {
    super(msg || code || kind);
    this.name = 'ApiError';
    this.kind = kind;
    this.status = status;
    this.code = code;
    this.values = values;
    this.retryAfter = retryAfter;
  }

  /** The page that tells what this is: the server itself is away, not only what was asked of it. */
  get page(): 'maintenance' | 'serverError' | undefined {
    if (this.status === 503) return 'maintenance';
    return this.kind === 'notJson' && this.status >= 500 ? 'serverError' : undefined;
  }

  /** Whether the server may not have heard of the call at all, so that the same key may be sent again. */
  get unanswered(): boolean {
    return this.kind === 'network' || this.kind === 'timeout';
  }
}

/** Whether the error is the server's refusal with this code. */
export const isRefusal = (error: unknown, ...codes: readonly ErrorCode[]): error is ApiError =>
  error instanceof ApiError && error.kind === 'refused' && codes.some((code) => code === error.code);

/** Whether there are words for this code; the words are at hand wherever one asks, the table of codes is not. */
export const isErrorCode = (code: string, words: ErrorWords): code is ErrorCode => Object.hasOwn(words, code);
