// The texts of pictures that the server draws, by language.
import type { Language } from '@kippu/contract/limits';
import type { PictureWords } from './picture-words.ts';
import { pictures as en } from './en/pictures.ts';
import { pictures as ja } from './ja/pictures.ts';
import { pictures as ko } from './ko/pictures.ts';
import { pictures as zhCn } from './zh-cn/pictures.ts';
import { pictures as zhTw } from './zh-tw/pictures.ts';

export const PICTURE_WORDS: Readonly<Record<Language, PictureWords>> = {
  ja,
  en,
  ko,
  'zh-CN': zhCn,
  'zh-TW': zhTw,
};
