// The text of the link that loads a page again, by language.
import type { Language } from '@kippu/contract/limits';
import { loadAgain as en } from './en/pages.ts';
import { loadAgain as ja } from './ja/pages.ts';
import { loadAgain as ko } from './ko/pages.ts';
import { loadAgain as zhCn } from './zh-cn/pages.ts';
import { loadAgain as zhTw } from './zh-tw/pages.ts';

export const LOAD_AGAIN: Readonly<Record<Language, string>> = { ja, en, ko, 'zh-CN': zhCn, 'zh-TW': zhTw };
