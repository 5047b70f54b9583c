// The kinds of problems that the partner API answers with (RFC 9457), by the last part of their `type`. Their texts are in packages/words.

/** The path of the partner API. */
export const PARTNER_PATH = '/partner/v1';

/** The HTTP status of each problem. */
export const PROBLEM_STATUS = {
  'invalid-request': 400,
  'idempotency-key-missing': 400,
  'unknown-key': 401,
  'scope-missing': 403,
  'test-mode-unavailable': 403,
  'not-found': 404,
  'request-under-way': 409,
  'body-too-large': 413,
  'idempotency-key-reused': 422,
  'reference-used': 422,
  'order-lapsed': 422,
  'order-not-open': 422,
  'order-not-confirmed': 422,
  'product-not-sold': 422,
  'category-not-sold': 422,
  'use-by-not-allowed': 422,
  'daily-limit': 422,
  'offer-expired': 422,
  'hold-unusable': 422,
  'seats-taken': 422,
  'not-enough-seats': 422,
  'seat-limit': 422,
  'seats-do-not-fit': 422,
  'train-closed': 422,
  'train-not-found': 422,
  'train-changed': 422,
  'booking-not-open': 422,
  'not-refundable': 422,
  'not-exchangeable': 422,
  'rule-refused': 422,
  'too-many-requests': 429,
  'internal-error': 500,
  unavailable: 503,
} as const satisfies Record<string, number>;

export type ProblemType = keyof typeof PROBLEM_STATUS;
export const PROBLEM_TYPES = Object.keys(PROBLEM_STATUS) as readonly ProblemType[];

/** The value of `type`: an address that explains the problem. */
export const problemUri = (type: ProblemType): string => `${PARTNER_PATH}/problems/${type}`;
