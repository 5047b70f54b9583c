// The error that handlers throw: a code of the catalogue. Its detail goes to the log only.
import { ERROR_STATUS, type ErrorCode, type ErrorValues } from '@kippu/contract/errors';

export class AppError extends Error {
  readonly code: ErrorCode;
  readonly values: ErrorValues;
  /** Seconds for Retry-After. */
  readonly retryAfter: number | undefined;
  /** The limit that refused, by its name in the log and in metrics. */
  readonly limit: string | undefined;

  constructor(
    code: ErrorCode,
    options: { values?: ErrorValues; detail?: string; retryAfter?: number; limit?: string } = {},
  ) {
    super(options.detail ?? code);
    this.name = 'AppError';
    this.code = code;
    this.values = options.values ?? {};
    this.retryAfter = options.retryAfter;
    this.limit = options.limit;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}
