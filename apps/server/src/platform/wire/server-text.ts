// The text of `msg`: a code's sentence in the request's language, with its values.
import type { ErrorCode, ErrorValues } from '@kippu/contract/errors';
import type { Language } from '@kippu/contract/limits';
import { fillWords } from '@kippu/words/error-words';
import { ERROR_WORDS } from '@kippu/words/errors';

/** Returns the sentence of a code in a language. */
export function serverText(code: ErrorCode, language: Language, values: ErrorValues = {}): string {
  return fillWords(ERROR_WORDS[language][code], values);
}
