// The texts of errors for staff: what happened, and what to do next.
import { CallError } from '@kippu/client/call-error';
import { refusalOf } from './refusals.ts';
import { errors as en } from '@kippu/words/en/desk/errors';
import { inBoth } from '@kippu/words/in-both';
import { errors as ja } from '@kippu/words/ja/desk/errors';
import type { DeskLanguage } from '../text/texts.ts';

const words = inBoth(ja, en);

/** Reports whether the result of a call is unknown: no answer came, or a proxy answered. */
export const isLost = (error: CallError): boolean => error.unanswered || error.status >= 502;

/** Returns the text for an error. */
export function errorText(error: unknown, language: DeskLanguage): string {
  if (!(error instanceof CallError)) return words.ours[language];
  if (error.wrote && isLost(error)) return words.lost[language];
  switch (error.kind) {
    case 'network':
      return words.offline[language];
    case 'timeout':
      return words.late[language];
    case 'notJson':
      return (error.status === 413 ? words.tooLarge : words.broken)[language];
    case 'refused':
      return refusalOf(error).words?.[language] ?? (error.msg || words.broken[language]);
  }
}
