// The error that handlers throw: a code of the catalogue. Its detail goes to the log only.
import { ERROR_STATUS, type ErrorCode, type ErrorValues } from '@kippu/contract/errors';

export class AppError extends Error {
  readonly code: ErrorCode;
  readonly values: ErrorValues;
  /** Seconds for Retry-After. */
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, options: { values?: ErrorValues; detail?: string; retryAfter?: number } = {}) {
    super(options.detail ?? code);
    this.name = 'AppError';
    this.code = code;
    this.values = options.values ?? {};
    this.retryAfter = options.retryAfter;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}
