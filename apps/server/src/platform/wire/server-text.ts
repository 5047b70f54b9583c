// The text of `msg`: a code's sentence in the request's language, with its values.
import type { ErrorCode, ErrorValues } from '@kippu/contract/errors';
import type { Language } from '@kippu/contract/languages';
import { fillWords } from '@kippu/words/error-words';
import { errorWords } from '@kippu/words/server-words';

/** Returns the sentence of a code in a language. */
export function serverText(code: ErrorCode, language: Language, values: ErrorValues = {}): string {
  return fillWords(errorWords(language)[code], values);
}
