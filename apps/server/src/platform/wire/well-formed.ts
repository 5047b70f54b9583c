// Refuses half characters: text with a lone surrogate, which no database and no UTF-8 can hold. They would be replaced, so that two ids become one.
import { AppError } from './app-error.ts';

/** A lone surrogate: the other half of a pair is missing. */
const HALF_CHARACTER = /\p{Cs}/u;

/** Whether each text in a parsed JSON value, and each name, is well-formed UTF-16. Not recursive, so that it needs no limit of the depth. */
function isWellFormed(value: unknown): boolean {
  const open = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'string' && HALF_CHARACTER.test(next)) return false;
    if (typeof next !== 'object' || next === null) continue;
    if (Array.isArray(next)) for (const each of next) open.push(each);
    else for (const [name, each] of Object.entries(next)) open.push(name, each);
  }
  return true;
}

/** Throws AppError REQ-0001, with the field, for a body with half a character. */
export function requireWellFormed(body: unknown): void {
  if (isWellFormed(body)) return;
  const fields = typeof body === 'object' && body !== null ? Object.entries(body) : [];
  const [field = ''] = fields.find(([, value]) => !isWellFormed(value)) ?? [];
  throw new AppError('REQ-0001', {
    values: { field: HALF_CHARACTER.test(field) ? '' : field },
    detail: 'a lone surrogate',
  });
}
