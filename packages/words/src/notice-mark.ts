// The mark of an important notice, by language: the same word as in the app.
import type { Language } from '@kippu/contract/limits';
import { notice as en } from './en/app/notice.ts';
import { notice as ja } from './ja/app/notice.ts';
import { notice as ko } from './ko/app/notice.ts';
import { notice as zhCn } from './zh-cn/app/notice.ts';
import { notice as zhTw } from './zh-tw/app/notice.ts';

export const IMPORTANT_IN: Readonly<Record<Language, string>> = {
  ja: ja.important,
  en: en.important,
  ko: ko.important,
  'zh-CN': zhCn.important,
  'zh-TW': zhTw.important,
};
