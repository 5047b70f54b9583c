// A rule's no as the error that undoes the transaction.
import type { ErrorCode, ErrorValues } from '@kippu/contract/errors';
import type { Outcome, Refusal } from '@kippu/domain/outcome';
import { AppError } from '../http/app-error.ts';

export const refused = ({ code, values = {} }: { code: ErrorCode; values?: ErrorValues }): AppError =>
  new AppError(code, { values });

/** Takes a rule's answer; throws AppError when it is a no. */
export function requireAllowed(outcome: Outcome | Refusal | null): void {
  if (outcome && !outcome.ok) throw refused(outcome);
}
