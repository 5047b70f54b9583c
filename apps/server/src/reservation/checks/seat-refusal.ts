// Turns a rule's refusal into the error that rolls back the transaction.
import type { ErrorCode, ErrorValues } from '@kippu/contract/errors';
import type { Outcome, Refusal } from '@kippu/domain/outcome';
import { AppError } from '../../platform/wire/app-error.ts';

export const refused = ({ code, values = {} }: { code: ErrorCode; values?: ErrorValues }): AppError =>
  new AppError(code, { values });

/** Throws AppError when a rule's outcome is a refusal. */
export function requireAllowed(outcome: Outcome | Refusal | null): void {
  if (outcome && !outcome.ok) throw refused(outcome);
}
