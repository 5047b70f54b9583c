// The text of `msg`: a code's sentence in the request's language, with its values.
import type { ErrorCode, ErrorValues } from '@kippu/contract/errors';
import type { Language } from '@kippu/contract/limits';
import { fillWords, type ErrorWords } from '@kippu/words/error-words';
import { errorWords as en } from '@kippu/words/en/errors/server';
import { errorWords as ja } from '@kippu/words/ja/errors/server';
import { errorWords as ko } from '@kippu/words/ko/errors/server';
import { errorWords as zhCn } from '@kippu/words/zh-cn/errors/server';
import { errorWords as zhTw } from '@kippu/words/zh-tw/errors/server';

const WORDS: Readonly<Record<Language, ErrorWords>> = { ja, en, ko, 'zh-CN': zhCn, 'zh-TW': zhTw };

/** Returns the sentence of a code in a language. */
export function serverText(code: ErrorCode, language: Language, values: ErrorValues = {}): string {
  return fillWords(WORDS[language][code], values);
}
