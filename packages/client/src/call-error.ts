// The error of a failed call, classified before any screen handles it.
import type { Route } from '@kippu/contract/route';
import type { ErrorCode, ErrorValues } from '@kippu/contract/errors';

/**
 * `refused`: the server answered with an error code. `network`: no answer. `timeout`: no answer in time. `notJson`:
 * the answer is not from our server.
 */
type Failure = 'refused' | 'network' | 'timeout' | 'notJson';

/** Whether a call changes data. */
export const isWrite = ({ method, readOnly }: Route): boolean => method !== 'GET' && !readOnly;

export interface Details {
  readonly call?: Route;
  readonly status?: number;
  readonly code?: string;
  readonly msg?: string;
  readonly values?: ErrorValues;
  readonly retryAfter?: number | undefined;
}

/** The error of a call that our server refused or did not answer. Any other error is a bug in the page. */
export class CallError extends Error {
  readonly kind: Failure;
  /** HTTP status; 0 without an answer. */
  readonly status: number;
  readonly code: string;
  /** The server's message in the language of the request; empty if there is none. */
  readonly msg: string;
  readonly values: ErrorValues;
  /** Seconds to wait before a retry; undefined if the server did not say. */
  readonly retryAfter: number | undefined;
  /** The name of the call; empty if unknown. */
  readonly call: string;
  /** Whether the call changes data. */
  readonly wrote: boolean;

  constructor(
    kind: Failure,
    { call, status = 0, code = '', msg = '', values = {}, retryAfter }: Details = {},
  ) {
    super(msg || code || kind);
    this.name = 'CallError';
    this.kind = kind;
    this.status = status;
    this.code = code;
    this.msg = msg;
    this.values = values;
    this.retryAfter = retryAfter;
    this.call = call?.name ?? '';
    this.wrote = call !== undefined && isWrite(call);
  }

  /** Whether there was no answer at all. */
  get unanswered(): boolean {
    return this.kind === 'network' || this.kind === 'timeout';
  }

  /** Whether the server may have performed the call without confirming it. A retry sends the same key. */
  get undecided(): boolean {
    return this.kind !== 'refused' || this.status >= 502;
  }

  /** Whether a retry may help: no answer, a foreign answer, a server fault, or too many calls. */
  get mayPass(): boolean {
    return this.undecided || this.status >= 500 || this.status === 429;
  }
}

/** Whether the error is the server's refusal with one of these codes, or with any code if none is given. */
export const isRefusal = (error: unknown, ...codes: readonly ErrorCode[]): error is CallError =>
  error instanceof CallError &&
  error.kind === 'refused' &&
  (codes.length === 0 || codes.some((code) => code === error.code));
