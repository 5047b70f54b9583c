// Written by scripts/words/index-words.mjs from the folders of the languages. `npm run words` writes it again.
import { page as de } from '../de/pages.ts';
import { page as en } from '../en/pages.ts';
import { page as ja } from '../ja/pages.ts';
import { page as ko } from '../ko/pages.ts';
import { page as zhCN } from '../zh-cn/pages.ts';
import { page as zhTW } from '../zh-tw/pages.ts';

export const PAGES = {
  de,
  en,
  ja,
  ko,
  'zh-CN': zhCN,
  'zh-TW': zhTW,
};
