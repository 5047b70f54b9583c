// The words of the server's refusals, by language.
import type { Language } from '@kippu/contract/limits';
import type { ErrorWords } from './error-words.ts';
import { errorWords as en } from './en/errors/server.ts';
import { errorWords as ja } from './ja/errors/server.ts';
import { errorWords as ko } from './ko/errors/server.ts';
import { errorWords as zhCn } from './zh-cn/errors/server.ts';
import { errorWords as zhTw } from './zh-tw/errors/server.ts';

export const ERROR_WORDS: Readonly<Record<Language, ErrorWords>> = {
  ja,
  en,
  ko,
  'zh-CN': zhCn,
  'zh-TW': zhTw,
};
