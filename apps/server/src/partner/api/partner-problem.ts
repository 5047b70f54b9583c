// The error that answers a partner's call with a problem of RFC 9457, and what other errors are as problems.
import type { FastifyError } from 'fastify';
import type { ErrorCode, ErrorValues } from '@kippu/contract/errors';
import { PROBLEM_STATUS, type ProblemType } from '@kippu/contract/partner/problem-types';
import { AppError } from '../../platform/wire/app-error.ts';
import { toAppError } from '../../platform/wire/error-answer.ts';

/** A wrong place of the request: a JSON pointer into the body, or a parameter. Without a detail, that of the problem stands for it. */
export interface ProblemPlace {
  readonly pointer?: string;
  readonly parameter?: string;
}

/** The code of a problem in the log, by its status. */
const CODE_OF_STATUS: Readonly<Record<number, ErrorCode>> = {
  400: 'REQ-0001',
  401: 'SES-0001',
  403: 'SES-0006',
  404: 'REQ-0005',
  409: 'REQ-0002',
  413: 'REQ-0003',
  422: 'REQ-0002',
  429: 'REQ-0004',
  500: 'REQ-0007',
  503: 'REQ-0010',
};

export class PartnerProblem extends AppError {
  readonly type: ProblemType;
  readonly places: readonly ProblemPlace[];

  constructor(
    type: ProblemType,
    { values = {}, places = [] }: { values?: ErrorValues; places?: readonly ProblemPlace[] } = {},
  ) {
    super(CODE_OF_STATUS[PROBLEM_STATUS[type]] ?? 'REQ-0002', { values, detail: type });
    this.type = type;
    this.places = places;
  }

  override get status(): number {
    return PROBLEM_STATUS[this.type];
  }
}

/** The problems of the codes that the railway's rules refuse with. All others are `rule-refused`, or follow from their status. */
const PROBLEM_OF_CODE: Partial<Record<ErrorCode, ProblemType>> = {
  'SES-0001': 'unknown-key',
  'SES-0006': 'scope-missing',
  'REQ-0001': 'invalid-request',
  'REQ-0002': 'idempotency-key-reused',
  'REQ-0003': 'body-too-large',
  'REQ-0004': 'too-many-requests',
  'REQ-0008': 'too-many-requests',
  'REQ-0005': 'not-found',
  'REQ-0007': 'internal-error',
  'REQ-0010': 'unavailable',
  'SEAT-0002': 'seats-taken',
  'SEAT-0003': 'not-enough-seats',
  'SEAT-0014': 'not-enough-seats',
  'SEAT-0004': 'train-closed',
  'SEAT-0005': 'train-closed',
  'SEAT-0006': 'seats-do-not-fit',
  'SEAT-0007': 'seats-do-not-fit',
  'SEAT-0010': 'seats-do-not-fit',
  'SEAT-0011': 'seats-do-not-fit',
  'SEAT-0008': 'hold-unusable',
  'SEAT-0009': 'booking-not-open',
  'SEAT-0013': 'train-not-found',
  'SEAT-0015': 'train-changed',
  'SEAT-0016': 'train-changed',
  'TKT-0005': 'seats-do-not-fit',
};

/** Returns the problem of a code. */
export const problemOfCode = (code: ErrorCode): ProblemType => PROBLEM_OF_CODE[code] ?? 'rule-refused';

/** Runs a check of the railway's rules; its refusal names a place of the body. */
export async function at<T>(pointer: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    if (error instanceof PartnerProblem && error.places.length > 0) throw error;
    const type = error instanceof PartnerProblem ? error.type : problemOfCode(error.code);
    throw new PartnerProblem(type, { values: error.values, places: [{ pointer }] });
  }
}

/** What an error of any kind is as a problem. */
export interface KnownProblem {
  readonly type: ProblemType;
  readonly values: ErrorValues;
  readonly places: readonly ProblemPlace[];
  readonly error: AppError;
}

export function problemOf(raw: FastifyError | AppError): KnownProblem {
  const error = toAppError(raw);
  if (error instanceof PartnerProblem)
    return { type: error.type, values: error.values, places: error.places, error };
  const type = problemOfCode(error.code);
  const { field, ...values } = error.values;
  const named = type === 'invalid-request' && typeof field === 'string' && field !== '';
  // The value of such an error is a field's name with points, as the other calls show it.
  const places = named ? [{ parameter: field }] : [];
  return { type, values: type === 'invalid-request' ? values : error.values, places, error };
}
