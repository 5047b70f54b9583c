// Written by scripts/words/index-words.mjs from the folders of the languages. `npm run words` writes it again.
import { board as de } from '../de/board.ts';
import { board as en } from '../en/board.ts';
import { board as ja } from '../ja/board.ts';
import { board as ko } from '../ko/board.ts';
import { board as zhCN } from '../zh-cn/board.ts';
import { board as zhTW } from '../zh-tw/board.ts';

export const BOARDS = {
  de,
  en,
  ja,
  ko,
  'zh-CN': zhCN,
  'zh-TW': zhTW,
};
