// Texts that callers must supply: a reason, a note, an order's id.
import { isSeen, seenId, seenLine, seenText } from '@kippu/domain/text/seen-text';
import { AppError } from './app-error.ts';

function visible(field: string, words: string): string {
  if (!isSeen(words)) throw new AppError('REQ-0001', { values: { field } });
  return words;
}

/** Returns the text without invisible characters. Throws AppError REQ-0001, naming the field, where nothing visible is left. */
export const requireText = (field: string, typed: string): string => visible(field, seenText(typed));

/** As requireText, for an id that people read and type: an order's. */
export const requireId = (field: string, typed: string): string => visible(field, seenId(typed));

/** As requireText, on one line: a name. */
export const requireLine = (field: string, typed: string): string => visible(field, seenLine(typed));
