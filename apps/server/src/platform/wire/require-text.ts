// Texts that callers must supply: a reason, a note, an order's id.
import { isSeen, orderIdOf, seenLine, seenText } from '@kippu/domain/text/seen-text';
import { AppError } from './app-error.ts';

function visible(field: string, words: string): string {
  if (!isSeen(words)) throw new AppError('REQ-0001', { values: { field } });
  return words;
}

/** Returns the text without invisible characters. Throws AppError REQ-0001, naming the field, where nothing visible is left. */
export const requireText = (field: string, typed: string): string => visible(field, seenText(typed));

/** Returns an order's id as it is stored. Throws AppError REQ-0001, naming the field, where it has characters that no order's id has. */
export function requireOrderId(field: string, typed: string): string {
  const orderId = orderIdOf(typed);
  if (orderId === undefined) throw new AppError('REQ-0001', { values: { field } });
  return orderId;
}

/** As requireText, on one line: a name. */
export const requireLine = (field: string, typed: string): string => visible(field, seenLine(typed));
