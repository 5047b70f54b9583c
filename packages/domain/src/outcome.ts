// The outcome of a rule: allowed, or refused with a stable code.
import type { ErrorCode, ErrorValues } from '@kippu/contract/errors';

export interface Refusal {
  readonly ok: false;
  readonly code: ErrorCode;
  readonly values?: ErrorValues;
}
export type Outcome = { readonly ok: true } | Refusal;

export const ALLOWED: Outcome = { ok: true };

/** Returns a refusal with a code and the values of its text. */
export function refuse(code: ErrorCode, values?: ErrorValues): Refusal {
  return values === undefined ? { ok: false, code } : { ok: false, code, values };
}
