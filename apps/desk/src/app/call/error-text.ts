// The texts of errors for staff: what happened, and what to do next.
import { CallError } from '@kippu/client/call-error';
import { refusalOf } from './refusals.ts';
import { DESK_WORDS } from '../text/words.ts';
import type { Text } from '../text/texts.ts';
import type { Language } from '@kippu/contract/languages';

const words = DESK_WORDS.errors;

/** Reports whether the result of a call is unknown: no answer came, or a proxy answered. */
export const isLost = (error: CallError): boolean => error.unanswered || error.status >= 502;

/** Returns the text for an error. */
export function errorText(error: unknown, language: Language): string {
  const what = wordsOf(error);
  return typeof what === 'string' ? what : (what[language] ?? what.en);
}

/** Returns the desk's own text for an error, or the server's. */
function wordsOf(error: unknown): Text | string {
  if (!(error instanceof CallError)) return words.ours;
  if (error.wrote && isLost(error)) return words.lost;
  switch (error.kind) {
    case 'network':
      return words.offline;
    case 'timeout':
      return words.late;
    case 'notJson':
      return error.status === 413 ? words.tooLarge : words.broken;
    case 'refused':
      return refusalOf(error).words ?? (error.msg || words.broken);
  }
}
