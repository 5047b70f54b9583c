// Written by scripts/words/index-words.mjs from the folders of the languages. `npm run words` writes it again.
import { notice as de } from '../de/app/notice.ts';
import { notice as en } from '../en/app/notice.ts';
import { notice as ja } from '../ja/app/notice.ts';
import { notice as ko } from '../ko/app/notice.ts';
import { notice as zhCN } from '../zh-cn/app/notice.ts';
import { notice as zhTW } from '../zh-tw/app/notice.ts';

export const NOTICES = {
  de,
  en,
  ja,
  ko,
  'zh-CN': zhCN,
  'zh-TW': zhTW,
};
