// Cursors of paged lists: the position of the next page as text.
import { AppError } from './app-error.ts';

/** Encodes the position of a page's last row. */
export const cursorOf = (...place: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(place)).toString('base64url');

/** The refusal of an invalid cursor, REQ-0001. */
export const wrongCursor = () => new AppError('REQ-0001', { values: { field: 'cursor' } });

/** Text with a control character is in no row; a NUL would break the database. */
const hasControl = (value: unknown): boolean => typeof value === 'string' && /\p{Cc}/u.test(value);

/** Decodes a cursor into values, which the caller must check. Throws AppError REQ-0001 unless it contains `count` values. */
export function placeOf(cursor: string, count: number): readonly unknown[] {
  let place: unknown;
  try {
    place = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    throw wrongCursor();
  }
  if (!Array.isArray(place) || place.length !== count || place.some(hasControl)) throw wrongCursor();
  return place;
}
