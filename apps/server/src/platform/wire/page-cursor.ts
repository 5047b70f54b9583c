// Where the next page of a list begins, as the text that a client hands back.
import { AppError } from './app-error.ts';

/** Takes what names the place of a page's last row; gives the cursor. */
export const cursorOf = (...place: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(place)).toString('base64url');

/** The refusal of a cursor that is not ours, REQ-0001. */
export const wrongCursor = () => new AppError('REQ-0001', { values: { field: 'cursor' } });

/** Takes a cursor; gives what it was made of, to be checked. Throws AppError REQ-0001 where it holds not `count` values. */
export function placeOf(cursor: string, count: number): readonly unknown[] {
  let place: unknown;
  try {
    place = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    throw wrongCursor();
  }
  if (!Array.isArray(place) || place.length !== count) throw wrongCursor();
  return place;
}
