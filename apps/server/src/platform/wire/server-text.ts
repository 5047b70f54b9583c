// The text of `msg`: a code's sentence in the request's language, with its values.
import type { ErrorCode, ErrorValues } from '@kippu/contract/errors';
import type { Language } from '@kippu/contract/limits';
import { fillWords, type ErrorWords } from '@kippu/contract/words/error-words';
import { errorWords as en } from '@kippu/contract/words/error-words-en';
import { errorWords as ja } from '@kippu/contract/words/error-words-ja';
import { errorWords as ko } from '@kippu/contract/words/error-words-ko';
import { errorWords as zhCn } from '@kippu/contract/words/error-words-zh-cn';
import { errorWords as zhTw } from '@kippu/contract/words/error-words-zh-tw';

const WORDS: Readonly<Record<Language, ErrorWords>> = { ja, en, ko, 'zh-CN': zhCn, 'zh-TW': zhTw };

/** Returns the sentence of a code in a language. */
export function serverText(code: ErrorCode, language: Language, values: ErrorValues = {}): string {
  return fillWords(WORDS[language][code], values);
}
